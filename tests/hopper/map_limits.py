"""Asks the driver which tensor maps it takes, past what `tensor_maps.cu` asks: im2col maps, a null address, strides of 0,
boxes larger than the tensor, and numbers that no enumeration has.

    python3 tests/hopper/map_limits.py > tests/data/map_limits_h100.csv

Needs only the driver (libcuda). A line: function, type, rank, interleave, swizzle, l2, oob, address modulo 4096 or `null`,
five extents, four strides, five of the box (of im2col: channels, pixels, 0, 0, 0), five element strides, three lower and
three upper corners, and the driver's result: 0 where it takes the map.
"""

import ctypes as c
import itertools
import sys

cuda = c.CDLL("libcuda.so.1")
context, address, device = c.c_void_p(), c.c_uint64(), c.c_int()
assert cuda.cuInit(0) == 0
assert cuda.cuDeviceGet(c.byref(device), 0) == 0
assert cuda.cuDevicePrimaryCtxRetain(c.byref(context), device) == 0
assert cuda.cuCtxSetCurrent(context) == 0
assert cuda.cuMemAlloc_v2(c.byref(address), c.c_size_t(1 << 24)) == 0
BASE = (address.value + 4095) // 4096 * 4096

BITS = [8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4, 4, 6]


def padded(values, count, filler):
    return (list(values) + [filler] * count)[:count]


def ask(function, kind=6, rank=None, interleave=0, swizzle=0, l2=0, oob=0, at=0, extents=(64, 64), strides=None,
        box=(64, 8), every=(), lower=(), upper=()):
    rank = len(extents) if rank is None else rank
    extents = padded(extents, 5, 1)
    if strides is None:
        strides, bytes_ = [], extents[0] * (BITS[kind] if kind < 16 else 16) // 8
        for extent in extents[1:]:
            strides.append(bytes_)
            bytes_ *= extent
    strides, every = padded(strides, 4, 0), padded(every, 5, 1)
    lower, upper = padded(lower, 3, 0), padded(upper, 3, 0)
    memory = c.create_string_buffer(256)
    map_ = c.c_void_p((c.addressof(memory) + 63) // 64 * 64)
    pointer = c.c_void_p(0 if at == "null" else BASE + at)
    u64, u32, i32 = c.c_uint64, c.c_uint32, c.c_int
    head = (map_, kind, u32(rank), pointer, (u64 * 5)(*extents), (u64 * 4)(*strides))
    tail = (interleave, swizzle, l2, oob)
    if function == "tiled":
        box = padded(box, 5, 1)
        result = cuda.cuTensorMapEncodeTiled(*head, (u32 * 5)(*box), (u32 * 5)(*every), *tail)
    else:
        box = padded(box, 5, 0)
        result = cuda.cuTensorMapEncodeIm2col(*head, (i32 * 3)(*lower), (i32 * 3)(*upper), u32(box[0]), u32(box[1]),
                                              (u32 * 5)(*every), *tail)
    row = [function, kind, rank, interleave, swizzle, l2, oob, at, *extents, *strides, *box, *every, *lower, *upper, result]
    print(",".join(map(str, row)))


print("function,type,rank,interleave,swizzle,l2,oob,address,extent0,extent1,extent2,extent3,extent4,stride0,stride1,stride2,"
      "stride3,box0,box1,box2,box3,box4,every0,every1,every2,every3,every4,lower0,lower1,lower2,upper0,upper1,upper2,result")

# Tiled: what was not asked before.
for at in ["null", 0, 8, 16]:
    ask("tiled", at=at)
for strides in [(0,), (16,), (64,), (120,), (128,), (136,), (1 << 40,), ((1 << 40) - 16,)]:
    ask("tiled", strides=strides)
for extents in [(8, 8), (1, 1), (16, 200), (64, 1)]:
    ask("tiled", extents=extents, strides=(128,))
for l2 in range(6):
    ask("tiled", l2=l2)
for kind, oob in itertools.product(range(13), range(4)):
    ask("tiled", kind=kind, oob=oob, extents=(256, 64), box=(16, 8))
for swizzle in range(9):
    ask("tiled", swizzle=swizzle)
for kind in [13, 14, 15, 16, 17]:
    ask("tiled", kind=kind, extents=(256, 64), strides=(256,), box=(128, 8))

# im2col.
NHWC = (128, 8, 8, 2)
for swizzle, kind in itertools.product(range(4), [0, 6, 7, 8]):
    for channels in [1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 257]:
        ask("im2col", kind=kind, swizzle=swizzle, extents=(256, 8, 8, 2), box=(channels, 16))
for pixels in [0, 1, 8, 16, 255, 256, 257, 1023, 1024, 1025, 2048]:
    for channels in [8, 64, 256]:
        ask("im2col", extents=(256, 8, 8, 2), box=(channels, pixels))
for at in ["null", 8, 16]:
    ask("im2col", at=at, extents=NHWC, box=(64, 16))
for rank in range(1, 7):
    ask("im2col", rank=rank, extents=(128, 8, 8, 2, 2), box=(64, 16))
for rank, limits in [(3, (32767, 32768)), (4, (127, 128)), (5, (15, 16))]:
    for corner in [0, 1, 2, 7, 8, *limits]:
        extents = (128, 8, 8, 2, 2)[:rank]
        ask("im2col", extents=extents, box=(64, 16), lower=(-corner,) * 3)
        ask("im2col", extents=extents, box=(64, 16), upper=(corner,) * 3)
        ask("im2col", extents=extents, box=(64, 16), upper=(-corner,) * 3)
        ask("im2col", extents=extents, box=(64, 16), lower=(corner,) * 3)
        ask("im2col", extents=extents, box=(64, 16), lower=(-corner - 1,) * 3, upper=(-corner - 1,) * 3)
for every in [(1, 2, 2, 1), (2, 1, 1, 1), (1, 8, 8, 1), (1, 9, 1, 1), (1, 0, 1, 1), (0, 1, 1, 1), (9, 1, 1, 1)]:
    ask("im2col", extents=NHWC, box=(64, 16), every=every)
for interleave, swizzle in itertools.product(range(1, 4), range(4)):
    for channels in [8, 16, 32, 64]:
        ask("im2col", interleave=interleave, swizzle=swizzle, extents=NHWC, box=(channels, 16))
for strides in [(0, 2048, 16384), (256, 2040, 16384), (256, 2048, 16384), (250, 2000, 16000)]:
    ask("im2col", extents=NHWC, strides=strides, box=(64, 16))
sys.stdout.flush()
