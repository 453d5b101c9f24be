import copy
import json
import math
import pathlib
import random
import re
import time
import unittest

import tatami


def random_game(game, seed, see=lambda state: None, **setup):
    """Any legal action of any seat; in Tatamokatsu also any reaction at any time."""
    numbers = random.Random(seed)
    playing = tatami.Game(game, seed=seed, **setup)
    state = playing.state
    while not state.is_over:
        see(state)
        if state.chance_acts:
            playing.play_chance()
        elif game == "tatamokatsu" and state.window_is_open:
            close = state.closes_at
            seat = numbers.choice(state.may_react) if state.may_react else None
            legal = []
            if seat is not None and numbers.random() < 0.5:
                legal = state.reactions(seat, numbers.randrange(close + 1))
            playing.apply(numbers.choice(legal) if legal else state.close())
        else:
            seat = numbers.choice(state.to_act)
            playing.apply(numbers.choice(state.legal_actions(seat)))
    return playing


class States(unittest.TestCase):
    def test_games_of_all_sizes_end_and_can_be_replayed(self):
        for game, sizes in (("dojo", (3, 4, 5)), ("tatamokatsu", (2, 3, 4, 5))):
            for players in sizes:
                with self.subTest(game=game, players=players):
                    playing = random_game(game, players, players=players)
                    again = tatami.replay(playing.record())
                    self.assertEqual(again, playing.state)
                    self.assertEqual(again.outcome(), playing.state.outcome())

    def test_dojo_knows_editions_and_variants(self):
        playing = random_game(
            "dojo", 5, players=3, edition="en", variants=["white-belt", "black-belt"]
        )
        header = json.loads(playing.record().splitlines()[0])
        self.assertEqual(header["variants"], ["white-belt", "black-belt"])
        self.assertEqual(len(playing.state.outcome()["scores"]), 3)

    def test_a_copy_is_another_game(self):
        state = tatami.start("dojo")
        twin = state.copy()
        self.assertEqual(copy.deepcopy(state), twin)
        twin.apply(twin.legal_chances()[0])
        self.assertNotEqual(state, twin)

    def test_a_state_becomes_what_another_becomes(self):
        for game in tatami.games():
            scratch = tatami.start(game, players=3)

            def see(state):
                actions = state.legal_chances() if state.chance_acts else []
                for seat in state.to_act:
                    actions += state.legal_actions(seat)
                for action in actions[:4]:
                    twin = state.copy()
                    twin.apply(action)
                    scratch.become(state, action)
                    self.assertEqual(scratch, twin)

            over = random_game(game, 6, see, players=3).state
            before = scratch.copy()
            other = "tatamokatsu" if game == "dojo" else "dojo"
            for wrong, error in (
                ((over, 0), tatami.IllegalAction),
                ((over, 2**32 - 1), tatami.IllegalAction),
                ((over, 2**70), TypeError),
                ((over, -1), TypeError),
                ((over, "give"), TypeError),
                ((over,), TypeError),
                ((tatami.start(other, players=3), 0), TypeError),
            ):
                with self.assertRaises(error):
                    scratch.become(*wrong)
            self.assertEqual(scratch, before)

    def test_events_and_actions_translate(self):
        def see(state):
            for action in state.legal_chances()[:3] if state.chance_acts else []:
                self.assertEqual(state.action(state.event(action)), action)

        for game in tatami.games():
            random_game(game, 3, see, players=3)

    def test_a_view_shows_what_a_seat_knows(self):
        playing = tatami.Game("dojo", players=3)
        playing.play_chance()
        dealer = playing.state.to_act[0]
        self.assertIsNotNone(playing.state.view(dealer)["own"]["drawn"])
        self.assertIsNone(playing.state.view((dealer + 1) % 3)["own"]["drawn"])
        self.assertNotIn("own", playing.state.view())

    def test_what_is_illegal_names_its_rule(self):
        state = tatami.start("dojo", players=3)
        with self.assertRaisesRegex(tatami.IllegalAction, "another step comes next"):
            state.apply(state.action({"seat": 0, "give": 1}))
        playing = random_game("dojo", 1, players=3)
        with self.assertRaisesRegex(tatami.IllegalAction, r"\(D13\)"):
            playing.apply({"seat": 0, "give": 1})
        for nonsense in (0xFFFF, 0xFFFFFFFF):
            with self.assertRaises(tatami.IllegalAction):
                state.apply(nonsense)
        with self.assertRaises(TypeError):
            state.apply(-1)
        before = state.copy()
        self.assertRegex(state.why_not(state.action({"seat": 0, "give": 1})), "another step")
        self.assertEqual(state, before)

    def test_wrong_setups_say_what_was_expected(self):
        for setup in ({"players": 6}, {"players": 3, "edition": "de"}, {"players": 3, "colour": 1}):
            with self.assertRaises(ValueError):
                tatami.start("dojo", **setup)
        with self.assertRaisesRegex(ValueError, "there are dojo, tatamokatsu"):
            tatami.start("chess")
        with self.assertRaises(IndexError):
            tatami.start("dojo").legal_actions(4)
        with self.assertRaisesRegex(ValueError, "not over"):
            tatami.start("dojo").outcome()

    def test_check_and_legal_actions_agree(self):
        def see(state):
            for seat in state.to_act:
                for action in state.legal_actions(seat):
                    self.assertIsNone(state.why_not(action))

        random_game("dojo", 9, see, players=4)

    def test_another_world_looks_the_same(self):
        differed = 0

        def see(state):
            nonlocal differed
            for seat in range(state.players):
                other = state.imagine(seat, differed + 17)
                differed += other != state
                self.assertEqual(other.view(seat), state.view(seat))
                self.assertEqual(
                    other.observation(seat).tobytes(), state.observation(seat).tobytes()
                )

        for players in (3, 5):
            random_game("dojo", players, see, players=players, variants=["black-belt"])
        self.assertGreater(differed, 100)


