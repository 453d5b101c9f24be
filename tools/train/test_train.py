"""Tests of the training, with tiny sizes on the processor.

usage: python3 -m unittest discover --start-directory tools/train
"""

import pathlib
import tempfile
import unittest

try:
    import torch
except ImportError:
    torch = None

if torch:
    import net as nets
    import train
    import weights
    from returns import from_table, margins, weigh
    from tables import Tables, engine

    try:
        engine().batch(1, device="host")
        why = None
    except (ImportError, RuntimeError) as missing:
        why = str(missing)
else:
    why = "PyTorch is not installed"


def positions(steps):
    """Observations, masks and seats of games of every setup, step after step of random play."""
    torch.manual_seed(1)
    tables = Tables(200, 1, "host")
    for _ in range(steps):
        observations, legal, acting = tables.look()
        yield tables, observations, legal, acting
        tables.act((legal * (1 - torch.rand(legal.shape))).argmax(1))


def awake(net):
    """As if it had learned something: heads that say nothing prove nothing."""
    torch.manual_seed(2)
    for parameter in net.parameters():
        if parameter.dim() > 1:
            torch.nn.init.kaiming_normal_(parameter)
    return net


@unittest.skipIf(why, why)
class TheNet(unittest.TestCase):
    def test_opponents_are_a_set(self):
        net = awake(nets.Net())
        order = torch.tensor([0, 3, 1, 4, 2])
        for _, observations, _, _ in positions(60):
            sight = net.see(observations)
            by_seat = ("rows", "columns", "open", "seats", "present")
            moved = sight._replace(**{name: getattr(sight, name)[:, order] for name in by_seat})
            said, again = net.judge(sight), net.judge(moved)
            self.assertTrue(torch.allclose(said.win[:, order], again.win, atol=1e-4))
            self.assertTrue(torch.allclose(said.margin[:, order], again.margin, atol=1e-4))
            gives = observations[:, 0] == nets.give
            to_whom, to_them = said.logits[gives, :5], again.logits[gives, :5]
            self.assertTrue(torch.allclose(to_whom[:, order], to_them, atol=1e-4))
            self.assertTrue(torch.allclose(said.logits[~gives], again.logits[~gives], atol=1e-4))

    def test_the_order_of_lines_means_nothing(self):
        net = awake(nets.Net())
        for _, observations, _, _ in positions(30):
            sight = net.see(observations)
            turned = sight._replace(
                rows=sight.rows.roll(1, 2),
                columns=sight.columns.roll(1, 2),
                open=sight.open.unflatten(2, (3, 4)).roll((1, 1), (2, 3)).flatten(2),
            )
            self.assertTrue(torch.allclose(net.judge(sight).win, net.judge(turned).win, atol=1e-4))

    def test_actions_and_masks_are_the_engines(self):
        seen = set()
        for _, observations, legal, acting in positions(160):
            mask = nets.legal_from_seat(observations, legal)
            self.assertTrue(torch.equal(mask.sum(1), legal.sum(1)))
            for action in range(64):
                rows = mask[:, action].nonzero()[:, 0]
                chosen = torch.full((len(rows),), action)
                real = nets.action_from_seat(observations[rows], chosen, acting[rows])
                self.assertTrue(legal[rows, real].all())
            seen |= set(observations[:, 0].tolist())
        self.assertEqual(seen, set(range(nets.give, nets.place_trophy + 1)))

    def test_every_legal_action_has_a_logit_of_its_kind(self):
        net = nets.Net()
        kinds = {nets.give: (67, 72), nets.ask: (72, 74), nets.swap: (74, 76), nets.throws: (76, 77),
                 nets.train: (0, 60), nets.place_trophy: (60, 67)}
        for _, observations, legal, _ in positions(160):
            mask = nets.legal_from_seat(observations, legal)
            chosen = net.see(observations).chosen
            for phase, (first, last) in kinds.items():
                which = chosen[observations[:, 0] == phase][mask[observations[:, 0] == phase]]
                self.assertTrue(((first <= which) & (which < last)).all())

    def test_the_policy_never_takes_what_is_not_legal(self):
        net = awake(nets.Net())
        for _, observations, legal, _ in positions(40):
            mask = nets.legal_from_seat(observations, legal)
            shares = nets.policy(net(observations).logits, mask).exp()
            self.assertEqual(shares[~mask].abs().max().item(), 0)
            self.assertTrue(torch.allclose(shares.sum(1), torch.ones(len(shares)), atol=1e-5))

    def test_win_shares_are_of_those_who_play(self):
        net = awake(nets.Net())
        for _, observations, _, _ in positions(40):
            win = net(observations).win.exp()
            absent = torch.arange(5) >= observations[:, 2:3]
            self.assertEqual(win[absent].abs().max().item(), 0)
            self.assertTrue(torch.allclose(win.sum(1), torch.ones(len(win)), atol=1e-5))

    def test_open_slots_are_those_of_the_rules(self):
        net, looked = nets.Net(), 0
        for _, observations, legal, _ in positions(160):
            places = (observations[:, 0] == nets.train) & (observations[:, 84:96].sum(1) > 0)
            slots = torch.zeros(int(places.sum()), 12, dtype=torch.bool)
            for code in range(40):
                slot = (code // 8 - 2) % 3 * 4 + (code % 8 - 3) % 4
                slots[:, slot] |= legal[places, code]
            self.assertTrue(torch.equal(net.see(observations).open[places, 0] > 0, slots))
            looked += len(slots)
        self.assertGreater(looked, 1000)

    def test_it_fits_in_a_quarter_of_a_megabyte(self):
        written = weights.pack(nets.Net())
        self.assertLessEqual(len(written), 256 * 1024)

    def test_weights_come_back_from_a_file(self):
        net = awake(nets.Net())
        written = weights.pack(net)
        again = weights.unpack(written)
        for name, tensor in net.named_parameters():
            self.assertTrue(torch.allclose(again[name], tensor, rtol=1e-3, atol=1e-6))
        for wrong in (b"", written[:-1], written[:40] + b"?" + written[41:], b"something else" + written):
            with self.assertRaises(ValueError):
                weights.unpack(wrong)

    def test_the_kept_net_knows_the_game(self):
        # Better than saying that everybody wins equally often, after a round or later.
        net = weights.load(pathlib.Path(__file__).with_name("net.bin").read_bytes())
        told = kept = 0
        torch.manual_seed(3)
        tables = Tables(300, 3, "host")
        before = {}
        for step in range(170):
            observations, legal, acting = tables.look()
            mask = nets.legal_from_seat(observations, legal)
            with torch.no_grad():
                said = net(observations)
            if step == 90:
                before = from_table(said.win, acting, tables.players)
                waiting = torch.ones(tables.games, dtype=torch.bool)
            chosen = said.logits.masked_fill(~mask, -torch.inf).argmax(1)
            done, wins, _ = tables.act(nets.action_from_seat(observations, chosen, acting))
            if step >= 90:
                ended = done & waiting
                told -= (wins * before.clamp(min=-30))[ended].sum().item()
                kept += tables.players[ended].float().log().sum().item()
                waiting &= ~done
        self.assertLess(told, 0.9 * kept)


@unittest.skipIf(why, why)
class Returns(unittest.TestCase):
    def test_seats_turn_and_turn_back(self):
        players = torch.tensor([3, 4, 5])
        acting = torch.tensor([2, 1, 3])
        seen = torch.arange(15.0).view(3, 5)
        table = from_table(seen, acting, players)
        self.assertEqual(table[0].tolist(), [1, 2, 0, 3, 4])
        self.assertEqual(table[1].tolist(), [8, 5, 6, 7, 9])
        self.assertTrue(torch.equal(from_table(table, (players - acting) % players, players), seen))

    def test_margins(self):
        found = margins(torch.tensor([[30, 40, 35, 0, 0], [20, 20, 10, 5, 1]]), torch.tensor([3, 5]))
        right = torch.tensor([[-1.0, 0.5, -0.5, 0, 0], [0, 0, -1.0, -1.5, -1.9]])
        self.assertTrue(torch.allclose(found, right))

    def test_advantages_follow_one_seat(self):
        # Seats 0, 1, 0, 1 decide; then the game is over and another begins.
        values = torch.zeros(5, 1, 5, 2)
        values[:, 0, 0, 0] = torch.tensor([0.2, 0.9, 0.4, 0.9, 0.3])
        values[:, 0, 1, 0] = torch.tensor([0.9, 0.5, 0.9, 0.6, 0.9])
        ends = torch.zeros(5, 1, 5, 2)
        ends[3, 0, 1, 0] = 1
        done = torch.tensor([0, 0, 0, 1, 0])[:, None] > 0
        acting = torch.tensor([0, 1, 0, 1, 0])[:, None]
        last = torch.full((1, 5, 2), 0.8)
        advantages, targets = weigh(values, last, torch.tensor([1.0, 0.0]), acting, done, ends, 0.5, 1.0)
        expected = [0.4 - 0.2 + 0.5 * (0 - 0.4), 0.6 - 0.5 + 0.5 * (1 - 0.6), -0.4, 0.4, 0.8 - 0.3]
        for found, right in zip(advantages[:, 0].tolist(), expected):
            self.assertAlmostEqual(found, right, places=5)
        self.assertEqual(targets[0, 0, :2, 0].tolist(), [0, 1])
        self.assertAlmostEqual(targets[4, 0, 0, 0].item(), 0.8, places=5)


@unittest.skipIf(why, why)
class Training(unittest.TestCase):
    def test_it_goes_on_where_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            small = [folder, "--device", "host", "--games", "48", "--steps", "16", "--batch", "64",
                     "--seconds", "0.5", "--past-every", "0"]
            first = train.Learner(train.arguments(small))
            before = [p.clone() for p in first.net.parameters()]
            first.run()
            self.assertGreater(first.iteration, 0)
            self.assertTrue(any(not torch.equal(a, b) for a, b in zip(before, first.net.parameters())))
            self.assertTrue(all(p.isfinite().all() for p in first.net.parameters()))
            file = pathlib.Path(folder) / "checkpoint.pt"
            second = train.Learner(train.arguments([*small, "--resume", str(file)]))
            self.assertEqual((second.iteration, second.decisions), (first.iteration, first.decisions))
            for mine, theirs in zip(second.net.parameters(), first.net.parameters()):
                self.assertTrue(torch.equal(mine, theirs))
            second.run()
            self.assertGreater(second.iteration, first.iteration)
            self.assertGreater(len(second.selves), 1)


if __name__ == "__main__":
    unittest.main()
