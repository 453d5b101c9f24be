"""Games of Dojo that stay in the memory of a GPU: the batches of `tatami.batch`, shared with PyTorch,
CuPy or JAX by DLPack (docs/PYTHON.md).

This file needs nothing but Python and the libraries that cuda/build makes, so a machine for training
can load it alone.
"""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from typing import Any

__all__ = ["Array", "DeviceBatch", "actions", "batch", "is_available", "observation_size"]

actions = 64
observation_size = 240

_cpu, _gpu = 1, 2  # DLPack's kinds of devices
_kinds = {b"i": 0, b"u": 1, b"f": 2}  # and of numbers
_names = ("observations", "legal", "seats", "rewards", "done", "scores", "tables")


class _Array(ctypes.Structure):
    _fields_ = [
        ("first", ctypes.c_void_p),
        ("rows", ctypes.c_int64),
        ("columns", ctypes.c_int64),
        ("kind", ctypes.c_char),
        ("bytes", ctypes.c_int32),
    ]


# As DLPack's specification has them (version 0.x, which every library reads).
class _Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class _Type(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
# In a capsule's destructor its object must not be counted anew, so these take plain addresses.
_is_valid_at = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)
_pointer_at = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)

# What others have been lent, so that it lives until they give it back.
_lent: dict[int, tuple[Any, ...]] = {}


@_Deleter
def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _nobody_took_it(capsule: Any) -> None:
    if _is_valid_at(capsule, b"dltensor"):
        _lent.pop(_pointer_at(capsule, b"dltensor"), None)


def _load(path: str) -> Any:
    library = ctypes.CDLL(path)
    batch_pointer = ctypes.c_void_p
    library.tatami_why.restype = ctypes.c_char_p
    library.tatami_batch_open.restype = batch_pointer
    library.tatami_batch_open.argtypes = [
        ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int, ctypes.c_size_t
    ]
    library.tatami_batch_close.restype = None
    library.tatami_batch_close.argtypes = [batch_pointer]
    library.tatami_batch_arrays.restype = None
    library.tatami_batch_arrays.argtypes = [batch_pointer, ctypes.POINTER(_Array)]
    library.tatami_batch_step.argtypes = [
        batch_pointer, ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
    ]
    library.tatami_batch_play_randomly.argtypes = [
        batch_pointer, ctypes.c_uint64, ctypes.c_size_t
    ]
    library.tatami_batch_show.argtypes = [batch_pointer, ctypes.c_size_t]
    library.tatami_batch_imagine.argtypes = [
        batch_pointer, ctypes.c_uint64, ctypes.c_size_t
    ]
    library.tatami_batch_wait.argtypes = [batch_pointer, ctypes.c_size_t]
    return library


def _built(name: str) -> pathlib.Path | None:
    """A library beside this file, or in build/cuda of a clone."""
    here = pathlib.Path(__file__).resolve()
    places = [here.parent, *(parent / "build" / "cuda" for parent in here.parents)]
    return next((place / name for place in places if (place / name).is_file()), None)


def is_available() -> bool:
    """Whether the library for GPUs was built. Whether there is a GPU, `batch` says."""
    return _built("libtatami_cuda.so") is not None


# Alone, this file has no IllegalAction, which is a ValueError.
_illegal: type[ValueError] = ValueError
if __package__:
    from ._engine import IllegalAction as _illegal

_libraries: dict[str, Any] = {}


def _library(device: str) -> Any:
    if device not in _libraries:
        if device == "host" and __package__:
            from . import _engine

            path = pathlib.Path(_engine.__file__)
        else:
            found = _built(f"libtatami_{device}.so")
            if found is None:
                raise RuntimeError(
                    "the library for GPUs was not built: run cuda/build, which needs nvcc"
                )
            path = found
        _libraries[device] = _load(str(path))
    return _libraries[device]


class Array:
    """Memory of a batch. `torch.from_dlpack(array)`, `cupy.from_dlpack(array)` and, on the host,
    `numpy.from_dlpack(array)` share it; it lives as long as anybody does."""

    def __init__(self, owner: Any, described: _Array, device: tuple[int, int]) -> None:
        self._owner = owner
        self._described = described
        self._device = device
        self.shape: tuple[int, ...] = (
            (described.rows, described.columns) if described.columns else (described.rows,)
        )

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        kind = _Type(_kinds[self._described.kind], 8 * self._described.bytes, 1)
        tensor = _Tensor(
            self._described.first, _Device(*self._device), len(self.shape), kind, shape, None, 0
        )
        managed = _Managed(tensor, None, _give_back)
        address = ctypes.addressof(managed)
        _lent[address] = (managed, shape, self._owner)
        return _new_capsule(
            address, b"dltensor", ctypes.cast(_nobody_took_it, ctypes.c_void_p)
        )

    def _interface(self) -> dict[str, Any]:
        kind = self._described.kind.decode()
        order = "|" if self._described.bytes == 1 else "<"
        return {
            "shape": self.shape,
            "typestr": f"{order}{kind}{self._described.bytes}",
            "data": (self._described.first, False),
            "version": 3,
        }

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._device[0] != _gpu:
            raise AttributeError("this array is in the host's memory")
        return self._interface()

    @property
    def __array_interface__(self) -> dict[str, Any]:
        if self._device[0] != _cpu:
            raise AttributeError("this array is in a GPU's memory; copy it first")
        return self._interface()


class _Handle:
    """Closes the batch when neither it nor any of its arrays is used any more."""

    def __init__(self, library: Any, pointer: int) -> None:
        self.library = library
        self.pointer = pointer
        self.process = os.getpid()

    def __del__(self) -> None:
        if os.getpid() == self.process:  # a GPU's memory is not a fork's to free
            self.library.tatami_batch_close(self.pointer)