class Records(unittest.TestCase):
    def test_a_line_that_the_rules_refuse_is_named(self):
        lines = random_game("dojo", 2, players=3).record().splitlines()
        lines[5] = lines[2]
        with self.assertRaisesRegex(ValueError, "^line 6: "):
            tatami.replay("\n".join(lines))
        for text in ("", "nonsense", '{"game":"chess"}'):
            with self.assertRaisesRegex(ValueError, "line 1"):
                tatami.replay(text)

    def test_reviews_add_up_to_the_result(self):
        record = tatami.play("dojo", ["novice"] * 3, seed=4)
        review = tatami.review(record, iterations=4)
        for seat in range(3):
            parts = [review[part][seat] for part in review["standard_errors"]]
            self.assertAlmostEqual(1 / 3 + sum(parts), review["chances"][-1][seat], delta=0.001)
        with self.assertRaisesRegex(ValueError, "not over"):
            tatami.review("\n".join(record.splitlines()[:9]))

    def test_verification_derives_the_chance_of_a_game_again(self):
        # The proof and the beginning of a game in docs/PROTOCOL.md: every line is as it must be, and
        # then the record stops.
        text = (pathlib.Path(__file__).resolve().parents[3] / "docs" / "PROTOCOL.md").read_text()
        sidecar, record = re.search(
            r"```json\n(\{\n  \"commitment\".*?)```.*?```jsonl\n(.*?)```", text, re.DOTALL
        ).groups()
        for proof in (sidecar, json.loads(sidecar)):
            with self.assertRaisesRegex(ValueError, "^line 10: the record stops before"):
                tatami.verify(record, proof)
        with self.assertRaisesRegex(ValueError, "^line 3: "):
            tatami.verify(record.replace('"R1"', '"R2"'), sidecar)

    def test_verification_refuses_a_wrong_seed(self):
        record = random_game("dojo", 2, players=3).record()
        sidecar = {
            "commitment": "0" * 64, "seed": "1" * 64, "contributions": ["", "", ""],
            "first_is_named": False, "verdicts": [],
        }
        with self.assertRaisesRegex(ValueError, "commitment"):
            tatami.verify(record, sidecar)
        with self.assertRaisesRegex(ValueError, "the sidecar"):
            tatami.verify(record, {})


    def test_reviews_of_tatamokatsu_judge_its_choices(self):
        record = tatami.play("tatamokatsu", ["random", "regular", "samurai"], seed=4)
        review = tatami.review(record, iterations=2)
        self.assertEqual(len(review["chances"][-1]), 3)
        self.assertEqual(review, tatami.review(record, iterations=2))
        winners = tatami.replay(record).outcome()["winners"]
        for seat, chance in enumerate(review["chances"][-1]):
            expected = 1 / len(winners) if seat in winners else 0
            self.assertAlmostEqual(chance, expected, places=3)


