"""A net for Dojo. It sees an observation (docs/PYTHON.md), which is made from a `View` alone, and says
what each seat may expect and what the seat to act should do.

One encoder is shared by all dojos. A dojo is a set of rows and columns that each cross: their order
means nothing, nor does the order of the opponents, whose places at the table are features. All tables
(3 to 5 players, both editions, all variants) have the same weights.
"""

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

observation_size, actions, seats, rounds = 240, 64, 5, 12
rows, columns = 3, 4
give, ask, throws, swap, train, place_trophy = range(3, 9)  # phases; chance acts before, then it is over

# Sizes of the parts. Inputs are filled up to multiples of eight, as matrix units like them.
row_input, column_input, seat_input, table_input = 80, 48, 48, 88
line_hidden, line, seat_hidden, seat_size, head = 64, 48, 112, 72, 32

# Where the logit of each action is found among what the heads say: five for each slot of a dojo (how
# many taken cells lie beside it), rows, columns, seats, answers, exchanges, and a zero.
neighbours = 5
_row, _column = neighbours * rows * columns, neighbours * rows * columns + rows
_seat = _column + columns
_answer, _swap = _seat + seats, _seat + seats + 2
_nothing = _swap + 2


class Sight(NamedTuple):
    """An observation as the net takes it. The second dimension is seats, counted from the one that
    sees; nothing but `seats` and `chosen` depends on their order."""

    rows: torch.Tensor  # of each dojo as it lies, with the card at hand and with its alternative
    columns: torch.Tensor
    open: torch.Tensor  # slots where a card may be placed
    seats: torch.Tensor
    present: torch.Tensor
    table: torch.Tensor
    chosen: torch.Tensor  # for every action, which output of the heads is its logit


class Said(NamedTuple):
    logits: torch.Tensor  # of actions; "to whom to give" counts seats from the one that sees
    win: torch.Tensor  # log of each seat's share of the win; nothing for seats that are not there
    margin: torch.Tensor  # each seat's points more than the best of the others, in tens


def _places():
    table = torch.full((10, actions), _nothing)
    for code in range(actions):
        row, column = code // 8, code % 8
        if row < 5 and column < 7:
            slot = (row - 2) % rows * columns + (column - 3) % columns
            table[train, code] = neighbours * slot
        if code < 5:
            table[place_trophy, code] = _row + (code - 2) % rows
        if 8 <= code < 15:
            table[place_trophy, code] = _column + (code - 11) % columns
    table[give, :seats] = _seat + torch.arange(seats)
    table[ask, :2] = _answer + torch.arange(2)
    table[swap, :2] = _swap + torch.arange(2)
    return table  # throws are uniform, which is optimal by symmetry


def legal_from_seat(observations, legal):
    """A mask of actions as the net counts them: seats from the one that sees."""
    held = observations[:, 80::32]
    present = torch.arange(seats, device=held.device) < observations[:, 2:3]
    to_whom = functional.pad((held == 0) & present, (0, actions - seats))
    return torch.where(observations[:, :1] == give, to_whom, legal)


def action_from_seat(observations, chosen, acting):
    """The action that the engine knows, for one that the net has chosen; `acting` has the seats."""
    around = (chosen + acting) % observations[:, 2].long()
    return torch.where(observations[:, 0] == give, around, chosen)


def _disciples(cards, kind):
    number = torch.arange(6, device=cards.device)
    return (((cards >> 3)[..., None] == number) & ((cards & 7) > 0)[..., None]).to(kind)


def _belts(cards, kind):
    number = torch.arange(1, 6, device=cards.device)
    return ((cards & 7)[..., None] == number).to(kind)


def _at_least(counts, most):
    """1 for each of 1 to `most` that a count reaches."""
    steps = torch.arange(1, most + 1, device=counts.device, dtype=counts.dtype)
    return (counts[..., None] >= steps).to(counts.dtype).flatten(-2)


def _one_hot(numbers, first, last, kind):
    return (numbers[..., None] == torch.arange(first, last + 1, device=numbers.device)).to(kind)


def _most(parts):
    """The largest of some tensors, two at a time. The gradient of `amax` divides by the number of
    ties; that compiled code in low precision finds none of them is a suspicion (docs/bots.md)."""
    most = parts[0]
    for part in parts[1:]:
        most = torch.maximum(most, part)
    return most


