//! Further properties of a tile in words: its contiguous dimension, its sparsity, and the shape of the instruction.

use super::*;

impl Sentence<'_> {
    /// `m64n256k16`: which of its rows count is seen when it is known whose tile it is.
    pub(crate) fn take_shape(&mut self, i: usize) -> Option<usize> {
        let shape = swizzle_ptx::mma_name::shape(self.lower(i))?;
        match self.instruction {
            Some((_, before)) if before != shape => {
                let why = format!("differs from an earlier shape, and {NOT_READ}");
                self.note(i, &why);
            }
            _ => self.instruction = Some((i, shape)),
        }
        Some(1)
    }

    /// Says how many rows of the tile the instruction reads at a time.
    pub(crate) fn resolve_shape(&mut self) {
        let Some((i, [m, n, k])) = self.instruction else {
            return;
        };
        let rows = match self.said_operand().unwrap_or(Operand::A) {
            Operand::A => m,
            Operand::B => n,
        };
        let said = &self.shown.said;
        let own = spec_from_said(said).ok().map(|spec| spec.read_k());
        let is_sparse = said.reader.sparsity == Some(Sparsity::Sparse);
        let is_own = |own: u32| own == k || is_sparse && 2 * own == k;
        if let Some(own) = own.filter(|own| !is_own(*own) && self.facts.contains(&"element")) {
            let why = format!("has K {k}, where the tile’s type has K {own}: it {NOT_READ}");
            self.note(i, &why);
            return;
        }
        self.say("rows", i, |shown| shown.said.reader.rows = Some(rows));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_alone as read;

    #[test]
    fn the_contiguous_dimension() {
        let (a, b) = (Some(Operand::A), Some(Operand::B));
        for (words, major, operand) in [
            ("K contiguous", Major::K, None),
            ("contiguous along K", Major::K, None),
            ("contiguous in k", Major::K, None),
            ("K is contiguous", Major::K, None),
            ("K innermost", Major::K, None),
            ("M contiguous", Major::Mn, a),
            ("N contiguous", Major::Mn, b),
            ("contiguous along the N dimension", Major::Mn, b),
            ("MN is the contiguous dimension", Major::Mn, None),
            ("not K-major", Major::Mn, None),
            ("non K-major", Major::Mn, None),
            ("non-K-major", Major::Mn, None),
            ("not K major", Major::Mn, None),
            ("not MN-major", Major::K, None),
            ("not contiguous along K", Major::Mn, None),
            ("not row-major", Major::Mn, None),
        ] {
            for text in [format!("bf16 128x64 {words}"), format!("0x4000004000010040 {words} bf16 128x64")] {
                let pasted = read(&text);
                let said = pasted.shown.said;
                assert_eq!((said.tile.major, said.reader.operand), (Some(major), operand), "{text}");
                assert_eq!(pasted.unread().count(), 0, "{text}: {:?}", pasted.notices);
            }
        }
    }

    #[test]
    fn what_is_said_not_to_be_is_no_such_thing() {
        for (text, part) in [
            ("not bf16 128x64 K-major", "not bf16"),
            ("bf16 128x64 not 128B swizzle", "not 128B swizzle"),
            ("bf16 128x64 not tcgen05", "not tcgen05"),
            ("bf16 128x64 transposed", "transposed"),
            ("bf16 128x64 not transposed", "not"),
            ("bf16 128x64 96B swizzle", "96B swizzle"),
            ("bf16 128x64 swizzle 256B", "swizzle 256B"),
            ("bf16 128x64 swizzle_mode=7", "swizzle_mode"),
        ] {
            let pasted = read(text);
            let first = pasted.unread().next().map(|one| &*one.part);
            assert_eq!(first, Some(part), "{text}");
            let tile = pasted.shown.said.tile;
            assert_eq!((tile.swizzle, pasted.shown.said.arch()), (None, None), "{text}");
        }
    }

    #[test]
    fn sparsity_and_shape() {
        for (text, sparsity) in [
            ("bf16 128x64 sparse A", Sparsity::Sparse),
            ("bf16 128x64 2:4 sparse", Sparsity::Sparse),
            ("bf16 128x64 2:4 structured sparsity", Sparsity::Sparse),
            ("0x4000004000010040 bf16 sparse", Sparsity::Sparse),
            ("bf16 128x64 dense", Sparsity::Dense),
            ("bf16 128x64 not sparse", Sparsity::Dense),
        ] {
            let pasted = read(text);
            assert_eq!(pasted.shown.said.reader.sparsity, Some(sparsity), "{text}");
            assert_eq!(pasted.unread().count(), 0, "{text}: {:?}", pasted.notices);
        }
        for (text, rows) in [
            ("bf16 128x64 m64n256k16", 64),
            ("bf16 B 256x64 m64n256k16", 256),
            ("0x4000004000010040 bf16 B 256x64 m64n128k16", 128),
        ] {
            let pasted = read(text);
            assert_eq!(pasted.shown.said.reader.rows, Some(rows), "{text}");
            assert_eq!(pasted.unread().count(), 0, "{text}: {:?}", pasted.notices);
        }
        let other = read("e4m3 128x64 m64n256k16");
        assert_eq!(other.unread().next().unwrap().part, "m64n256k16");
    }

    #[test]
    fn a_mode_by_its_code_and_the_size_of_a_stage() {
        use swizzle_core::law::Swizzle;
        for (text, mode, sbo) in [
            ("uint8 A 128x64 swizzle_mode=2 at 0x400 wgmma", Swizzle::B64, 512),
            ("uint8 A 128x64 swizzle_mode=2 at 0x400 tcgen05", Swizzle::B128, 1024),
            ("uint8 A 128x64 swizzle mode 3 at 0x400", Swizzle::B32, 256),
            ("uint8 A 128x64 swizzle=6 at 0x400", Swizzle::B32, 256),
        ] {
            let pasted = read(text);
            let spec = spec_from_said(&pasted.shown.said).unwrap();
            let fields = spec.descriptor(spec.place()).unwrap().decode();
            assert_eq!(pasted.shown.said.tile.swizzle, Some(mode), "{text}");
            assert_eq!(u32::from(fields.sbo_field) * 16, sbo, "{text}");
            assert!(pasted.notices.iter().any(|one| one.why.contains("’s code ")), "{text}");
        }
        for text in [
            "bf16 128x64 4 stages of 16512 bytes",
            "bf16 128x64 4 stages, 16512 bytes per stage",
            "bf16 128x64 4 stages, stage stride 16512",
        ] {
            let pasted = read(text);
            let tile = pasted.shown.said.tile;
            assert_eq!((tile.stages, tile.stage_bytes), (Some(4), Some(16512)), "{text}");
            assert_eq!(pasted.unread().count(), 0, "{text}: {:?}", pasted.notices);
        }
    }
}
