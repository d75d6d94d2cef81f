//! Names of types and layouts in CUTLASS and its Python DSL.

use swizzle_core::hardware::{Accumulator, Element, Major};
use swizzle_core::law::Swizzle;

/// The type of an element in C++, and that of `cutlass` in Python.
pub(crate) const fn element_names(element: Element) -> (&'static str, &'static str) {
    match element {
        Element::F16 => ("cutlass::half_t", "Float16"),
        Element::Bf16 => ("cutlass::bfloat16_t", "BFloat16"),
        Element::Tf32 => ("cutlass::tfloat32_t", "TFloat32"),
        Element::E4m3 => ("cutlass::float_e4m3_t", "Float8E4M3FN"),
        Element::E5m2 => ("cutlass::float_e5m2_t", "Float8E5M2"),
        Element::S8 => ("int8_t", "Int8"),
        Element::U8 => ("uint8_t", "Uint8"),
        Element::B1 => ("cutlass::uint1b_t", "Boolean"),
        Element::E2m3 => ("cutlass::detail::float_e2m3_unpacksmem_t", "Float6E2M3FN"),
        Element::E3m2 => ("cutlass::detail::float_e3m2_unpacksmem_t", "Float6E3M2FN"),
        Element::E2m1 => ("cutlass::detail::float_e2m1_unpacksmem_t", "Float4E2M1FN"),
        Element::E2m1Packed => ("cutlass::float_e2m1_t", "Float4E2M1FN"),
    }
}

/// The same of an accumulator.
pub(super) const fn accumulator_names(d: Accumulator) -> (&'static str, &'static str) {
    match d {
        Accumulator::F16 => ("cutlass::half_t", "Float16"),
        Accumulator::F32 => ("float", "Float32"),
        Accumulator::S32 => ("int32_t", "Int32"),
    }
}

/// The name of an atom without its suffix, `K_SW128`; CuTe has none of 32-byte atomicity that is K-major.
pub(crate) fn atom_name(major: Major, swizzle: Swizzle) -> String {
    let mode = match swizzle {
        Swizzle::None => "INTER",
        Swizzle::B32 => "SW32",
        Swizzle::B64 => "SW64",
        Swizzle::B128 => "SW128",
        Swizzle::B128Atom32 => "SW128_32B",
    };
    format!("{major}_{mode}")
}
