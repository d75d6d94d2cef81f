"""Right kernels for `lens.py`: two tiles in shared memory, one warpgroup that multiplies them, and what shared memory holds.

A kernel copies an image of all of its shared memory there, multiplies with descriptors that it makes as people's code does,
and writes D. Nothing of the tiles is in the kernel but in its descriptors.
"""

import random

ORIGIN = 0x400  # where dynamic shared memory begins when there is no static one
DYNAMIC = 227 * 1024
END = ORIGIN + DYNAMIC

# bits, K of one instruction, PTX types, bits of a number in one pass, least and most of drawn values, can be MN-major
TYPES = {
    "bf16": (16, 16, "f32.bf16.bf16", 8, -8, 7, True),
    "f16": (16, 16, "f32.f16.f16", 8, -8, 7, True),
    "tf32": (32, 8, "f32.tf32.tf32", 8, -8, 7, False),
    # fp8 is added up in some 14 bits: what fits there is exact.
    "e4m3": (8, 32, "f32.e4m3.e4m3", 3, -2, 2, False),
    "e5m2": (8, 32, "f32.e5m2.e5m2", 3, -2, 2, False),
    "s8": (8, 32, "s32.s8.s8", 7, -128, 127, False),
    "u8": (8, 32, "s32.u8.u8", 8, 0, 255, False),
}
MODES = {"none": (0, 1), "128B": (1, 8), "64B": (2, 4), "32B": (3, 2)}  # code, 16-byte units of a row
STYLES = ["address", "units", "halves", "insert", "stage"]
# Of each four (of tf32: two) of B's elements along K, a sparse A takes the first half, or the second: metadata of a launch.
METADATA = {"dense": [0], "registers": [0], "sparse": [0x44444444, 0xEEEEEEEE]}


