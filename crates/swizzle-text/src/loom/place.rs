//! Places of the bits of a coordinate above those of the address, and where the sum carries.

use super::bundle::{Bundle, is_set};
use super::strand::{address_bits, count};
use swizzle_core::hardware::LboMode;
use swizzle_core::law::Layout;
use swizzle_core::reader::Spec;

/// Address bits at least that a loom is wide, so that small tiles look alike.
const LEAST_PLACES: u32 = 14;

/// Elements narrower than a byte begin at bits of it.
pub(super) fn low_place(layout: &Layout, has_slots: bool) -> i32 {
    let lowest = layout.element().pitch_bits().trailing_zeros() as i32 - 3;
    if has_slots { lowest.min(0) } else { 0 }
}

/// How many places the highest address of the tile takes.
pub(super) fn highest(spec: &Spec, bundles: &[Bundle]) -> u32 {
    let params = spec.layout().params();
    let first = match params.lbo_mode {
        LboMode::Relative => params.start_bytes,
        LboMode::Absolute => params.start_bytes.max(params.lbo_bytes),
    };
    let spans = bundles
        .iter()
        .map(|bundle| u64::from(count(spec, bundle.strand) - 1) * bundle.stride_bits);
    let last = spans.sum::<u64>() / 8 + u64::from(first);
    (u64::BITS - last.leading_zeros()).clamp(LEAST_PLACES, address_bits(spec.layout()))
}

/// Gives every bit a place, above its address bit if that is free. Returns how many places there are; the
/// bundles are then sorted by place, the highest first.
pub(super) fn place(bundles: &mut [Bundle], least: u32, most: u32) -> i32 {
    let mut next = bundles.first().map_or(0, |lowest| {
        (lowest.stride_bits.trailing_zeros() as i32 - 3).min(0)
    });
    for bundle in bundles.iter_mut() {
        let count = bundle.bits.len() as i32;
        let natural = u64::BITS as i32 - 1 - bundle.stride_bits.leading_zeros() as i32 - 3;
        let first = match natural.max(next) {
            first if first + count <= most as i32 => first,
            _ => next,
        };
        for (index, bit) in bundle.bits.iter_mut().rev().enumerate() {
            bit.place = first + index as i32;
        }
        next = first + count;
    }
    bundles.reverse();
    next.max(least as i32)
}

/// The places that a carry of the sum goes into.
pub(super) fn carries(base_bytes: u32, bundles: &[Bundle], most: u32) -> Vec<i32> {
    let amounts = || {
        let base = std::iter::once(u64::from(base_bytes) * 8);
        base.chain(bundles.iter().map(|bundle| bundle.adds_bits))
    };
    let mut carry = 0;
    let mut into = Vec::new();
    for place in -3..most as i32 {
        if carry > 0 {
            into.push(place);
        }
        let ones = amounts().filter(|amount| is_set(*amount, place)).count();
        carry = (carry + ones) / 2;
    }
    into
}
