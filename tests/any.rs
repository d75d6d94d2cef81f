//! Anything that somebody can say, for the tests that hold of all of it.

use proptest::prelude::*;
use swizzle_core::hardware::Chip;
use swizzle_core::{Arch, Descriptor, Named, Said};
use swizzle_params::{Group, Kind, PARAMS, Param, ParamId, Scalar, Unit};

/// One of the choices.
pub(crate) fn choice<T: Named + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::sample::select(T::ALL)
}

/// Numbers of bytes: whole units, such that no field holds, and any.
pub(crate) fn bytes() -> impl Strategy<Value = u32> {
    prop_oneof![(0_u32..1 << 14).prop_map(|units| units * 16), 0_u32..1 << 19, prop::num::u32::ANY,]
}

/// A value that a parameter can have, among small ones that fit together.
fn value(param: &Param) -> BoxedStrategy<Scalar> {
    match &param.kind {
        Kind::Choice(choices) => {
            prop::sample::select(choices.names().collect::<Vec<_>>()).prop_map(Scalar::Choice).boxed()
        }
        Kind::Number { range, unit, .. } => {
            let (least, most) = (*range.start(), *range.end());
            let below = |small: u32| (least..=most.min(small)).boxed();
            let number = match unit {
                Unit::Elements => below(600),
                Unit::Element => below(70),
                Unit::Count => below(5),
                Unit::Bytes | Unit::Address => {
                    bytes().prop_map(move |bytes| bytes.clamp(least, most)).boxed()
                }
            };
            number.prop_map(Scalar::Number).boxed()
        }
    }
}

/// How often a parameter is said.
fn share(param: &Param) -> f64 {
    match param.group {
        _ if param.is_told => 0.5,
        Group::Buffer => 0.5,
        Group::Rows => 0.15,
        _ => 0.3,
    }
}

/// What was said of tile, reader and place, without a descriptor.
pub(crate) fn derived() -> impl Strategy<Value = Said> {
    let values = PARAMS.iter().map(|param| prop::option::weighted(share(param), value(param)));
    values.collect::<Vec<_>>().prop_map(|values| {
        let mut said = Said::default();
        // Only a chip of the family that was said can be.
        let has = |(param, _): &(&Param, _)| param.id != ParamId::Chip;
        for (param, value) in PARAMS.iter().zip(values).filter(has) {
            assert!(param.set(&mut said, value), "{} is {value:?}", param.key);
        }
        // The buffer holds its window.
        let tile = &mut said.tile;
        for (buffer, at, extent) in
            [(&mut tile.buffer_mn, tile.at_mn, tile.mn), (&mut tile.buffer_k, tile.at_k, tile.k)]
        {
            let end = at.unwrap_or(0) + extent.unwrap_or(1);
            *buffer = buffer.map(|buffer| buffer.max(end));
        }
        said
    })
}

/// Any 64 bits, half of them with strides and starts that somebody would write.
pub(crate) fn descriptor() -> impl Strategy<Value = Descriptor> {
    let units = prop::sample::select(vec![0_u64, 1, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
    let tame = (prop::array::uniform3(units), choice::<Arch>(), 0_u64..8);
    prop_oneof![
        (any::<u64>(), choice::<Arch>()).prop_map(|(raw, arch)| Descriptor::new(arch, raw)),
        tame.prop_map(|([start, lbo, sbo], arch, mode)| {
            let raw = mode << 61 | sbo << 32 | lbo << 16 | start;
            Descriptor::new(arch, raw ^ Descriptor::fixed_bits(arch))
        }),
    ]
}

/// Anything said, with a descriptor, with several that a loop made, or without.
pub(crate) fn said() -> impl Strategy<Value = Said> {
    let others = prop::collection::vec(prop_oneof![Just(2_i64), -600_i64..600, any::<i64>()], 0..4);
    let given = prop::option::of((descriptor(), others, 0_usize..6));
    let chip = prop::option::weighted(0.2, choice::<Chip>());
    (derived(), given, chip).prop_map(|(said, given, chip)| {
        let said = beside(said, given);
        let is_of_family =
            |chip: &Chip| chip.arch().is_some() && said.arch().is_none_or(|arch| chip.arch() == Some(arch));
        chip.filter(is_of_family).map_or(said, |chip| said.with_chip(chip))
    })
}

fn beside(said: Said, given: Option<(Descriptor, Vec<i64>, usize)>) -> Said {
    match given {
        Some((given, added, _)) if added.len() < 2 => said.with_given(given),
        Some((first, added, open)) => {
            let mut all = vec![first];
            for added in added {
                let before = all.last().map_or(0, |last: &Descriptor| last.raw());
                let raw = before.wrapping_add_signed(added);
                all.push(first.with_raw(raw));
            }
            let place = said.place;
            Said { place, ..said.with_all_given(&all, open) }
        }
        None => said,
    }
}
