"""A matmul by `tl.dot`, which Triton compiles to wgmma or tcgen05.mma."""

import triton
import triton.language as tl


@triton.jit
def matmul(
    a_ptr,
    b_ptr,
    c_ptr,
    k,
    stride_am,
    stride_bk,
    stride_cm,
    block_m: tl.constexpr,
    block_n: tl.constexpr,
    block_k: tl.constexpr,
):
    rows = tl.program_id(0) * block_m + tl.arange(0, block_m)
    columns = tl.program_id(1) * block_n + tl.arange(0, block_n)
    depth = tl.arange(0, block_k)
    a = a_ptr + rows[:, None] * stride_am + depth[None, :]
    b = b_ptr + depth[:, None] * stride_bk + columns[None, :]
    acc = tl.zeros((block_m, block_n), dtype=tl.float32)
    for _ in range(0, k, block_k):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += block_k
        b += block_k * stride_bk
    tl.store(c_ptr + rows[:, None] * stride_cm + columns[None, :], acc)
