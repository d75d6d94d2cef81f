//! The code of a tile's copies: encode call, copies and barrier in CUDA, and the same in CuTe.

use swizzle_core::hardware::{Major, Named as _};
use swizzle_core::law::Swizzle;
use swizzle_core::tile::{Order, Strides, Tile};
use swizzle_lints::tma::Boxes;

use crate::source::names::{atom_name, element_names};

/// Code on the two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxCode {
    /// On the host: the tensor map.
    pub host: String,
    /// In the kernel: copies and barrier.
    pub device: String,
}

/// The copies in CUDA, driver API and PTX.
///
/// `matrix` is the tensor in global memory, `stride_bytes` the distance of its rows; in the kernel `tile` is the tile's
/// shared address, `barrier` that of an mbarrier with a count of 1, and `column`, `row` the start of the tile in the tensor.
pub fn cuda_code(boxes: &Boxes, start_bytes: u32) -> BoxCode {
    let [width, rows] = [boxes.map.box_elements(0), boxes.map.box_elements(1)];
    let (along, across) = match boxes.major {
        Major::K => ("k", "mn"),
        Major::Mn => ("mn", "k"),
    };
    let host = format!(
        "CUtensorMap map;\n\
         cuuint64_t extent[] = {{{along}_extent, {across}_extent}};  // elements, {along} is contiguous\n\
         cuuint64_t stride[] = {{stride_bytes}};  // of dimension 1, a multiple of 16\n\
         cuuint32_t box[] = {{{width}, {rows}}};\n\
         cuuint32_t every[] = {{1, 1}};\n\
         CUresult result = cuTensorMapEncodeTiled(\n    \
         &map, CU_TENSOR_MAP_DATA_TYPE_{}, 2, matrix, extent, stride, box, every,\n    \
         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_{},\n    \
         CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n",
        boxes.map.data_type.name(),
        boxes.map.swizzle.enumerator(),
    );
    let mut device = format!(
        "// One thread; map is a __grid_constant__ const CUtensorMap parameter. Tiles that share the\n\
         // barrier expect their bytes together: one arrive with the sum, or one count for each.\n\
         auto copy = [&](uint32_t to, int column, int row) {{\n    \
         asm volatile(\"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {{%2, %3}}], [%4];\"\n        \
         ::\"r\"(to), \"l\"(&map), \"r\"(column), \"r\"(row), \"r\"(barrier) : \"memory\");\n\
         }};\n\
         asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\" ::\"r\"(barrier), \"r\"({}) : \"memory\");\n",
        boxes.transaction_bytes(),
    );
    for one in &boxes.boxes {
        let (column, row) = one.origin.along_and_across(boxes.major);
        let offset = i64::from(one.destination_bytes) - i64::from(start_bytes);
        device += &format!(
            "copy({}, {}, {});\n",
            plus("tile", offset),
            plus("column", column.into()),
            plus("row", row.into())
        );
    }
    device += "// Every thread that reads waits for the barrier's phase (mbarrier.try_wait.parity); no fence is needed.\n";
    BoxCode { host, device }
}

fn plus(name: &str, offset: i64) -> String {
    match offset {
        0 => name.into(),
        offset if offset < 0 => format!("{name} - {}", -offset),
        offset => format!("{name} + {offset}"),
    }
}

/// The same tile in CuTe: the layout in shared memory, and a copy that makes its own boxes. `None` where CuTe has no atom
/// for it.
///
/// Source: CUTLASS, `cute/atom/mma_traits_sm90_gmma.hpp`, `make_tma_copy`.
pub fn cute_code(tile: &Tile) -> Option<String> {
    let strides = Strides { lbo_bytes: tile.lbo_bytes, sbo_bytes: tile.sbo_bytes };
    // Its shared-memory builders take types of whole bytes.
    let is_whole = tile.element.pitch_bits().is_multiple_of(8);
    if tile.row_bytes.is_some()
        || tile.packed_strides() != strides
        || tile.swizzle == Swizzle::B128Atom32
        || !is_whole
    {
        return None;
    }
    let atom = atom_name(tile.major, tile.swizzle);
    let steps = match tile.order {
        Order::Mn => "Step<_1, _2>",
        Order::K => "Step<_2, _1>",
    };
    let (element, _) = element_names(tile.element);
    let (mn, k) = (tile.buffer.mn, tile.buffer.k);
    Some(format!(
        "using Element = {element};\n\
         auto layout = tile_to_shape(GMMA::Layout_{atom}_Atom<Element>{{}}, Shape<_{mn}, _{k}>{{}}, {steps}{{}});\n\
         auto copy = make_tma_copy(SM90_TMA_LOAD{{}}, tensor, layout);  // tensor: (MN, K) in global memory\n"
    ))
}
