import hashlib
import itertools
import os
import signal
import threading
import unittest

import numpy as np

import tatami
import tatami.cuda


def choose(batch, numbers):
    """Any legal action of each game, by the mask."""
    return np.argmax(batch.legal * numbers.random(batch.legal.shape), axis=1)


class Batches(unittest.TestCase):
    def test_shapes_and_types(self):
        batch = tatami.batch("dojo", 7, players=3, edition="en", variants=["black-belt"])
        self.assertEqual(batch.observations.shape, (7, tatami.dojo_observation_size))
        self.assertEqual(batch.legal.shape, (7, 64))
        self.assertEqual(batch.rewards.shape, (7, 3))
        self.assertEqual(batch.observations.dtype, np.uint8)
        self.assertTrue(batch.legal.any(axis=1).all())
        self.assertFalse(batch.done.any())

    def test_arrays_are_written_in_place(self):
        batch = tatami.batch("dojo", 4)
        observations = batch.observations
        before = observations.copy()
        batch.step(choose(batch, np.random.default_rng(1)))
        self.assertIs(observations, batch.observations)
        self.assertFalse((observations == before).all())

    def test_observations_and_masks_are_those_of_the_states(self):
        batch = tatami.batch("dojo", 5, players=5, variants=["black-belt"])
        numbers = np.random.default_rng(2)
        for _ in range(150):
            for game in range(5):
                state = batch.state(game)
                seat = int(batch.seats[game])
                self.assertIn(seat, state.to_act)
                legal = [action & 63 for action in state.legal_actions(seat)]
                self.assertEqual(np.flatnonzero(batch.legal[game]).tolist(), legal)
                self.assertTrue((batch.observations[game] == state.observation(seat)).all())
                # Nothing hidden is in it: whatever the seat cannot know is dealt anew.
                other = state.imagine(seat, game)
                self.assertTrue((batch.observations[game] == other.observation(seat)).all())
            batch.step(choose(batch, numbers))

    def test_rewards_are_shares_of_the_win_and_games_begin_anew(self):
        batch = tatami.batch("dojo", 16, players=4)
        numbers = np.random.default_rng(3)
        ended = 0
        for _ in range(400):
            batch.step(choose(batch, numbers))
            sums = batch.rewards.sum(axis=1)
            self.assertTrue(np.allclose(sums, batch.done))
            for game in np.flatnonzero(batch.done):
                ended += 1
                self.assertEqual(batch.state(int(game)).round, 1)
                best = batch.scores[game].max()
                for seat in np.flatnonzero(batch.rewards[game]):
                    self.assertEqual(batch.scores[game][seat], best)
        self.assertGreater(ended, 30)

    def test_the_same_on_any_number_of_threads(self):
        def hashes(threads):
            batch = tatami.batch("dojo", 4096, seed=5, threads=threads)
            batch.play_randomly(200)
            numbers = np.random.default_rng(4)
            for _ in range(5):
                batch.step(choose(batch, numbers))
            return (batch.observations.tobytes(), batch.legal.tobytes(), batch.scores.tobytes())

        self.assertEqual(hashes(1), hashes(3))

    def test_every_array_keeps_its_bytes(self):
        # Whoever changes the rules or the layout of docs/PYTHON.md writes down the new hash.
        seen = hashlib.sha256()
        variants = ([], ["white-belt"], ["black-belt"], ["white-belt", "black-belt"])
        for players, edition, chosen in itertools.product((3, 4, 5), ("fr", "en"), variants):
            batch = tatami.batch(
                "dojo", 64, players=players, edition=edition, variants=chosen, seed=players
            )
            for _ in range(300):
                batch.play_randomly(1)
                for name in ("observations", "legal", "seats", "rewards", "done", "scores"):
                    seen.update(getattr(batch, name).tobytes())
        self.assertEqual(
            seen.hexdigest(), "0871e79418b4742ffba5fbcd9898cf19357334a19ccfc7a51f652fe17c897644"
        )

    def test_wrong_input_says_what_was_expected(self):
        batch = tatami.batch("dojo", 4)
        before = batch.observations.copy()
        with self.assertRaisesRegex(ValueError, r"expected actions of shape \(4,\), not \(5,\)"):
            batch.step(np.zeros(5, dtype=np.int64))
        with self.assertRaisesRegex(TypeError, "dtype"):
            batch.step(np.zeros(4))
        wrong = choose(batch, np.random.default_rng(1))
        wrong[2] = 63
        batch.legal[:] = True  # what is legal does not depend on what somebody wrote there
        with self.assertRaisesRegex(tatami.IllegalAction, r"game 2, seat 0: action 63 .*\(D5\)"):
            batch.step(wrong)
        with self.assertRaisesRegex(tatami.IllegalAction, "from 0 to 63"):
            batch.step(wrong + 64)
        self.assertTrue((batch.observations == before).all())
        with self.assertRaises(ValueError):
            tatami.batch("dojo", 0)
        with self.assertRaises(IndexError):
            batch.state(4)


# A machine with load may not get round to it while the other thread is playing.
longer = (4_000, 40_000, 400_000)


