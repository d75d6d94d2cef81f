//! One read of a tile: CuTe's descriptor and the core's.

use std::fmt;

use swizzle_core::hardware::field_from_bytes;
use swizzle_core::{Arch, Coord, Descriptor, DescriptorFields, Extent, Layout};
use swizzle_tests::{JsonLine, Report, coords, layout_of};

/// One read of a tile: CuTe's descriptor and the core's, and the element of the tile at which it begins.
pub(crate) struct Read<'a> {
    pub(crate) theirs: u64,
    pub(crate) ours: Layout,
    pub(crate) tile: &'a Layout,
    pub(crate) first: Coord,
    pub(crate) extent: Extent,
}

impl Read<'_> {
    /// What is read must be equal, and be the tile's own. Of the fields, the strides may differ: CuTe leaves those that
    /// are never taken at 0.
    pub(crate) fn check(&self, report: &mut Report, arch: Arch, at: &dyn fmt::Display) {
        let params = self.ours.params();
        let theirs = Descriptor::new(arch, self.theirs);
        let ours = Descriptor::encode(
            arch,
            DescriptorFields {
                start_field: field_from_bytes(params.start_bytes),
                lbo_field: field_from_bytes(params.lbo_bytes),
                sbo_field: field_from_bytes(params.sbo_bytes),
                base_offset: params.base_offset,
                lbo_mode: params.lbo_mode,
                swizzle: Ok(params.swizzle),
                stray_bits: 0,
                lut_half: 0,
            },
        )
        .unwrap_or_else(|error| panic!("{at}: {error}"));
        let (found, wanted) = (ours.decode(), theirs.decode());
        report.equal(at, &"start field", &found.start_field, &wanted.start_field);
        report.equal(at, &"swizzle", &found.swizzle, &wanted.swizzle);
        report.equal(at, &"base offset", &found.base_offset, &wanted.base_offset);
        report.equal(at, &"LBO mode", &found.lbo_mode, &wanted.lbo_mode);
        report.equal(at, &"bits that are fixed", &found.stray_bits, &wanted.stray_bits);
        report.equal(at, &"bits that are fixed", &wanted.stray_bits, &0);
        if wanted.swizzle.is_err() {
            return;
        }
        let [found, wanted] =
            [ours, theirs].map(|descriptor| layout_of(params.element, params.major, descriptor));
        for coord in coords(self.extent) {
            let in_tile = Coord { mn: self.first.mn + coord.mn, k: self.first.k + coord.k };
            let wanted = wanted.byte_from_element(coord);
            report.equal(at, &format_args!("{coord:?} as read"), &found.byte_from_element(coord), &wanted);
            report.equal(
                at,
                &format_args!("{in_tile:?} of the tile"),
                &self.tile.byte_from_element(in_tile),
                &wanted,
            );
        }
    }
}

/// A message's place: line, descriptor key and index in it.
pub(crate) struct AtKey<'a>(pub(crate) &'a JsonLine, pub(crate) &'a str, pub(crate) usize);

impl fmt::Display for AtKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}[{}]", self.0.at(), self.1, self.2)
    }
}

/// The keys of an architecture's descriptors: all steps, last step elsewhere, last step by blocks of 64 rows.
pub(crate) const fn descriptor_keys(arch: Arch) -> [&'static str; 3] {
    match arch {
        Arch::Wgmma => ["g", "g_at_1c400", "g64"],
        Arch::Tcgen05 => ["u", "u_at_1c400", "u64"],
    }
}
