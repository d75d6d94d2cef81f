//! Anything that somebody can say, for the tests that hold of all of it.

use proptest::prelude::*;
use swizzle_core::hardware::{Chip, CopyShape, Use};
use swizzle_core::law::RowXor;
use swizzle_core::{Arch, Descriptor, Named, Said, SaidPlace, SaidReader, SaidTile};

/// One of the choices.
pub(crate) fn choice<T: Named + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::sample::select(T::ALL)
}

/// Said or not.
pub(crate) fn maybe<T: Named + std::fmt::Debug>() -> impl Strategy<Value = Option<T>> {
    prop::option::of(choice())
}

/// Numbers of bytes: whole units, such that no field holds, and any.
pub(crate) fn bytes() -> impl Strategy<Value = u32> {
    prop_oneof![
        (0_u32..1 << 14).prop_map(|units| units * 16),
        0_u32..1 << 19,
        prop::num::u32::ANY,
    ]
}

/// Window and buffer of one dimension: where it begins, its extent, and the buffer's.
fn window() -> impl Strategy<Value = [Option<u32>; 3]> {
    let sides = (0_u32..70, 1_u32..600, 0_u32..70);
    (sides, any::<[bool; 3]>()).prop_map(|((at, extent, behind), is_said)| {
        let values = [at, extent, at + extent + behind];
        std::array::from_fn(|i| is_said[i].then_some(values[i]))
    })
}

prop_compose! {
    fn tile()(
        [at_mn, mn, buffer_mn] in window(),
        [at_k, k, buffer_k] in window(),
        element in maybe(),
        major in maybe(),
        swizzle in maybe(),
        order in maybe(),
    )(
        lbo_bytes in prop::option::of(bytes()),
        sbo_bytes in prop::option::of(bytes()),
        row_bytes in prop::option::weighted(0.2, bytes()),
        row_xor in prop::option::weighted(0.1, choice::<RowXor>()),
        start_bytes in prop::option::of(bytes()),
        pattern_bytes in prop::option::of(bytes()),
        stages in prop::option::weighted(0.3, 1_u32..6),
        stage_bytes in prop::option::weighted(0.3, bytes()),
        chosen in Just(SaidTile {
            element, major, swizzle, mn, k, buffer_mn, buffer_k, at_mn, at_k, order, ..SaidTile::default()
        }),
    ) -> SaidTile {
        SaidTile {
            lbo_bytes, sbo_bytes, row_bytes, row_xor, start_bytes, pattern_bytes, stages, stage_bytes, ..chosen
        }
    }
}

prop_compose! {
    fn reader()(
        arch in maybe(),
        operand in maybe(),
        sparsity in maybe(),
        lbo_mode in maybe(),
        rows in prop::option::weighted(0.3, 1_u32..300),
        used_for in prop::option::weighted(0.3, choice::<Use>()),
        shape in prop::option::weighted(0.2, choice::<CopyShape>()),
    ) -> SaidReader {
        SaidReader { arch, chip: None, operand, sparsity, lbo_mode, rows, used_for, shape }
    }
}

prop_compose! {
    fn place()(
        stage in prop::option::weighted(0.3, 0_u32..6),
        block in prop::option::weighted(0.3, 0_u32..6),
        step in prop::option::weighted(0.3, 0_u32..6),
    ) -> SaidPlace {
        SaidPlace { stage, block, step }
    }
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

prop_compose! {
    /// What was said of tile, reader and place, without a descriptor.
    pub(crate) fn derived()(tile in tile(), reader in reader(), place in place()) -> Said {
        Said { tile, reader, place, ..Said::default() }
    }
}

/// Anything said, with a descriptor, with several that a loop made, or without.
pub(crate) fn said() -> impl Strategy<Value = Said> {
    let others = prop::collection::vec(prop_oneof![Just(2_i64), -600_i64..600, any::<i64>()], 0..4);
    let given = prop::option::of((descriptor(), others, 0_usize..6));
    let chip = prop::option::weighted(0.2, choice::<Chip>());
    (derived(), given, chip).prop_map(|(said, given, chip)| {
        let said = beside(said, given);
        let is_of_family = |chip: &Chip| {
            chip.arch().is_some() && said.arch().is_none_or(|arch| chip.arch() == Some(arch))
        };
        chip.filter(is_of_family)
            .map_or(said, |chip| said.with_chip(chip))
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
            Said {
                place,
                ..said.with_all_given(&all, open)
            }
        }
        None => said,
    }
}
