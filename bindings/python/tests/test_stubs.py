import ast
import importlib.resources
import unittest

from tatami import _engine


def public(names):
    return {name for name in names if not name.startswith("_")}


class Stubs(unittest.TestCase):
    """_engine.pyi names what the extension module has, no more and no less."""

    def setUp(self):
        stub = importlib.resources.files("tatami").joinpath("_engine.pyi").read_text()
        self.body = ast.parse(stub).body
        self.classes = {each.name: each for each in self.body if isinstance(each, ast.ClassDef)}

    def members(self, name):
        """Of a class of the stub, those of its bases too."""
        described = self.classes[name]
        found = {each.name for each in described.body if isinstance(each, ast.FunctionDef)}
        for base in described.bases:
            if base.id in self.classes:
                found |= self.members(base.id)
        return public(found)

    def test_the_module(self):
        values = {each.target.id for each in self.body if isinstance(each, ast.AnnAssign)}
        self.assertEqual(public(values) | public(self.classes), public(dir(_engine)))

    def test_its_classes(self):
        for name in public(self.classes) - {"IllegalAction"}:
            with self.subTest(name):
                self.assertEqual(self.members(name), public(dir(getattr(_engine, name))))


if __name__ == "__main__":
    unittest.main()
