import unittest

import numpy as np

import tatami
from tatami.envs import TatamokatsuParallel

keep, forget, first_plan, first_finger, first_target = 0, 1, 2, 194, 199
whats = ("shout", "salute", "slap", "grab0", "grab1", "grab2", "claim", "drop") + tuple(
    f"announce{tens}" for tens in range(4)
)


fingers = ("thumb", "index", "middle", "ring", "little")


def target(mine, seat, finger):
    return first_target + 5 * ((seat - mine) % 4) + fingers.index(finger)


def plan(what, delay):
    return first_plan + 16 * whats.index(what) + delay


def choose(batch, numbers):
    return np.argmax(batch.legal * numbers.random(batch.legal.shape), axis=2)


class Timed(unittest.TestCase):
    def test_shapes_and_types(self):
        batch = tatami.batch("tatamokatsu", 6, players=3)
        self.assertEqual(batch.observations.shape, (6, 3, tatami.tatamokatsu_observation_size))
        self.assertEqual(batch.observations.dtype, np.int16)
        self.assertEqual(batch.legal.shape, (6, 3, tatami.tatamokatsu_actions))
        self.assertTrue(batch.acting.any(axis=1).all())
        self.assertTrue(batch.legal.any(axis=2).all())

    def test_games_end_and_somebody_wins(self):
        for players in (2, 3, 4, 5):
            for setup in ({}, {"reflexes": "regular"}, {"bots": {1: "samurai"}}):
                with self.subTest(players=players, **setup):
                    batch = tatami.batch("tatamokatsu", 16, players=players, **setup)
                    numbers = np.random.default_rng(players)
                    ended = 0
                    for _ in range(300):
                        batch.step(choose(batch, numbers))
                        self.assertFalse(batch.truncated.any())
                        self.assertTrue((batch.rewards.sum(axis=1) <= 1.0001).all())
                        self.assertFalse(batch.rewards[~batch.done].any())
                        ended += int(batch.done.sum())
                    self.assertGreater(ended, 8)

    def test_masks_are_what_the_rules_allow_at_that_time(self):
        batch = tatami.batch("tatamokatsu", 8, players=4, grid=150)
        numbers = np.random.default_rng(5)
        windows = choices = attacks = 0
        for _ in range(250):
            for game in range(8):
                state = batch.state(game)
                for seat in range(4):
                    legal = batch.legal[game, seat]
                    if not batch.acting[game, seat]:
                        self.assertEqual(np.flatnonzero(legal).tolist(), [keep])
                    elif state.window_is_open:
                        windows += 1
                        self.assertIn(seat, state.may_react)
                        now = int(batch.observations[game, seat, 13])
                        for delay in (0, 1, 7, 15):
                            at = now + (delay + 1) * 150
                            # As if nobody else reacted: those who do may close the window earlier.
                            events = [
                                state.event(action) for action in state.reactions(seat, at)
                            ]
                            if not events:
                                continue
                            for what in ("shout", "salute", "slap", "drop"):
                                self.assertEqual(
                                    legal[plan(what, delay)],
                                    any(event.get("do") == what for event in events),
                                    (what, at, events[:3]),
                                )
                    else:
                        choices += 1
                        self.assertEqual(state.to_act, [seat])
                        aimed = {(seat + after) % 4 for after in range(4)
                                 if batch.observations[game, seat, 32 + 16 * after + 15]}
                        expected = set()
                        for action in state.legal_actions(seat):
                            event = state.event(action)
                            if "lose" in event:
                                expected.add(first_finger + fingers.index(event["lose"]))
                            elif "strike" in event:
                                expected.add(target(seat, **event["strike"]))
                            elif event["choose"] == "recover":
                                if not aimed:
                                    expected.add(first_finger + fingers.index(event["finger"]))
                            else:
                                left = {
                                    int(other): finger for other, finger in event["fingers"].items()
                                    if int(other) not in aimed
                                }
                                victim = min(left)
                                attacks += 1
                                expected.add(target(seat, victim, left[victim]))
                        self.assertEqual(set(np.flatnonzero(legal).tolist()), expected)
            batch.step(choose(batch, numbers))
        self.assertGreater(windows, 100)
        self.assertGreater(choices, 50)
        self.assertGreater(attacks, 50)

    def test_the_first_to_claim_a_t_wins_the_race(self):
        # Two seats: one claims at once, the other a grid step later. Only the first gets to choose.
        batch = tatami.batch("tatamokatsu", 64, players=2, seed=3, grid=100)
        raced = 0
        for _ in range(400):
            actions = np.zeros((64, 2), dtype=np.int64)
            racing = []
            for game in range(64):
                for seat in range(2):
                    legal = batch.legal[game, seat]
                    if batch.acting[game].all() and legal[plan("claim", 0)]:
                        if batch.observations[game, seat, 13] == 0:
                            actions[game, seat] = plan("claim", 0 if seat == game % 2 else 1)
                            racing.append(game)
                    elif not legal[keep]:
                        actions[game, seat] = int(np.argmax(legal))
            batch.step(actions)
            for game in sorted(set(racing)):
                # The shout was heard and the grab is next; the other is 100 ms behind.
                self.assertEqual(batch.observations[game, game % 2, 13], 100)
                raced += 1
            for game in range(64):
                state = batch.state(game)
                if "choose" in str(state.view()["open"].get("phase")):
                    self.assertEqual(np.flatnonzero(batch.acting[game]).tolist(), [game % 2])
        self.assertGreater(raced, 20)

    def test_nothing_hidden_is_seen(self):
        # Others' plans are theirs: another seat's plan changes nothing of what one sees until it is
        # carried out.
        batches = [tatami.batch("tatamokatsu", 32, players=3, seed=8) for _ in range(2)]
        actions = np.zeros((32, 3), dtype=np.int64)
        other = actions.copy()
        for game in range(32):
            if batches[0].legal[game, 0, plan("shout", 3)]:
                actions[game, 0] = plan("shout", 3)
                other[game, 0] = plan("slap", 3)
            if batches[0].legal[game, 1, plan("salute", 0)]:
                actions[game, 1] = other[game, 1] = plan("salute", 0)
        batches[0].step(actions)
        batches[1].step(other)
        self.assertTrue((batches[0].observations[:, 1:] == batches[1].observations[:, 1:]).all())
        self.assertFalse((batches[0].observations[:, 0] == batches[1].observations[:, 0]).all())

    def test_the_seed_decides_on_any_number_of_threads(self):
        first = tatami.batch("tatamokatsu", 3000, players=4, seed=6, threads=1, reflexes="quick")
        second = tatami.batch("tatamokatsu", 3000, players=4, seed=6, threads=3, reflexes="quick")
        self.assertEqual(first.play_randomly(40), second.play_randomly(40))
        for name in ("observations", "legal", "rewards", "done"):
            self.assertTrue((getattr(first, name) == getattr(second, name)).all(), name)

    def test_whoever_slaps_never_loses_against_whoever_never_does(self):
        # A learner that does what the roll asks beats one that keeps still.
        batch = tatami.batch("tatamokatsu", 64, players=2, seed=4)
        wins = np.zeros(2)
        for _ in range(600):
            actions = np.zeros((64, 2), dtype=np.int64)
            for game in range(64):
                for seat in range(2):
                    if not batch.acting[game, seat]:
                        continue
                    legal, seen = batch.legal[game, seat], batch.observations[game, seat]
                    if not legal[keep]:
                        actions[game, seat] = int(np.argmax(legal))
                    elif seat == 0 and seen[13] == 0:
                        wanted = {1: "slap", 2: "claim"}.get(
                            int(seen[7]), "shout" if seen[10] else "salute")
                        if legal[plan(wanted, 2)]:
                            actions[game, seat] = plan(wanted, 2)
            batch.step(actions)
            wins += batch.rewards.sum(axis=0)
        self.assertGreater(wins.sum(), 20)
        self.assertGreater(wins[0], 4 * wins[1])

    def test_what_is_wrong_is_said_and_changes_nothing(self):
        batch = tatami.batch("tatamokatsu", 4, players=3)
        before = batch.observations.copy()
        actions = np.zeros((4, 3), dtype=np.int64)
        wrong = actions.copy()
        wrong[1, 2] = first_finger
        for bad, error, text in (
            (wrong, tatami.IllegalAction, r"game 1, seat 2: action 194 is not legal: .*\(T16\)"),
            (actions + 300, tatami.IllegalAction, "from 0 to 223"),
            (actions[:3], ValueError, r"expected actions of shape \(4, 3\), not \(3, 3\)"),
            (actions.astype(float), TypeError, "not float64"),
        ):
            with self.assertRaisesRegex(error, text):
                batch.step(bad)
        self.assertTrue((batch.observations == before).all())
        for setup, error in (
            ({"grid": 0}, ValueError),
            ({"reflexes": "owl"}, ValueError),
            ({"bots": {7: "regular"}}, IndexError),
            ({"bots": {0: "regular", 1: "regular", 2: "regular"}}, ValueError),
            ({"edition": "fr"}, ValueError),
        ):
            with self.assertRaises(error):
                tatami.batch("tatamokatsu", 4, players=3, **setup)