class Scores(unittest.TestCase):
    rows = [["M1", "M2", "M3", "M4"], ["F1", "F2", "F3", "F4"], ["T1", "T2", "T3", "T4"]]

    def test_scores_come_with_their_reasons(self):
        how = tatami.explain(self.rows)
        self.assertEqual(how["total"], 3 * 10 + 1 + 2 + 3 + 4)
        self.assertEqual(how["rows"][0]["groups"], [{"disciple": "M", "cards": 4, "points": 10}])
        self.assertEqual(how["columns"][3], {"points": 4, "belt": 4, "cards": 3, "doubled": False})
        self.assertEqual(how["reorderings"], [])
        with self.assertRaises(ValueError):
            tatami.explain([["M1"] * 4] * 3)
        with self.assertRaises(ValueError):
            tatami.explain(self.rows, row_trophies=["broom", None, None])

    def test_a_finished_games_scores_are_explained(self):
        for seed in range(5):
            state = random_game("dojo", seed, players=4).state
            for seat, score in enumerate(state.scores()):
                how = state.explain(seat)
                self.assertEqual(how["total"], score)
                points = [line["points"] for line in how["rows"] + how["columns"]]
                self.assertEqual(sum(points), score)


class Bots(unittest.TestCase):
    def test_bots_play_by_name(self):
        self.assertIn("sensei", tatami.bots("dojo"))
        for game in tatami.games():
            names = [tatami.bots(game)[i % 4] for i in range(4)]
            record = tatami.play(game, names, seed=3)
            self.assertTrue(tatami.replay(record).is_over)
            self.assertEqual(record, tatami.play(game, names, seed=3))
            self.assertNotEqual(record, tatami.play(game, names, seed=4))
        with self.assertRaisesRegex(ValueError, "there are random, novice"):
            tatami.bot("dojo", "grandmaster")
        with self.assertRaisesRegex(ValueError, "each of the"):
            tatami._engine._play_dojo('{"game":"dojo","players":4}', ["novice"], 1, 1)

    def test_a_bot_chooses_for_a_seat(self):
        playing = tatami.Game("dojo", players=3)
        student = tatami.bot("dojo", "student", players=3)
        while not playing.state.is_over:
            playing.play_chance()
            if playing.state.to_act:
                seat = playing.state.to_act[0]
                playing.apply(student.choose(playing.state, seat))
        with self.assertRaisesRegex(ValueError, "nothing to choose"):
            student.choose(playing.state, 0)

    def test_a_bot_of_tatamokatsu_chooses_for_a_seat(self):
        # T21: whoever must choose is asked outside the window; nobody reacts in this game.
        playing = tatami.Game("tatamokatsu", players=3, seed=2)
        regular = tatami.bot("tatamokatsu", "regular", players=3)
        chosen = 0
        for _ in range(2000):
            if playing.state.is_over:
                break
            playing.play_chance()
            if playing.state.window_is_open:
                playing.apply(playing.state.close())
            elif playing.state.to_act:
                seat = playing.state.to_act[0]
                action = regular.choose(playing.state, seat)
                self.assertIn(action, playing.state.legal_actions(seat))
                playing.apply(action)
                chosen += 1
        self.assertGreater(chosen, 0)
        self.assertEqual(tatami.replay(playing.record()), playing.state)

    def test_a_tournament_of_tatamokatsu(self):
        names = ["samurai", "child"]
        once = tatami.tournament("tatamokatsu", names, players=2, games=60, threads=1)
        self.assertEqual(
            once, tatami.tournament("tatamokatsu", names, players=2, games=60, threads=3)
        )
        self.assertEqual(sum(entrant["seats"] for entrant in once), 120)
        self.assertGreater(once[0]["win_share"], once[1]["win_share"])

    def test_tournaments_do_not_depend_on_threads(self):
        once = tatami.tournament("dojo", ["student", "random"], games=40, threads=1)
        self.assertEqual(once, tatami.tournament("dojo", ["student", "random"], games=40, threads=3))
        self.assertEqual(sum(entrant["seats"] for entrant in once), 160)
        self.assertGreater(once[0]["win_share"], once[1]["win_share"])

    def test_a_tournament_says_how_sure_it_is(self):
        # Of the same games, played here one by one: the seats of a game depend on each other.
        names, games = ["student", "random", "random"], 60
        shares = []
        for game in range(games):
            lineup = [names[(seat + game) % 3] for seat in range(4)]
            record = tatami.play("dojo", lineup, seed=game)
            winners = tatami.replay(record).outcome()["winners"]
            mine = [seat for seat in range(4) if (seat + game) % 3 == 0]
            shares.append((len(mine), sum(1 / len(winners) for seat in mine if seat in winners)))
        seats = sum(n for n, _ in shares)
        share = sum(won for _, won in shares) / seats
        expected = 1.96 * math.sqrt(sum((won - share * n) ** 2 for n, won in shares)) / seats
        student = tatami.tournament("dojo", names, games=games, seed=9)[0]
        # Other games, so it is about the same.
        self.assertAlmostEqual(student["plus_minus"], expected, delta=0.4 * expected)
        # Four times as many games are twice as sure.
        more = tatami.tournament("dojo", names, games=4 * games, seed=9)[0]
        self.assertAlmostEqual(more["plus_minus"], student["plus_minus"] / 2, delta=0.2 * expected)
        # Alone at the table one wins everything, which is certain.
        alone = tatami.tournament("dojo", ["random"], games=20)[0]
        self.assertEqual((alone["win_share"], alone["plus_minus"]), (0.25, 0))
        nobody = tatami.tournament("dojo", ["random"], games=0)[0]
        self.assertEqual((nobody["seats"], nobody["win_share"], nobody["plus_minus"]), (0, 0, 0))