class Threads(unittest.TestCase):
    def test_a_batch_is_one_threads_at_a_time(self):
        batches = (
            tatami.batch("dojo", 64, threads=1),
            tatami.batch("tatamokatsu", 64, threads=1),
            tatami.cuda.batch(64, device="host"),
        )
        for batch in batches:

            def refusals(steps):
                worker = threading.Thread(target=batch.play_randomly, args=(steps,))
                worker.start()
                refused = 0
                while worker.is_alive():
                    try:
                        batch.play_randomly(1)
                    except RuntimeError as error:
                        self.assertRegex(str(error), "another thread")
                        refused += 1
                worker.join()
                return refused

            self.assertTrue(any(refusals(steps) for steps in longer))
            batch.play_randomly(1)

    def test_a_bot_is_one_threads_at_a_time(self):
        playing = tatami.Game("dojo")
        playing.play_chance()
        seat = playing.state.to_act[0]

        def refusals(iterations):
            sensei = tatami.bot("dojo", "sensei", iterations=iterations)
            chosen = []
            worker = threading.Thread(
                target=lambda: chosen.append(sensei.choose(playing.state, seat)))
            worker.start()
            refused = 0
            while worker.is_alive():
                try:
                    chosen.append(sensei.choose(playing.state, seat))
                except RuntimeError as error:
                    self.assertRegex(str(error), "another thread is using this bot")
                    refused += 1
            worker.join()
            # A refused call took no number from it.
            again = tatami.bot("dojo", "sensei", iterations=iterations)
            self.assertEqual(chosen, [again.choose(playing.state, seat) for _ in chosen])
            return refused

        self.assertTrue(any(refusals(iterations) for iterations in longer))

    def test_a_fork_during_a_call_is_refused_and_does_not_hang(self):
        batch = tatami.batch("dojo", 64, threads=1)

        def was_refused(steps):
            worker = threading.Thread(target=batch.play_randomly, args=(20 * steps,))
            worker.start()
            while worker.is_alive() and not self.is_busy(batch):
                pass
            child = os.fork()
            if child == 0:
                os._exit(0 if self.is_busy(batch) else 1)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            still = worker.is_alive()
            worker.join()
            self.assertTrue(status == 0 or not still)
            return status == 0

        self.assertTrue(any(was_refused(steps) for steps in longer))
        self.assertFalse(self.is_busy(batch))

    @staticmethod
    def is_busy(batch):
        try:
            batch.state(0)
        except RuntimeError:
            return True
        return False

    def test_forks_and_other_batches_are_free(self):
        batch = tatami.batch("dojo", 3000, threads=2, seed=5)
        batch.play_randomly(3)
        expected = tatami.batch("dojo", 3000, threads=1, seed=5)
        expected.play_randomly(6)
        child = os.fork()
        if child == 0:
            batch.play_randomly(3)
            os._exit(0 if (batch.observations == expected.observations).all() else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        workers = [tatami.batch("dojo", 64, seed=seed, threads=1) for seed in range(3)]
        threads = [threading.Thread(target=each.play_randomly, args=(200,)) for each in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        alone = tatami.batch("dojo", 64, seed=2, threads=1)
        alone.play_randomly(200)
        self.assertTrue((workers[2].observations == alone.observations).all())


class Interrupted(unittest.TestCase):
    """Ctrl-C ends calls that would take minutes, and what they worked on can be used again."""

    def assert_interrupted(self, call):
        heard = threading.Event()

        def handle(number, frame):
            # Once, and within the call: a signal that comes earlier would prove nothing.
            while frame is not None and frame.f_code is not call.__code__:
                frame = frame.f_back
            if frame is not None and not heard.is_set():
                heard.set()
                raise KeyboardInterrupt

        def press():
            while not heard.wait(0.02):
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        before = signal.signal(signal.SIGINT, handle)
        worker = threading.Thread(target=press)
        worker.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                call()
        finally:
            heard.set()
            worker.join()
            signal.signal(signal.SIGINT, before)

    def test_long_calls(self):
        playing = tatami.Game("dojo")
        playing.play_chance()
        seat = playing.state.to_act[0]
        sensei = tatami.bot("dojo", "sensei", iterations=2**31)
        batches = [
            tatami.batch("dojo", 64, threads=2),
            tatami.batch("tatamokatsu", 64),
            tatami.cuda.batch(64, device="host"),
        ]
        record = tatami.play("dojo", ["random"] * 4)
        many = 2**40
        for name, call in {
            "a bot": lambda: sensei.choose(playing.state, seat),
            "a game": lambda: tatami.play("dojo", ["sensei"] * 4, iterations=2**31),
            "a tournament": lambda: tatami.tournament("dojo", ["random"], games=many),
            "one of slow bots": lambda: tatami.tournament("dojo", ["sensei"], iterations=2**31),
            "Tatamokatsu": lambda: tatami.tournament("tatamokatsu", ["child"], games=many),
            "a review": lambda: tatami.review(record, iterations=20_000),
            **{str(batch): (lambda batch=batch: batch.play_randomly(many)) for batch in batches},
        }.items():
            with self.subTest(name):
                self.assert_interrupted(call)
        for batch in batches:
            batch.play_randomly(1)


if __name__ == "__main__":
    unittest.main()
