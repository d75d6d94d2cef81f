//! A box that copies write, compared with what the instructions read of the operand.

use super::*;

/// A box that copies write, and what reads of the operand take.
#[derive(Debug, Clone)]
pub(super) struct Load {
    /// The buffer's operand.
    pub(super) side: Operand,
    /// The types of the box's elements and of the operand's, where both are known.
    pub(super) types: Option<(DataType, Element)>,
    /// The box's mode.
    pub(super) written: Option<MapSwizzle>,
    /// The mode of the reads.
    pub(super) read: Swizzle,
    /// Bytes of a row of the box.
    pub(super) row_written: u64,
    /// Bytes of a row that reads take.
    pub(super) row_read: u64,
    /// Bytes of a stage that the copies of one group write, those that are read among them.
    pub(super) written_bytes: u64,
    /// Bytes of a stage that are read.
    pub(super) read_bytes: u64,
    /// Bytes behind the stage's beginning that a box reaches to, and that it may.
    pub(super) reach: (u64, u64),
}

impl Load {
    /// What is wrong with it, or that it fits.
    pub(super) fn part(&self) -> Part {
        let (mode, row) = (self.read.name(), self.row_read);
        let types = self.types.map(|(_, element)| format!(", {}", element.name()));
        let words = self.written.map(|_| {
            let letter = self.side.name();
            let types = types.unwrap_or_default();
            Holds::Checked(format!("{letter}: box and reads agree on {mode}{types}, rows of {row} bytes"))
        });
        let checks = [
            self.swizzle(),
            self.span(),
            self.elements(),
            self.row(),
            self.cover(),
            self.unread(),
            self.next_stage(),
        ];
        let mut part = Part::of(FactKind::Map, checks, words.unwrap_or_default());
        part.is_of_extents = self.written_bytes != self.read_bytes;
        let is_plain = self.written == Some(MapSwizzle::None) && self.read != Swizzle::None;
        part.feed.plain_row = is_plain.then_some(self.row_written);
        part
    }

    /// Written in another swizzle mode than the operand is read in.
    fn swizzle(&self) -> Option<Part> {
        let wanted = MapSwizzle::from_swizzle(self.read);
        let written = self.written.filter(|written| *written != wanted)?;
        let (letter, read) = (self.side.name(), self.read.name());
        let part = BOX_SWIZZLE.wrong(
            format!("{letter}: the box is written in swizzle mode {}, the descriptor reads {read}", written.name()),
            "The tensor map and the descriptor of the operand in the same buffer must have the same mode; otherwise 16-byte units are swapped.",
        );
        Some(part.fix(format!("Set the tensor map's swizzle mode to {}", wanted.name())))
    }

    /// Rows that are longer than the span of the swizzle mode.
    fn span(&self) -> Option<Part> {
        let mode = self.written?;
        let span = mode.span_bytes().filter(|span| self.row_written > u64::from(*span))?;
        let (letter, mode, row) = (self.side.name(), mode.name(), self.row_written);
        let part = BOX_SPAN.wrong(
            format!("{letter}: a row of the box has {row} bytes, the span of the {mode} swizzle is {span}"),
            "The driver refuses such a map. One that the kernel makes itself is not checked.",
        );
        Some(part.fix(format!("Give the box rows of {span} bytes")))
    }

    /// Elements of another floating-point type. An integer type can stand for any element of its width; a floating-point type of
    /// another width cannot.
    fn elements(&self) -> Option<Part> {
        use DataType::*;
        let (written, read) = self.types?;
        let (letter, name) = (self.side.name(), written.name());
        let title = format!("{letter}: the tensor map has {name} elements, the instruction reads {read}");
        let is_float =
            matches!(written, Float16 | Bfloat16 | Float32 | Float32Ftz | Tfloat32 | Tfloat32Ftz | Float64);
        let (own, wanted) = (written.shared_bits(), read.slot_bits());
        if is_float && own != wanted {
            let text = format!(
                "An element of the map has {own} bits, one of the instruction {wanted}: rows, boxes and the bytes of the barrier are counted in other elements."
            );
            let own = DataType::from_element(read);
            let fix = own.map(|own| format!("Set the element type to {}", own.name()));
            return Some(BOX_TYPE.wrong(title, text).fix(fix));
        }
        let differs = matches!((written, read), (Float16, Element::Bf16) | (Bfloat16, Element::F16));
        let text = "The copy does not change any bits, so exponent bits are read as fraction bits. One of the two types belongs to another kernel.";
        differs.then(|| BOX_TYPE.says(Severity::Warning, title, text))
    }

    /// Rows that are shorter than the reads of the operand.
    fn row(&self) -> Option<Part> {
        let (letter, written, read) = (self.side.name(), self.row_written, self.row_read);
        let part = || {
            BOX_ROW.wrong(
            format!("{letter}: a row of the box has {written} bytes, {read} of each row are read"),
            "The first dimension of the box and the size of its elements make a row. Bytes that no box writes keep their old contents.",
        )
        };
        (written < read).then(|| part().fix(format!("Give the box rows of {read} bytes")))
    }

    /// Boxes that write less of a stage than the operand is read from.
    fn cover(&self) -> Option<Part> {
        let (letter, written, read) = (self.side.name(), self.written_bytes, self.read_bytes);
        (written < read).then(|| {
            BOX_COVER.wrong(
                format!("{letter}: the copies write {written} of the {read} bytes of a stage that are read"),
                "The box has too few rows, or its destination is not where the operand begins.",
            )
        })
    }

    /// A box of which the instructions read a part.
    fn unread(&self) -> Option<Part> {
        let (letter, (written, most), read) = (self.side.name(), self.reach, self.read_bytes);
        (written > read && written <= most).then(|| BOX_UNREAD.says(
            Severity::Warning,
            format!("{letter}: the copies write {written} bytes of a stage, the instructions read {read}"),
            "What is copied and not read is missing in the product: M, N or the number of steps along K is smaller than the tile, or the box is larger.",
        ))
    }

    /// A box that reaches into the next stage.
    fn next_stage(&self) -> Option<Part> {
        let (letter, (end, most)) = (self.side.name(), self.reach);
        (end > most).then(|| BOX_REACH.wrong(
            format!("{letter}: a box ends {end} bytes after the start of its stage, but the next stage starts after {most}"),
            "The copy of one stage overwrites the next one, which may still be read.",
        ))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A load of 16 KiB in the mode 128B that is right, with a change.
    pub(in crate::kernel::part) fn load(change: impl FnOnce(&mut Load)) -> Part {
        let mut load = Load {
            side: Operand::A,
            types: Some((DataType::Bfloat16, Element::Bf16)),
            written: Some(MapSwizzle::B128),
            read: Swizzle::B128,
            row_written: 128,
            row_read: 128,
            written_bytes: 16384,
            read_bytes: 16384,
            reach: (16384, 16384),
        };
        change(&mut load);
        load.part()
    }
}
