//! Names of swizzle modes, and of layouts that have one.

use crate::vocabulary::Meaning::{Layout, NoSwizzle, Swizzle as Mode};
use crate::vocabulary::Named;
use swizzle_core::hardware::Major;
use swizzle_core::law::Swizzle;

const LAYOUTS: &str = "CUTLASS, mma_traits_sm90_gmma.hpp and mma_traits_sm100.hpp: GMMA::Layout_K_SW128_Atom";

/// The modes that are named by their bytes, for which a `#` stands in their names.
pub(super) const WIDTHS: [(Swizzle, &str); 3] =
    [(Swizzle::B32, "32"), (Swizzle::B64, "64"), (Swizzle::B128, "128")];

/// The names of a mode of these, and of its layouts.
pub(super) const fn of_width(mode: Swizzle) -> [Named; 3] {
    [
        (
            Mode(mode),
            "swizzle_#b swizzle_# cu_tensor_map_swizzle_#b sw# sw_# sw#b swizzle#b swizzle# #b_swizzle #b_swizzled #_byte_swizzle #byte_swizzle #_byte_swizzled swizzling_#b sw_#b swizzle_#_bytes #b_swizzling",
            "CUDA driver API, CUtensorMapSwizzle; CUTLASS, UMMA::LayoutType; Mojo, TensorMapSwizzle; cuda-oxide",
        ),
        (Layout(mode, Major::K), "k_sw# layout_k_sw#_atom k_sw#_atom", LAYOUTS),
        (Layout(mode, Major::Mn), "mn_sw# layout_mn_sw#_atom mn_sw#_atom", LAYOUTS),
    ]
}

pub(super) const ROWS: &[Named] = &[
    (
        Mode(Swizzle::None),
        "swizzle_none cu_tensor_map_swizzle_none no_swizzle unswizzled noswizzle swizzlenone interleave interleaved inter swizzle_interleave none_swizzle no_swizzling",
        "CUDA driver API, CUtensorMapSwizzle; CUTLASS, LayoutType::INTERLEAVE, SWIZZLE_NONE; cuda-oxide: SwizzleNone",
    ),
    (
        Mode(Swizzle::B128Atom32),
        "128b_32b_atom swizzle_128b_base32b swizzle_128b_atom_32b cu_tensor_map_swizzle_128b_atom_32b 128b_atom_32b 128b_base32b sw128_32b sw128_base32b swizzle128batom32b swizzle128b_base32b 128b_atom32 32b_atom",
        "CUDA driver API, CUtensorMapSwizzle; CUTLASS, UMMA::LayoutType::SWIZZLE_128B_BASE32B",
    ),
    (
        NoSwizzle,
        "cu_tensor_map_swizzle_128b_atom_64b cu_tensor_map_swizzle_128b_atom_32b_flip_8b 128b_atom_64b 128b_atom_32b_flip_8b swizzle_128b_atom_64b swizzle_128b_atom_32b_flip_8b swizzle_16b swizzle_256b sw16 sw256",
        "CUDA driver API, CUtensorMapSwizzle: modes of tensor maps alone",
    ),
    (Layout(Swizzle::None, Major::K), "k_inter layout_k_inter_atom k_interleave k_none", LAYOUTS),
    (Layout(Swizzle::None, Major::Mn), "mn_inter layout_mn_inter_atom mn_interleave mn_none", LAYOUTS),
    (
        Layout(Swizzle::B128Atom32, Major::Mn),
        "mn_sw128_32b layout_mn_sw128_32b_atom mn_sw128_32b_atom",
        LAYOUTS,
    ),
];