class Parallel(unittest.TestCase):
    def test_whole_games_as_pettingzoo_documents_them(self):
        numbers = np.random.default_rng(7)
        for setup in ({"players": 3}, {"players": 4, "bots": {2: "child"}, "reflexes": "beginner"}):
            env = TatamokatsuParallel(**setup)
            with self.assertRaisesRegex(RuntimeError, "reset"):
                env.step({})
            seen, infos = env.reset(seed=2)
            self.assertEqual(list(seen), env.possible_agents)
            self.assertEqual(set(infos), set(env.agents))
            steps = 0
            while env.agents:
                chosen = {
                    agent: int(numbers.choice(np.flatnonzero(seen[agent]["action_mask"])))
                    for agent in env.agents
                }
                seen, rewards, terminated, truncated, infos = env.step(chosen)
                for each in (seen, rewards, terminated, truncated, infos):
                    self.assertEqual(list(each), env.possible_agents)
                steps += 1
            self.assertTrue(all(terminated.values()))
            self.assertLessEqual(sum(rewards.values()), 1.0001)
            self.assertGreater(steps, 10)
            with self.assertRaisesRegex(RuntimeError, "reset"):
                env.step(chosen)
        env.reset(seed=2)
        with self.assertRaisesRegex(ValueError, "an action for each"):
            env.step({"seat_0": 0})


if __name__ == "__main__":
    unittest.main()
