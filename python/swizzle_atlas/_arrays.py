"""Matrices in memory: NumPy does the moving, by the addresses that the native part computes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import SwizzleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ._native import Spec


def addresses(table: bytearray, shape: tuple[int, int]) -> NDArray[np.int64]:
    """32-bit integers of the native part as an array of its own."""
    import numpy as np

    return np.frombuffer(table, dtype=np.uint32).reshape(shape).astype(np.int64)


# More elements would fill the memory: the largest tile has 2^32.
_ELEMENTS_MAX = 1 << 26


def byte_table(spec: Spec, is_of_read: bool) -> NDArray[np.int64]:
    """The byte in which each element begins."""
    shape = _shape(spec, is_of_read)
    return addresses(spec.byte_table(is_of_read), shape)


def bit_table(spec: Spec, is_of_read: bool) -> NDArray[np.uint8]:
    """The first bit of each element in that byte."""
    import numpy as np

    shape = _shape(spec, is_of_read)
    return np.frombuffer(spec.bit_table(is_of_read), dtype=np.uint8).reshape(shape)


def _shape(spec: Spec, is_of_read: bool) -> tuple[int, int]:
    """MN and K of what has an array."""
    mn, k = spec.read_extent() if is_of_read else spec.extent()
    if mn * k > _ELEMENTS_MAX:
        raise SwizzleError(f"{mn} × {k} elements are more than an array has here: {_ELEMENTS_MAX}")
    return mn, k


def _first_bits(spec: Spec, is_of_read: bool) -> NDArray[np.int64]:
    """The first bit of each element, counted from bit 0 of address 0."""
    return byte_table(spec, is_of_read) * 8 + bit_table(spec, is_of_read)


def element_from_byte(spec: Spec, byte: ArrayLike) -> NDArray[np.int64]:
    """MN and K of the first element with a bit in each byte, -1 where there is none."""
    import numpy as np

    asked = np.asarray(byte)
    if asked.size and not np.issubdtype(asked.dtype, np.integer):
        raise TypeError(f"byte: expected integers, got {asked.dtype}")
    asked = asked.astype(np.int64)
    first = _first_bits(spec, False).ravel()
    low = int(first.min()) // 8
    width = spec.element_bits()
    found = np.full((int(first.max()) + width - 1) // 8 - low + 1, -1, dtype=np.int64)
    # Of several elements in a byte the first is written last: one that ends in it comes before those that begin in it.
    order = np.argsort(-first, kind="stable")
    for bit in sorted({*range(0, width, 8), width - 1}):
        found[(first[order] + bit) // 8 - low] = order
    at = asked - low
    is_inside = (at >= 0) & (at < len(found))
    element = np.where(is_inside, found[np.where(is_inside, at, 0)], -1)
    _, k = spec.extent()
    return np.stack([np.where(element < 0, -1, element // k), np.where(element < 0, -1, element % k)], axis=-1)


def scatter(spec: Spec, matrix: ArrayLike, base: int) -> NDArray[Any]:
    """A matrix in memory as the tile has it."""
    import numpy as np

    source, width = np.asarray(matrix), spec.element_bits()
    if source.shape != spec.extent():
        raise SwizzleError(f"the matrix has the shape {source.shape}, expected {spec.extent()}: MN and K of the tile")
    if source.itemsize * 8 != (width if width % 8 == 0 else 8):
        raise SwizzleError(f"an element of the matrix has {source.itemsize} bytes, expected {_expected(width)}")
    first = _first_bits(spec, False) - base * 8
    if first.min() < 0:
        raise SwizzleError(f"base {base:#x}: the tile starts below, at {int(first.min()) // 8 + base:#x}")
    if width % 8 == 0:
        memory = np.zeros(int(first.max()) // width + 1, source.dtype)
        memory[_units(first, width, base)] = source
        return memory
    size = (int(first.max()) + width - 1) // 8 + 1
    of_bits = np.zeros(size * 8, np.uint8)
    for bit in range(width):
        of_bits[first + bit] = source.astype(np.uint8) >> bit & 1
    return np.packbits(of_bits, bitorder="little")


def gather(spec: Spec, memory: ArrayLike, base: int, is_of_read: bool) -> NDArray[Any]:
    """What the tile, or the read of a descriptor, has in memory."""
    import numpy as np

    width = spec.element_bits()
    held = np.frombuffer(memory, np.uint8) if isinstance(memory, (bytes, bytearray)) else np.asarray(memory).ravel()
    if width % 8 == 0 and width > 8 and held.itemsize == 1:
        held = held[: len(held) * 8 // width * (width // 8)].view(f"u{width // 8}")
    if held.itemsize * 8 != (width if width % 8 == 0 else 8):
        raise SwizzleError(f"an element of the memory has {held.itemsize} bytes, expected {_expected(width)}")
    first = _first_bits(spec, is_of_read) - base * 8
    low, high = int(first.min()) // 8, (int(first.max()) + width - 1) // 8
    if low < 0 or high >= held.nbytes:
        outside = f"bytes {low + base:#x} to {high + base:#x} are read, but the memory has {base:#x} to"
        raise SwizzleError(f"{outside} {base + held.nbytes - 1:#x}")
    if width % 8 == 0:
        return np.asarray(held[_units(first, width, base)])
    of_bits = np.unpackbits(held.view(np.uint8), bitorder="little")
    parts = [of_bits[first + bit] << bit for bit in range(width)]
    return np.asarray(sum(parts[1:], parts[0]))


def _expected(width: int) -> str:
    """How wide an element of an array is."""
    return f"{width // 8} byte{'s' * (width > 8)}" if width % 8 == 0 else f"1 byte, of which {width} bits are used"


def _units(first: NDArray[np.int64], width: int, base: int) -> NDArray[np.int64]:
    """Places in an array of elements."""
    if (first % width).any():
        raise SwizzleError(f"base {base:#x}: elements are not at multiples of {width // 8} bytes from there")
    return first // width
