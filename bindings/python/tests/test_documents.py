import contextlib
import io
import pathlib
import re
import unittest

root = pathlib.Path(__file__).resolve().parents[3]


class Documents(unittest.TestCase):
    def test_every_example_runs(self):
        for name in ("PYTHON.md", "RESEARCH.md"):
            text = (root / "docs" / name).read_text()
            examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
            if name == "PYTHON.md":
                self.assertGreater(len(examples), 5)
            for number, example in enumerate(examples, 1):
                with self.subTest(document=name, example=number):
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(example, f"{name}, example {number}", "exec"), {})


if __name__ == "__main__":
    unittest.main()