class Solved(unittest.TestCase):
    def test_best_answers_gain_little_and_nothing_of_two(self):
        for players in (2, 3, 4):
            solution = tatami.solve(players=players)
            state = tatami.start("tatamokatsu", players=players)
            values, best = solution.value(state), solution.best_answers(state)
            for value, answer in zip(values, best):
                self.assertGreaterEqual(answer, value - 1e-9)
                self.assertLess(answer, value + (1e-6 if players == 2 else 0.002))
            self.assertEqual(max(best) - max(values) > 1e-5, players > 2)
            state.apply(state.legal_chances()[0])
            with self.assertRaisesRegex(ValueError, "about to roll"):
                solution.best_answers(state)
            with self.assertRaisesRegex(ValueError, f"for {players} players"):
                solution.best_answers(tatami.start("tatamokatsu", players=5))


class Speed(unittest.TestCase):
    def test_a_copy_and_an_action_cost_little_more_than_a_call(self):
        state = tatami.start("dojo")
        action = state.legal_chances()[0]
        scratch = state.copy()

        def seconds(do):
            begun = time.perf_counter()
            for _ in range(20000):
                do()
            return time.perf_counter() - begun

        # A ratio to what a call of Python's own costs, each the best of several.
        call = min(seconds(lambda: "".startswith("a")) for _ in range(5))
        become = min(seconds(lambda: scratch.become(state, action)) for _ in range(5))
        self.assertLess(become, 8 * call)


if __name__ == "__main__":
    unittest.main()