def _fill(parts, size):
    parts = torch.cat(parts, -1)
    return functional.pad(parts, (0, size - parts.shape[-1]))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("places", _places(), persistent=False)
        self.row_in = nn.Linear(row_input, line_hidden)
        self.row_table = nn.Linear(table_input, line_hidden, bias=False)
        self.row_out = nn.Linear(line_hidden, line)
        self.column_in = nn.Linear(column_input, line_hidden)
        self.column_table = nn.Linear(table_input, line_hidden, bias=False)
        self.column_out = nn.Linear(line_hidden, line)
        self.cell_row = nn.Linear(line, line)
        self.cell_column = nn.Linear(line, line, bias=False)
        self.seat_in = nn.Linear(3 * line + seat_input, seat_hidden)
        self.seat_table = nn.Linear(table_input, seat_hidden, bias=False)
        self.seat_out = nn.Linear(seat_hidden, seat_size)
        self.mix_own = nn.ModuleList(nn.Linear(seat_size, seat_size, bias=False) for _ in range(2))
        self.mix_all = nn.ModuleList(nn.Linear(3 * seat_size, seat_size) for _ in range(2))
        self.said_hidden = nn.Linear(seat_size, head)
        self.said = nn.Linear(head, 3)
        self.cell_hidden = nn.Linear(line, line)
        self.cell_me = nn.Linear(seat_size, line, bias=False)
        self.cell_said = nn.Linear(line, neighbours)
        self.row_hidden = nn.Linear(line, head)
        self.row_me = nn.Linear(seat_size, head, bias=False)
        self.row_said = nn.Linear(head, 1)
        self.column_hidden = nn.Linear(line, head)
        self.column_me = nn.Linear(seat_size, head, bias=False)
        self.column_said = nn.Linear(head, 1)
        self.answer_hidden = nn.Linear(seat_size, head)
        self.answer_said = nn.Linear(head, 4)
        for last in (self.said, self.cell_said, self.row_said, self.column_said, self.answer_said):
            nn.init.normal_(last.weight, std=0.01)
            nn.init.zeros_(last.bias)

    def forward(self, observations):
        """For uint8 observations, games × 240. On a GPU it computes in bfloat16."""
        with torch.autocast(
            "cuda", torch.bfloat16, enabled=observations.is_cuda, cache_enabled=False
        ):
            return self.judge(self.see(observations))

    def see(self, observations):
        seen = observations
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        where = torch.arange(seats, device=seen.device)
        phase, players, dealer = seen[:, 0:1], seen[:, 2:3].int(), seen[:, 6:7].int()
        own = seen[:, 80:].unflatten(1, (seats, 32))
        holds, cards = own[..., 0] > 0, own[..., 4:16]
        present = where < players

        # The card that each seat has, or would have: known, shown in the challenge, or just drawn.
        card = torch.where(where == 0, seen[:, 10:11], own[..., 1])
        challenger = seen[:, 14:15]
        challenged = challenger < seats
        swapped = seen[:, 18:19] > 0
        first = torch.where(swapped, seen[:, 16:17], seen[:, 15:16])
        second = torch.where(swapped, seen[:, 15:16], seen[:, 16:17])
        challenges = challenger == where
        defends = (dealer == where) & challenged
        nothing = torch.zeros_like(card)
        card = torch.where(challenges, first, torch.where(defends, second, card))
        card = torch.where((phase == give) & ~holds & present, seen[:, 11:12], card)
        card = torch.where(phase == place_trophy, nothing, card)
        other = torch.where(challenges, second, torch.where(defends, first, nothing))
        other = torch.where(phase == swap, other, nothing)

        disciples = _disciples(cards, kind).unflatten(2, (rows, columns)).sum(3)
        belts = _belts(cards, kind).unflatten(2, (rows, columns)).sum(2)
        disciple, belt = _disciples(card, kind), _belts(card, kind)
        other_disciple, other_belt = _disciples(other, kind), _belts(other, kind)
        seen_rows = _fill(
            [
                _at_least(disciples, 4),
                _at_least(disciples + disciple[:, :, None], 4),
                _at_least(disciples + other_disciple[:, :, None], 4),
                _one_hot(own[..., 16:19], 1, 3, kind),
            ],
            row_input,
        )
        seen_columns = _fill(
            [
                _at_least(belts, 3),
                _at_least(belts + belt[:, :, None], 3),
                _at_least(belts + other_belt[:, :, None], 3),
                _one_hot(own[..., 19:23], 4, 6, kind),
            ],
            column_input,
        )

        after_dealer = torch.remainder(where - dealer, players)
        # D6: who was asked before the one who is asked now (this seat) or who challenged.
        asked_until = torch.where(
            challenged,
            torch.remainder(challenger.int() - dealer, players),
            torch.where(
                phase == ask,
                torch.remainder(-dealer, players),
                torch.where(phase == train, players, torch.zeros_like(players)),
            ),
        )
        passed = (after_dealer > 0) & (after_dealer < asked_until) & present
        flags = [present, where == 0, holds, seen[:, 26:31] > 0, challenges, seen[:, 17:18] == where,
                 dealer == where, passed]
        flags = torch.stack([flag.expand(present.shape) for flag in flags], -1).to(kind)
        seen_seats = _fill(
            [
                flags,
                own[..., 2:4].to(kind) / 4,
                _one_hot(where.expand(present.shape), 0, 4, kind),
                _one_hot(after_dealer, 0, 4, kind),
                disciple,
                belt,
                other_disciple,
                other_belt,
            ],
            seat_input,
        )
        seen_table = _fill(
            [
                _one_hot(seen[:, 0], give, place_trophy, kind),
                _one_hot(seen[:, 1], 1, rounds, kind),
                _one_hot(seen[:, 2], 3, 5, kind),
                seen[:, 3:6].to(kind),
                _one_hot(seen[:, 7], 1, 6, kind),
                _one_hot(seen[:, 8], 1, 6, kind),
                seen[:, 9:10].to(kind) / 60,
                seen[:, 31:73].to(kind) / 2,
                challenged.to(kind),
                swapped.to(kind),
                seen[:, 19:20].to(kind) / 3,
            ],
            table_input,
        )
        bit = torch.arange(8, device=seen.device, dtype=torch.uint8)
        taken = (own[..., 23:28, None] >> bit) & 1
        beside = self._beside(taken)
        chosen = self.places[seen[:, 0].long()]
        placing = functional.pad(beside[:, 0].flatten(1), (0, actions - 40))
        chosen = chosen + placing * ((phase == train) & (chosen < _row))
        is_open = self._open(taken, beside, seen[:, 3].to(torch.bool)) & present[..., None]
        return Sight(seen_rows, seen_columns, is_open.to(kind), seen_seats, present, seen_table, chosen)

    @staticmethod
    def _beside(taken):
        """How many taken cells lie beside each cell."""
        around = functional.pad(taken, (1, 1, 1, 1))
        return (around[..., :-2, 1:-1] + around[..., 2:, 1:-1]
                + around[..., 1:-1, :-2] + around[..., 1:-1, 2:])

    @staticmethod
    def _open(taken, beside, is_fixed):
        """D10: slots where a card may be placed next; the very first card is as good anywhere."""
        by_row = (taken > 0).any(-1)
        by_column = (taken[..., :7] > 0).any(-2)
        row, column = torch.arange(5, device=taken.device), torch.arange(7, device=taken.device)
        far_row = (row[:, None] - row).abs() > 2
        far_column = (column[:, None] - column).abs() > 3
        row_fits = ~(by_row[..., None, :] & far_row).any(-1)
        column_fits = ~(by_column[..., None, :] & far_column).any(-1)
        is_fixed = is_fixed[:, None, None]
        row_fits = torch.where(is_fixed, row >= 2, row_fits)
        column_fits = torch.where(is_fixed, column >= 3, column_fits)
        free = (taken == 0) & (beside > 0)
        free = free[..., :7] & row_fits[..., None] & column_fits[..., None, :]
        free = torch.stack(
            [free[..., 2, :], free[..., 0, :] | free[..., 3, :], free[..., 1, :] | free[..., 4, :]], -2
        )
        free = torch.stack(
            [free[..., 3], free[..., 0] | free[..., 4], free[..., 1] | free[..., 5],
             free[..., 2] | free[..., 6]], -1
        ).flatten(-2)
        first = ~by_row.any(-1)[..., None]
        return free | (first & (torch.arange(rows * columns, device=taken.device) == 0))

    def judge(self, sight):
        table = sight.table
        by_row = torch.relu(self.row_in(sight.rows) + self.row_table(table)[:, None, None])
        by_row = torch.relu(self.row_out(by_row))
        by_column = torch.relu(self.column_in(sight.columns) + self.column_table(table)[:, None, None])
        by_column = torch.relu(self.column_out(by_column))
        by_cell = torch.relu(
            self.cell_row(by_row)[:, :, :, None] + self.cell_column(by_column)[:, :, None]
        ).flatten(2, 3)
        best = _most((by_cell * sight.open[..., None]).unbind(2))
        seat = torch.cat([by_row.sum(2), by_column.sum(2), best, sight.seats], -1)
        seat = torch.relu(self.seat_in(seat) + self.seat_table(table)[:, None])
        seat = torch.relu(self.seat_out(seat))
        here = sight.present[..., None].to(seat.dtype)
        for own, everybody in zip(self.mix_own, self.mix_all):
            seat = seat * here
            together = [seat[:, 0], seat.sum(1) / here.sum(1), _most(seat.unbind(1))]
            together = everybody(torch.cat(together, -1))
            seat = seat + torch.relu(own(seat) + together[:, None])
        said = self.said(torch.relu(self.said_hidden(seat))).float()
        me = seat[:, 0]
        cells = torch.relu(self.cell_hidden(by_cell[:, 0]) + self.cell_me(me)[:, None])
        of_rows = torch.relu(self.row_hidden(by_row[:, 0]) + self.row_me(me)[:, None])
        of_columns = torch.relu(self.column_hidden(by_column[:, 0]) + self.column_me(me)[:, None])
        answers = self.answer_said(torch.relu(self.answer_hidden(me)))
        heads = torch.cat(
            [
                self.cell_said(cells).flatten(1).float(),
                self.row_said(of_rows).flatten(1).float(),
                self.column_said(of_columns).flatten(1).float(),
                said[..., 2],
                answers.float(),
                torch.zeros_like(said[:, 0, :1]),
            ],
            1,
        )
        win = said[..., 0].masked_fill(~sight.present, -1e9).log_softmax(1)
        return Said(heads.gather(1, sight.chosen), win, said[..., 1])


def policy(logits, legal):
    """Logs of probabilities; what is not legal has a very small one."""
    return logits.masked_fill(~legal, -1e9).log_softmax(1)


def parameters_of(net):
    return sum(parameter.numel() for parameter in net.parameters())
