"""What decisions were worth, once it is known how games went on."""

import torch


def from_table(by_seat_that_sees, acting, players):
    """Seats counted from the one that sees become seats of the table (the last dimension)."""
    number = torch.arange(by_seat_that_sees.shape[-1], device=acting.device)
    players = players[..., None]
    place = torch.where(number < players, (number - acting[..., None]) % players, number)
    return by_seat_that_sees.gather(-1, place)


def margins(scores, players):
    """Points more than the best of the others, in tens; 0 for seats that are not there."""
    present = torch.arange(scores.shape[-1], device=scores.device) < players[..., None]
    scores = scores.float().masked_fill(~present, -torch.inf)
    best, second = scores.topk(2, -1).values.unbind(-1)
    rival = torch.where(scores == best[..., None], second[..., None], best[..., None])
    return torch.where(present, scores - rival, 0.0) / 10


def weigh(values, last, utility, acting, done, ends, own_trace, trace):
    """Advantages of the decisions for whoever made them, and targets for the values of all seats.

    steps × games × seats (of the table) × kinds: `values` and, where a game is `done`, `ends`; `last`
    are the values after the last step. `utility` weighs the kinds. An advantage follows the decisions
    of one seat (generalised advantage estimation), since the others do not see what it just did."""
    steps, games = acting.shape
    every = torch.arange(games, device=acting.device)
    advantages = torch.empty(steps, games, device=acting.device)
    targets = torch.empty_like(values)
    following = last @ utility  # what each seat expects at its next decision
    gained = torch.zeros_like(following)
    ahead, target = last, last
    for step in reversed(range(steps)):
        over = done[step][:, None]
        following = torch.where(over, ends[step] @ utility, following)
        gained = gained.masked_fill(over, 0)
        target = torch.where(over[..., None], ends[step], (1 - trace) * ahead + trace * target)
        targets[step] = target
        ahead = values[step]
        seat = acting[step]
        expected = (ahead @ utility)[every, seat]
        advantage = following[every, seat] - expected + own_trace * gained[every, seat]
        advantages[step] = advantage
        gained[every, seat] = advantage
        following[every, seat] = expected
    return advantages, targets
