"""Builds the wheel with CMake and packs it; a PEP 517 backend that needs nothing but Python."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

root = pathlib.Path(__file__).resolve().parents[2]
package = root / "bindings" / "python" / "tatami"


def version() -> str:
    text = (root / "rules" / "core" / "version.h").read_text()
    found = re.search(r"library_version\{(\d+), (\d+), (\d+)\}", text)
    if found is None:
        raise SystemExit("rules/core/version.h names no version")
    return ".".join(found.groups())


def build_module() -> pathlib.Path:
    subprocess.run(["cmake", "--preset", "python"], cwd=root, check=True)
    subprocess.run(
        ["cmake", "--build", "--preset", "python", "--target", "tatami_python"], cwd=root, check=True
    )
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return root / "build" / "python" / "tatami" / f"_engine{suffix}"


def metadata() -> str:
    return (
        f"Metadata-Version: 2.1\nName: tatami-games\nVersion: {version()}\n"
        "Summary: The games Dojo and Tatamokatsu: rules, exact scores, bots, records, batches\n"
        "Requires-Python: >=3.11\nProvides-Extra: arrays\n"
        "Requires-Dist: numpy; extra == 'arrays'\n"
    )


def tag() -> str:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    module = build_module()
    info = f"tatami_games-{version()}.dist-info"
    files = {f"tatami/{file.name}": file.read_bytes() for file in sorted(package.iterdir())
             if file.suffix in (".py", ".pyi", ".typed") or file.name == "py.typed"}
    files[f"tatami/{module.name}"] = module.read_bytes()
    if os.environ.get("TATAMI_CUDA"):  # with the kernels for a GPU, which need nvcc
        subprocess.run([root / "cuda" / "build"], check=True)
        library = root / "build" / "cuda" / "libtatami_cuda.so"
        files[f"tatami/{library.name}"] = library.read_bytes()
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: tatami\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    )
    rows = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(content)}\n")
    rows.append(f"{info}/RECORD,,\n")
    files[f"{info}/RECORD"] = "".join(rows).encode()
    wheel = f"tatami_games-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in files.items():
            # The same bytes for the same contents, whenever it is built.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("there is no sdist: the wheel is built from a clone")
