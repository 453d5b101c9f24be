import gc
import itertools
import os
import unittest

import numpy as np

import tatami
import tatami.cuda

names = ("observations", "legal", "seats", "rewards", "done", "scores")


def seen(batch, name):
    """An array of either kind of batch."""
    array = getattr(batch, name)
    return array if isinstance(array, np.ndarray) else np.from_dlpack(array)


class KernelsOnTheHost(unittest.TestCase):
    """What a GPU runs, compiled for the host."""

    def assert_same(self, kernels, batch, when):
        for name in names:
            self.assertTrue((seen(kernels, name) == seen(batch, name)).all(), f"{name}, {when}")

    def test_every_setup_step_by_step_as_the_batch(self):
        numbers = np.random.default_rng(1)
        for players, edition, variants in itertools.product(
            (3, 4, 5), ("fr", "en"), ([], ["white-belt"], ["black-belt"], ["white-belt", "black-belt"])
        ):
            setup = {"players": players, "edition": edition, "variants": variants, "seed": players}
            with self.subTest(**setup):
                batch = tatami.batch("dojo", 12, **setup)
                kernels = tatami.cuda.batch(12, device="host", **setup)
                self.assert_same(kernels, batch, "at the beginning")
                ended = 0
                for step in range(280):
                    chosen = np.argmax(batch.legal * numbers.random(batch.legal.shape), axis=1)
                    batch.step(chosen)
                    kernels.step(chosen.astype((np.int64, np.int32, np.uint8)[step % 3]))
                    self.assert_same(kernels, batch, f"step {step}")
                    ended += int(batch.done.sum())
                self.assertGreaterEqual(ended, 12)

    def test_random_play_as_the_batch(self):
        batch = tatami.batch("dojo", 64, seed=2**63 + 5)
        kernels = tatami.cuda.batch(64, device="host", seed=2**63 + 5)
        self.assertEqual(kernels.play_randomly(400), 64 * 400)
        batch.play_randomly(400)
        self.assert_same(kernels, batch, "after 400 steps")

    def test_another_deck(self):
        deck = {f"{disciple}{belt}": 2 for disciple in "MFTCBR" for belt in range(1, 6)}
        deck["R5"] = 4
        batch = tatami.batch("dojo", 8, deck=deck)
        kernels = tatami.cuda.batch(8, device="host", deck=deck)
        batch.play_randomly(150)
        kernels.play_randomly(150)
        self.assert_same(kernels, batch, "with four R5")
        with self.assertRaisesRegex(ValueError, "at most 64 cards"):
            tatami.cuda.batch(8, device="host", deck={**deck, "M1": 9})

    def test_games_can_be_kept_and_put_back(self):
        kernels = tatami.cuda.batch(16, device="host")
        kernels.play_randomly(30)
        tables = np.asarray(kernels.tables)  # NumPy reads DLPack, but does not write to it
        kept = tables.copy()
        before = {name: seen(kernels, name).copy() for name in ("observations", "legal", "seats")}
        kernels.play_randomly(10)
        tables[:] = kept
        kernels.show()
        for name, array in before.items():
            self.assertTrue((seen(kernels, name) == array).all(), name)
        # One game for all, as a search would begin.
        tables[:] = kept[3]
        kernels.show()
        self.assertTrue((seen(kernels, "observations") == before["observations"][3]).all())

    def test_worlds_that_look_the_same(self):
        for setup in ({"players": 5, "variants": ["black-belt"]}, {"players": 3, "edition": "en"}):
            kernels = tatami.cuda.batch(256, device="host", **setup)
            kernels.play_randomly(60)
            tables = np.asarray(kernels.tables)
            seen_before = {name: seen(kernels, name).copy() for name in names}
            kept = tables.copy()
            worlds = []
            for seed in (1, 2, 1):
                tables[:] = kept
                kernels.imagine(seed)
                kernels.show()
                for name in names:
                    self.assertTrue((seen(kernels, name) == seen_before[name]).all(), name)
                worlds.append(tables.copy())
            self.assertTrue((worlds[0] == worlds[2]).all())
            self.assertTrue((worlds[0] != worlds[1]).any(axis=1).all())
            # They are played to the end like any other, and chance goes another way in each.
            ends = []
            for world in worlds[:2]:
                tables[:] = world
                kernels.show()
                end = np.full(seen(kernels, "scores").shape, -1)
                for _ in range(220):
                    kernels.play_randomly(1)
                    first = (seen(kernels, "done") != 0) & (end[:, 0] < 0)
                    end[first] = seen(kernels, "scores")[first]
                    self.assertTrue(np.allclose(seen(kernels, "rewards").sum(axis=1),
                                                seen(kernels, "done")))
                self.assertTrue((end >= 0).all())
                ends.append(end)
            self.assertGreater((ends[0] != ends[1]).any(axis=1).sum(), 250)

    def test_arrays_outlive_the_batch(self):
        kernels = tatami.cuda.batch(16, device="host")
        expected = tatami.batch("dojo", 16).observations.copy()
        observations = np.from_dlpack(kernels.observations)
        unused = kernels.legal.__dlpack__()
        del kernels, unused
        gc.collect()
        self.assertTrue((observations == expected).all())
        del observations
        gc.collect()
        self.assertEqual(len(tatami.cuda._lent), 0)

    def test_what_is_wrong_is_said_and_changes_nothing(self):
        kernels = tatami.cuda.batch(4, device="host")
        batch = tatami.batch("dojo", 4)
        legal = np.argmax(batch.legal, axis=1)
        wrong = legal.copy()
        wrong[2] = 63
        for bad, error, text in (
            (wrong, tatami.IllegalAction, r"game 2, seat 0: action 63 is not legal: .*\(D5\)"),
            (legal - 2**40, tatami.IllegalAction, "game 0, seat 0: .* actions are from 0 to 63"),
            (legal[:3], ValueError, "another shape"),
            (legal.astype(np.float32), TypeError, "another type"),
            (legal.astype(np.int8), TypeError, "another type"),
            (np.repeat(legal, 2)[::2], ValueError, "one after the other"),
            ([1, 2, 3, 4], TypeError, "no __dlpack__"),
        ):
            with self.assertRaisesRegex(error, text):
                kernels.step(bad)
            self.assert_same(kernels, batch, text)
        kernels.step(wrong, wait=False)
        kernels.step(legal, wait=False)
        with self.assertRaisesRegex(tatami.IllegalAction, r"game 2, .*\(D5\)"):
            kernels.wait()
        self.assert_same(kernels, batch, "after steps that were refused together")
        kernels.step(legal)
        batch.step(legal)
        self.assert_same(kernels, batch, "after a legal step")
        for setup in ({"players": 6}, {"edition": "de"}, {"colour": 1}, {"device": "disk"}):
            with self.assertRaises(ValueError):
                tatami.cuda.batch(4, **{"device": "host", **setup})
        for games in (0, 2**24 + 1):
            with self.assertRaisesRegex(ValueError, "from 1 to"):
                tatami.cuda.batch(games, device="host")
        if not tatami.cuda.is_available():
            with self.assertRaisesRegex(RuntimeError, "cuda/build"):
                tatami.cuda.batch(4)

    def test_a_fork_is_refused(self):
        kernels = tatami.cuda.batch(4, device="host")
        child = os.fork()
        if child == 0:
            try:
                kernels.play_randomly(1)
            except RuntimeError:
                os._exit(0)
            os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)


if __name__ == "__main__":
    unittest.main()
