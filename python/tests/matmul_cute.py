"""One tile's product by CuTe DSL, for sm_90 (wgmma) and sm_100 (tcgen05.mma): what is in shared memory is not filled."""

import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100
import cutlass.utils.hopper_helpers as sm90
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05, warpgroup

TILE = (128, 128, 64)


@cute.kernel
def wgmma_kernel(
    tiled_mma: cute.TiledMma, a_layout: cute.ComposedLayout, b_layout: cute.ComposedLayout, c: cute.Tensor
):
    thread, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    a = smem.allocate_tensor(cutlass.BFloat16, a_layout.outer, 1024, swizzle=a_layout.inner)
    b = smem.allocate_tensor(cutlass.BFloat16, b_layout.outer, 1024, swizzle=b_layout.inner)
    of_thread = tiled_mma.get_slice(thread)
    of_a = tiled_mma.make_fragment_A(of_thread.partition_A(a))
    of_b = tiled_mma.make_fragment_B(of_thread.partition_B(b))
    of_c = of_thread.partition_C(c)
    acc = cute.make_rmem_tensor(of_c.shape, cutlass.Float32)
    warpgroup.fence()
    tiled_mma.set(warpgroup.Field.ACCUMULATE, False)
    for k in cutlass.range_constexpr(cute.size(of_a, mode=[2])):
        cute.gemm(tiled_mma, acc, of_a[None, None, k, 0], of_b[None, None, k, 0], acc)
        tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, of_c)


@cute.jit
def wgmma(c: cute.Tensor):
    element, major = cutlass.BFloat16, OperandMajorMode.K
    tiled_mma = sm90.make_trivial_tiled_mma(element, element, major, major, cutlass.Float32, (1, 1, 1), (64, TILE[1]))
    order = utils.LayoutEnum.ROW_MAJOR
    a_layout = sm90.make_smem_layout_a(order, TILE, element, 1)
    b_layout = sm90.make_smem_layout_b(order, TILE, element, 1)
    wgmma_kernel(tiled_mma, a_layout, b_layout, c).launch(grid=(1, 1, 1), block=(128, 1, 1))


@cute.kernel
def tcgen05_kernel(tiled_mma: cute.TiledMma, a_layout: cute.ComposedLayout, b_layout: cute.ComposedLayout):
    smem = utils.SmemAllocator()
    a = smem.allocate_tensor(cutlass.BFloat16, a_layout.outer, 1024, swizzle=a_layout.inner)
    b = smem.allocate_tensor(cutlass.BFloat16, b_layout.outer, 1024, swizzle=b_layout.inner)
    held = smem.allocate(4, 16)
    of_a = tiled_mma.make_fragment_A(a)
    of_b = tiled_mma.make_fragment_B(b)
    acc_shape = tiled_mma.partition_shape_C(TILE[:2])
    fake = tiled_mma.make_fragment_C(acc_shape)
    base = cute.arch.retrieve_tmem_ptr(cutlass.Float32, 16, cute.recast_ptr(held, dtype=cutlass.Int32))
    acc = cute.make_tensor(base, fake.layout)
    tiled_mma.set(tcgen05.Field.ACCUMULATE, False)
    for k in cutlass.range_constexpr(cute.size(of_a, mode=[2])):
        cute.gemm(tiled_mma, acc, of_a[None, None, k, 0], of_b[None, None, k, 0], acc)
        tiled_mma.set(tcgen05.Field.ACCUMULATE, True)


@cute.jit
def tcgen05_mma(_: cute.Tensor):
    element, major = cutlass.BFloat16, OperandMajorMode.K
    group = tcgen05.CtaGroup.ONE
    tiled_mma = sm100.make_trivial_tiled_mma(element, element, major, major, cutlass.Float32, group, TILE[:2])
    a_layout = sm100.make_smem_layout_a(tiled_mma, TILE, element, 1)
    b_layout = sm100.make_smem_layout_b(tiled_mma, TILE, element, 1)
    tcgen05_kernel(tiled_mma, a_layout, b_layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