class Tile:
    """Where the elements of an operand are meant to be, by the law of `tests/data/README.md`, written here once more."""

    def __init__(self, bits, major, swizzle, mn, k, start, order, gap, phase):
        self.bits, self.major, self.swizzle, self.mn, self.k, self.start = bits, major, swizzle, mn, k, start
        self.base = phase if swizzle != "none" else 0
        self.start += 128 * self.base  # the pattern begins there
        unit, width = 128 // bits, MODES[swizzle][1]
        along, across = (k, mn) if major == "K" else (mn, k)
        columns, groups, atom = -(-along // (unit * width)), across // 8, 128 * width
        gap = gap * (atom if swizzle != "none" else 16)
        self.column, self.group = (atom, atom * columns + gap) if order == "columns" else (atom * groups + gap, atom)
        self.lbo, self.sbo = self.column, self.group
        if (major, swizzle) == ("MN", "none"):
            self.lbo, self.sbo = self.group, self.column

    def offset(self, mn, k):
        """Bytes from the start, before the XOR."""
        unit, width = 128 // self.bits, MODES[self.swizzle][1]
        along, across = (k, mn) if self.major == "K" else (mn, k)
        inside = along % (unit * width) * self.bits // 8
        return inside + along // (unit * width) * self.column + across % 8 * 16 * width + across // 8 * self.group

    def byte(self, mn, k):
        at = ORIGIN + self.start + self.offset(mn, k)
        return at ^ ((at >> 7) - self.base) % MODES[self.swizzle][1] << 4

    def bytes(self):
        return self.offset(self.mn - 1, self.k - 1) + 1024 + 128 * self.base

    def said(self):
        """As a descriptor says it: what a reader of the results needs to find the elements."""
        keys = ["major", "swizzle", "mn", "k", "start", "lbo", "sbo", "base"]
        return {key: getattr(self, key) for key in keys}


class Kernel:
    """`form`: what A is. In registers, it comes there by ordinary loads of a tile without swizzle."""

    def __init__(self, element, a, b, n, blocks, steps, style, form, chance):
        self.element, self.n, self.blocks, self.steps, self.style, self.form = element, n, blocks, steps, style, form
        self.bits, self.step = TYPES[element][:2]
        self.step_b = self.step * (2 if form == "sparse" else 1)
        start = 1024 * chance.randrange(8)
        stage = 1024 * chance.randrange(20, 60) if style == "stage" else 0
        orders = ["columns", "groups"]

        def tile(mn, step, major, swizzle, start):
            gap, phase = chance.choice([0, 0, 1, 3]), chance.choice([0, 0, 0, chance.randrange(MODES[swizzle][1])])
            return Tile(self.bits, major, swizzle, mn, steps * step, start, chance.choice(orders), gap, phase)

        self.a = tile(64, self.step, *a, start)
        self.b = tile(n * blocks, self.step_b, *b, (self.a.start + self.a.bytes() + 1023) // 1024 * 1024 + 1024 * chance.randrange(4))
        self.stage_bytes, self.stage = stage, 2 if stage else 0
        for one in (self.a, self.b):
            one.start += self.stage * stage

    def source(self):
        """CUDA, with as many ways to a descriptor as there are styles."""
        regs, d = self.n // 2, "int32_t" if TYPES[self.element][2].startswith("s32") else "float"
        letter = "r" if d == "int32_t" else "f"
        signs = ", 1, 1" if d == "float" else ""
        if TYPES[self.element][6]:
            signs += "" if self.form == "registers" else f", {int(self.a.major == 'MN')}"
            signs += f", {int(self.b.major == 'MN')}"
        registers = ", ".join(f"%{i}" for i in range(regs))
        outputs = ", ".join(f'"+{letter}"(d[{i}])' for i in range(regs))
        a, inputs, more = f"%{regs}", '"l"(a), "l"(b)', ""
        sparse = ".sp" if self.form == "sparse" else ""
        if sparse:
            inputs, more = inputs + ', "r"(meta)', f", %{regs + 2}, 0"
        if self.form == "registers":
            a = "{" + ", ".join(f"%{regs + 1 + i}" for i in range(4)) + "}"
            inputs = '"l"(b), ' + ", ".join(f'"r"(a[{i}])' for i in range(4))
        b = f"%{regs}" if self.form == "registers" else f"%{regs + 1}"
        given = {"dense": "uint64_t a", "sparse": "uint32_t meta, uint64_t a", "registers": "const uint32_t (&a)[4]"}[self.form]
        text = PRELUDE + f"""
static __device__ __forceinline__ void multiply({d} (&d)[{regs}], {given}, uint64_t b) {{
  asm volatile("{{\\n.reg .pred p;\\nsetp.ne.b32 p, 1, 0;\\nwgmma.mma_async{sparse}.sync.aligned.m64n{self.n}k{self.step_b}.{TYPES[self.element][2]} "
      "{{{registers}}}, {a}, {b}{more}, p{signs};\\n}}\\n" : {outputs} : {inputs} : "memory");
}}

extern "C" __global__ void __launch_bounds__(128) kernel(const uint4 *image, {d} *out, uint32_t stage, uint32_t meta) {{
  extern __shared__ __align__(1024) uint8_t shared[];
#pragma unroll 1
  for (uint32_t i = threadIdx.x; i < {DYNAMIC // 16}; i += 128) reinterpret_cast<uint4 *>(shared)[i] = image[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const uint32_t origin = uint32_t(__cvta_generic_to_shared(shared)){f' + stage * {self.stage_bytes}' if self.stage else ''};
"""
        unstaged = self.stage * self.stage_bytes
        for name, tile in (("a", self.a), ("b", self.b)):
            text += f"  const uint32_t {name} = origin + {tile.start - unstaged};\n"
            if self.style in ("units", "halves"):
                text += f"  const uint64_t d{name} = {self.made(tile, name)};\n"
        text += f"  {d} " + ", ".join(f"d{i}[{regs}] = {{}}" for i in range(self.blocks)) + ";\n"
        text += "  const uint32_t row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;\n"
        if self.form == "registers":
            text += f"  uint32_t fragments[{self.steps}][4];\n  for (int i = 0; i < {4 * self.steps}; i++) {{\n"
            text += f"    const uint32_t r = row + 8 * (i % 2), unit = i / 4 * 2 + i / 2 % 2;\n"
            text += f'    asm volatile("ld.shared.b32 %0, [%1];" : "=r"(fragments[i / 4][i % 4])'
            text += f' : "r"(a + r % 8 * 16 + r / 8 * {self.a.sbo} + unit * {self.a.lbo} + threadIdx.x % 4 * 4));\n  }}\n'
        text += '  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");\n'
        for block in range(self.blocks):
            for at in range(self.steps):
                a = self.advanced(self.a, "a", self.a.offset(0, at * self.step))
                a = {"dense": a, "sparse": f"meta, {a}", "registers": f"fragments[{at}]"}[self.form]
                b = self.advanced(self.b, "b", self.b.offset(block * self.n, at * self.step_b))
                text += f"  multiply(d{block}, {a}, {b});\n"
        text += '  asm volatile("wgmma.commit_group.sync.aligned;\\nwgmma.wait_group.sync.aligned 0;" ::: "memory");\n'
        for block in range(self.blocks):
            text += f"  for (int i = 0; i < {regs}; i++)\n    out[(row + 8 * (i / 2 % 2)) * {self.n * self.blocks} + {block * self.n} + i / 4 * 8 + column + i % 2] = d{block}[i];\n"
        return text + "}\n"

    def made(self, tile, address):
        # K-major with a swizzle reads LBO only where a row ends inside a step; else the customary 1 stands there.
        is_one_row = tile.k // self.steps * self.bits // 8 <= 16 * MODES[tile.swizzle][1]
        lbo = 16 if tile.major == "K" and tile.swizzle != "none" and is_one_row else tile.lbo
        how = "inserted" if self.style == "insert" else "made"
        return f"{how}({address}, {lbo}, {tile.sbo}, {MODES[tile.swizzle][0]}, {tile.base})"

    def advanced(self, tile, name, offset):
        if self.style == "units":
            return f"d{name} + {offset // 16}"
        if self.style == "halves":
            return f"low_advanced(d{name}, {offset // 16})"
        return self.made(tile, f"{name} + {offset}")

    def said(self):
        return {"element": self.element, "form": self.form, "n": self.n, "blocks": self.blocks, "stage": self.stage, "A": self.a.said(), "B": self.b.said()}


PRELUDE = """#include <cstdint>

static __device__ __forceinline__ uint64_t made(uint32_t address, uint32_t lbo, uint32_t sbo, uint64_t mode, uint64_t base) {
  return uint64_t((address & 0x3ffff) >> 4) | uint64_t(lbo >> 4) << 16 | uint64_t(sbo >> 4) << 32 | base << 49 | mode << 62;
}

static __device__ __forceinline__ uint64_t inserted(uint32_t address, uint32_t lbo, uint32_t sbo, uint64_t mode, uint64_t base) {
  uint32_t start;
  uint64_t found = base << 49 | mode << 62;
  asm("bfe.u32 %0, %1, 4, 14;" : "=r"(start) : "r"(address));
  asm("bfi.b64 %0, %1, %0, 32, 14;" : "+l"(found) : "l"(uint64_t(sbo >> 4)));
  asm("bfi.b64 %0, %1, %0, 16, 14;" : "+l"(found) : "l"(uint64_t(lbo >> 4)));
  asm("bfi.b64 %0, %1, %0, 0, 14;" : "+l"(found) : "l"(uint64_t(start)));
  return found;
}

static __device__ __forceinline__ uint64_t low_advanced(uint64_t descriptor, uint32_t units) {
  uint32_t low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(descriptor));
  low += units;
  asm("mov.b64 %0, {%1, %2};" : "=l"(descriptor) : "r"(low), "r"(high));
  return descriptor;
}
"""


def kernels():
    """Every type, every pair of majors, every mode of A and of B, every style, every form of A; the rest is drawn."""
    chance = random.Random(2034)
    found = []
    modes = list(MODES)

    def add(element, a, b, form):
        style = STYLES[len(found) % len(STYLES)]
        blocks = 2 if chance.random() < 0.2 else 1
        n = chance.choice([64, 128] if blocks == 1 else [32, 64])
        steps = 8 if chance.random() < 0.3 and element != "tf32" and form != "sparse" else 4
        found.append(Kernel(element, a, b, n, blocks, steps, style, form, chance))

    for element, (*_, both) in TYPES.items():
        majors = [("K", "K"), ("MN", "K"), ("K", "MN"), ("MN", "MN")] if both else [("K", "K")]
        for a, b in majors:
            for i, mode in enumerate(modes):
                add(element, (a, mode), (b, modes[(i + len(found) // 4) % 4]), "dense")
    for element, (*_, both) in TYPES.items():
        for i, mode in enumerate(modes):
            if (element, mode) in (("f16", "none"), ("e5m2", "128B"), ("u8", "64B")):
                continue
            add(element, ("K", mode), ("MN" if both and i % 2 else "K", modes[(i + 2) % 4]), "sparse")
        add(element, ("K", "none"), ("MN" if element == "f16" else "K", modes[len(found) % 4]), "registers")
        add(element, ("K", "none"), ("MN" if both else "K", modes[(len(found) + 1) % 4]), "registers")
    return found
