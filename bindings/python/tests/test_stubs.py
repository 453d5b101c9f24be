import ast
import importlib.resources
import inspect
import re
import unittest

from tatami import _engine


def public(names):
    return {name for name in names if not name.startswith("_")}


# As pybind11 says types in documentation, and as a stub does.
spellings = (
    (r"tatami\._engine\.", ""),
    (r"numpy\.ndarray\[numpy\.(\w+)\]", r"npt.NDArray[np.\1]"),
    (r"numpy\.ndarray", "npt.NDArray[Any]"),
    (r"np\.bool\b", "np.bool_"),
    (r"Optional\[(\w+)\]", r"\1 | None"),
    (r"\bDict\[", "Mapping["),
    (r"\b(List|Tuple)\[", lambda found: found[1].lower() + "["),
    (r"\bdict$", "dict[str, Any]"),
)


def spelt(type_name):
    for pattern, instead in spellings:
        type_name = re.sub(pattern, instead, type_name)
    return type_name


def parts(text):
    """Of a list, at the commas that are in no brackets."""
    depth, found = 0, [""]
    for letter in text:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found if part.strip()]


def real_signature(member):
    """Parameters after self, with types where they are known, and the type of the result."""
    if isinstance(member, property):
        return [], spelt(re.search(r"-> (.*)", member.fget.__doc__)[1])
    documented = re.match(r"\w+\((.*)\) -> (.*)", member.__doc__ or "")
    if documented:
        return [spelt(part) for part in parts(documented[1])[1:]], spelt(documented[2])
    parameters = list(inspect.signature(member).parameters.values())[1:]
    return [parameter.name for parameter in parameters], None


def said_signature(member):
    arguments = [*member.args.posonlyargs, *member.args.args][1:]
    return [f"{each.arg}: {ast.unparse(each.annotation)}" for each in arguments], ast.unparse(
        member.returns)


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

    def described(self, name):
        """The members of a class of the stub and of its bases."""
        members = {}
        for base in self.classes[name].bases:
            if base.id in self.classes:
                members |= self.described(base.id)
        return members | {
            each.name: each for each in self.classes[name].body if isinstance(each, ast.FunctionDef)
        }

    def test_signatures(self):
        compared = 0
        for name in public(self.classes) - {"IllegalAction"}:
            for member, said in self.described(name).items():
                with self.subTest(f"{name}.{member}"):
                    real = inspect.getattr_static(getattr(_engine, name), member)
                    is_property = any(
                        getattr(each, "id", None) == "property" for each in said.decorator_list)
                    self.assertEqual(is_property, isinstance(real, property))
                    if not is_property:
                        real = getattr(getattr(_engine, name), member)
                    parameters, result = real_signature(real)
                    said_parameters, said_result = said_signature(said)
                    if result is None:  # a function of Python's own says its names alone
                        said_parameters = [each.split(":")[0] for each in said_parameters]
                        optional = [
                            each for each in inspect.signature(real).parameters.values()
                            if each.default is not each.empty]
                        self.assertEqual(len(said.args.defaults), len(optional))
                    elif not result.startswith(("object", "npt.NDArray")):
                        self.assertEqual(said_result, result)
                    self.assertEqual(said_parameters, parameters)
                    compared += 1
        self.assertGreater(compared, 60)

    def test_positional_parameters_are_those_of_the_calls_that_have_no_names(self):
        for name in ("DojoState", "TatamokatsuState"):
            said = self.described(name)["become"]
            self.assertEqual([each.arg for each in said.args.posonlyargs], ["self", "state", "action"])
            kinds = {
                parameter.kind
                for parameter in inspect.signature(getattr(_engine, name).become).parameters.values()
            }
            self.assertEqual(kinds, {inspect.Parameter.POSITIONAL_ONLY})


if __name__ == "__main__":
    unittest.main()
