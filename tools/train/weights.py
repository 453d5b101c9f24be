"""Weights of a net as a file: half precision, with a checksum.

"tatami-net 1\\n", the number of tensors (uint32); for each its name (a length in a byte, then letters),
its dimensions (how many in a byte, then a uint32 each) and its numbers (float16, row by row); at the
end the CRC-32 of all that (uint32). Everything is little-endian.
"""

import math
import struct
import zlib

import numpy as np
import torch

from net import Net

title = b"tatami-net 1\n"


def pack(net):
    tensors = dict(net.named_parameters())
    out = bytearray(title + struct.pack("<I", len(tensors)))
    for name, tensor in tensors.items():
        letters = name.encode()
        out += struct.pack("<B", len(letters)) + letters
        out += struct.pack(f"<B{tensor.dim()}I", tensor.dim(), *tensor.shape)
        out += tensor.detach().cpu().numpy().astype("<f2").tobytes()
    return bytes(out) + struct.pack("<I", zlib.crc32(out))


def unpack(data):
    """{name: tensor}; ValueError says what is wrong with the bytes."""
    body = data[:-4]
    if not body.startswith(title):
        raise ValueError("these are not a net's weights, version 1")
    if struct.pack("<I", zlib.crc32(body)) != data[-4:]:
        raise ValueError("the weights do not match their checksum")
    at = len(title)

    def take(form):
        nonlocal at
        found = struct.unpack_from("<" + form, body, at)
        at += struct.calcsize("<" + form)
        return found

    tensors = {}
    for _ in range(*take("I")):
        name = take(f"{take('B')[0]}s")[0].decode()
        shape = take(f"{take('B')[0]}I")
        size = math.prod(shape)
        numbers = np.frombuffer(body, "<f2", size, at).astype(np.float32)
        at += 2 * size
        tensors[name] = torch.from_numpy(numbers.reshape(shape))
    return tensors


def load(data, device="cpu"):
    """The net of a file's bytes."""
    net = Net()
    net.load_state_dict(unpack(data))
    return net.to(device).eval()
