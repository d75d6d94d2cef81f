//! CUTLASS's names of element types and accumulators in C++.

use swizzle_core::hardware::{Accumulator, Element};

/// The C++ type of an element.
pub(crate) const fn type_name(element: Element) -> &'static str {
    match element {
        Element::F16 => "cutlass::half_t",
        Element::Bf16 => "cutlass::bfloat16_t",
        Element::Tf32 => "cutlass::tfloat32_t",
        Element::E4m3 => "cutlass::float_e4m3_t",
        Element::E5m2 => "cutlass::float_e5m2_t",
        Element::S8 => "int8_t",
        Element::U8 => "uint8_t",
        Element::B1 => "cutlass::uint1b_t",
        Element::E2m3 => "cutlass::detail::float_e2m3_unpacksmem_t",
        Element::E3m2 => "cutlass::detail::float_e3m2_unpacksmem_t",
        Element::E2m1 => "cutlass::detail::float_e2m1_unpacksmem_t",
        Element::E2m1Packed => "cutlass::float_e2m1_t",
    }
}

/// The C++ type of an accumulator.
pub(super) const fn accumulator_name(d: Accumulator) -> &'static str {
    match d {
        Accumulator::F16 => "cutlass::half_t",
        Accumulator::F32 => "float",
        Accumulator::S32 => "int32_t",
    }
}
