import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

examples = pathlib.Path(__file__).resolve().parents[3] / "examples"


class Examples(unittest.TestCase):
    """With small budgets; what they print is looked at, not only that they end."""

    def run_example(self, *words):
        done = subprocess.run(
            [sys.executable, *words], cwd=examples, capture_output=True, text=True, timeout=300,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_value_function_learns_and_draws_its_curve(self):
        with tempfile.TemporaryDirectory() as folder:
            curve = pathlib.Path(folder) / "curve.svg"
            printed = self.run_example("value.py", "800", str(curve))
            error = float(re.search(r"squared error ([0-9.]+)", printed)[1])
            self.assertLess(error, 0.1875, printed)
            root = xml.etree.ElementTree.parse(curve).getroot()
            self.assertTrue(root.tag.endswith("svg"))
            self.assertEqual(len(root.findall("{*}polyline")), 1)

    @unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
    def test_the_same_in_pytorch(self):
        printed = self.run_example("value_torch.py", "400")
        self.assertLess(float(re.search(r"squared error ([0-9.]+)", printed)[1]), 0.2, printed)

    def test_the_solution_can_hardly_be_exploited(self):
        with tempfile.TemporaryDirectory() as folder:
            curve = pathlib.Path(folder) / "curve.svg"
            printed = self.run_example("exploitability.py", "3", "3", str(curve))
            gains = [float(gain) for gain in re.findall(r"([0-9.]+) (?:points|later)", printed)]
            self.assertEqual(gains[:2], [0, 0], printed)  # two players
            self.assertAlmostEqual(gains[2], 0.0496, delta=0.0001, msg=printed)
            self.assertLess(gains[3], 0.4, printed)
            root = xml.etree.ElementTree.parse(curve).getroot()
            self.assertEqual(len(root.findall("{*}polyline")), 2)


if __name__ == "__main__":
    unittest.main()