class DeviceBatch:
    """As `tatami.DojoBatch`, array by array and game by game, but in a GPU's memory. `legal` and
    `done` are of uint8: 0 or 1."""

    observations: Array
    legal: Array
    seats: Array
    rewards: Array
    done: Array
    scores: Array
    tables: Array

    def __init__(self, header: str, games: int, seed: int, device: str, stream: int) -> None:
        kind, _, number = device.partition(":")
        if kind not in ("cuda", "host") or (number and not number.isdigit()):
            raise ValueError(f'a device is "cuda", "cuda:1" or "host", not {device!r}')
        library = _library(kind)
        self.device = device
        self.stream = stream
        self.games = games
        which = int(number or 0)
        pointer = library.tatami_batch_open(
            header.encode(), games, seed & (2**64 - 1), which, stream
        )
        if not pointer:
            raise ValueError(library.tatami_why().decode())
        self._handle = _Handle(library, pointer)
        self._where = (_gpu if kind == "cuda" else _cpu, which)
        described = (_Array * len(_names))()
        library.tatami_batch_arrays(pointer, described)
        for name, array in zip(_names, described):
            setattr(self, name, Array(self._handle, array, self._where))

    def _call(self, name: str, *arguments: Any) -> None:
        """One function of the library. Python's lock is released meanwhile."""
        handle = self._handle
        if os.getpid() != handle.process:
            raise RuntimeError("a batch cannot be used in a fork: open one there")
        answer = getattr(handle.library, name)(handle.pointer, *arguments)
        if answer:
            error = _illegal if answer == 2 else RuntimeError
            raise error(handle.library.tatami_why().decode())

    def step(self, actions: Any, *, wait: bool = True) -> None:
        """Plays one action of every game: an array of int64, int32 or uint8 on the same device.

        An illegal action raises IllegalAction (without the module, ValueError) with the rule that
        forbids it, and no game has moved then. With wait=False the call
        returns before the step is done and `wait()` raises what was wrong; steps after the illegal
        one change nothing."""
        address, size, keep = self._given(actions)
        self._call("tatami_batch_step", address, size, self.stream)
        if wait:
            self.wait()
        del keep

    def play_randomly(self, steps: int, *, wait: bool = True) -> int:
        """Every seat does anything legal, `steps` times; how many decisions that were."""
        if steps < 0:
            raise ValueError("steps are counted from 0")
        # A part at a time, so that Ctrl-C is heard in between.
        part = max(1, 2**20 // self.games)
        for done in range(0, steps, part):
            self._call("tatami_batch_play_randomly", min(part, steps - done), self.stream)
        if wait:
            self.wait()
        return steps * self.games

    def show(self, *, wait: bool = True) -> None:
        """Writes observations, masks and seats anew, after `tables` was written to: rows of it
        (whole games, with their hidden cards) may be kept and put back, in any batch of the same
        setup."""
        self._call("tatami_batch_show", self.stream)
        if wait:
            self.wait()

    def imagine(self, seed: int, *, wait: bool = True) -> None:
        """Makes each game another one that its seat to act cannot tell from it: whatever that seat
        does not know, and what chance will bring, is drawn anew. What is seen stays the same."""
        self._call("tatami_batch_imagine", seed & (2**64 - 1), self.stream)
        if wait:
            self.wait()

    def wait(self) -> None:
        """Until all steps are done; raises what one of them refused."""
        self._call("tatami_batch_wait", self.stream)

    def torch(self) -> dict[str, Any]:
        """All arrays as PyTorch tensors that share the memory; `legal` and `done` are bool."""
        import torch

        tensors = {name: torch.from_dlpack(getattr(self, name)) for name in _names}
        for name in ("legal", "done"):
            tensors[name] = tensors[name].view(torch.bool)
        return tensors

    def _given(self, actions: Any) -> tuple[int, int, Any]:
        expected = f"expected {self.games} actions of int64, int32 or uint8, one a game, on {self.device}"
        if not hasattr(actions, "__dlpack__"):
            raise TypeError(f"{expected}; this has no __dlpack__")
        if tuple(actions.__dlpack_device__()) != self._where:
            raise ValueError(f"{expected}; these are elsewhere")
        capsule = (
            actions.__dlpack__(stream=self.stream or 1)
            if self._where[0] == _gpu
            else actions.__dlpack__()
        )
        if not _is_valid(capsule, b"dltensor"):
            raise TypeError(f"{expected}; its DLPack capsule is of another version")
        tensor = _Managed.from_address(_pointer_of(capsule, b"dltensor")).tensor
        kind = (tensor.type.kind, tensor.type.bits)
        if tensor.type.lanes != 1 or kind not in ((0, 64), (0, 32), (1, 8)):
            raise TypeError(f"{expected}; this is another type")
        if tensor.dimensions != 1 or tensor.shape[0] != self.games:
            raise ValueError(f"{expected}; this is another shape")
        if tensor.strides and tensor.strides[0] != 1 and self.games > 1:
            raise ValueError(f"{expected}; they must lie one after the other")
        return tensor.data + tensor.offset, tensor.type.bits // 8, (capsule, actions)


def batch(
    games: int,
    *,
    players: int = 4,
    seed: int = 1,
    device: str = "cuda",
    stream: int = 0,
    **setup: Any,
) -> DeviceBatch:
    """Games of Dojo on a GPU, or with the same source on the host. `stream` is one of CUDA's; 0, the
    default one, is PyTorch's default too."""
    header = json.dumps({"game": "dojo", "players": players, **setup})
    return DeviceBatch(header, games, seed, device, stream)
