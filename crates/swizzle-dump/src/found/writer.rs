//! The writer of rows that no descriptor reads, and what it is expected to write.

use super::*;

impl Found {
    /// Bytes of a row along the contiguous side.
    pub(super) const fn row_bytes(&self) -> u32 {
        let (along, _) = self.shape.along_and_across(self.major);
        along * self.width
    }

    /// The canonical form nearest to rows of this pitch.
    pub(super) const fn mended(&self, pitch: u32) -> Mended {
        let row_bytes = self.row_bytes();
        let span = match pitch {
            32 | 64 | 128 if row_bytes <= pitch => pitch,
            _ if row_bytes >= 128 => 128,
            _ if row_bytes >= 64 => 64,
            _ if row_bytes >= 32 => 32,
            _ => 16,
        };
        let swizzle = match span {
            128 => Swizzle::B128,
            64 => Swizzle::B64,
            32 => Swizzle::B32,
            _ => Swizzle::None,
        };
        Mended { span, swizzle }
    }

    /// The tile that a descriptor reads: as found, or of rows that none reads, as its writer is expected to write it.
    pub fn readable_tile(&self) -> Option<SaidTile> {
        let Form::Rows { pitch, .. } = self.form else {
            return self.said();
        };
        Some(SaidTile { swizzle: Some(self.mended(pitch).swizzle), ..self.tile() })
    }

    /// The line of the writer that puts each unit somewhere: actual and expected. `None` if a descriptor can read the layout.
    pub fn writer_lines(&self) -> Option<[String; 2]> {
        let Form::Rows { pitch, exchange, .. } = self.form else {
            return None;
        };
        let Mended { span, swizzle } = self.mended(pitch);
        Some([written_line(pitch, exchange), written_line(span, exchange_of(swizzle))])
    }

    /// Returns the actual and the expected operand of the writer's XOR: `(row & 3)`, `(row & 7)`. `None` if they are equal, the
    /// writer uses no XOR of rows, or a descriptor can read the layout.
    pub fn writer_xors(&self) -> Option<[String; 2]> {
        let Form::Rows { pitch, exchange: exchange @ Exchange::Xor { .. }, .. } = self.form else {
            return None;
        };
        let xor = |exchange: Exchange| Some(exchange.text().strip_prefix("unit ^ ")?.to_owned());
        let [actual, expected] = [xor(exchange)?, xor(exchange_of(self.mended(pitch).swizzle))?];
        (actual != expected).then_some([actual, expected])
    }

    /// Returns the value with which the unit of each of eight rows is XORed: actual and expected. Zeros are a writer
    /// without an exchange; `None` if a descriptor can read the layout, or the exchange is not an XOR of rows.
    pub fn row_xors(&self) -> Option<[[u32; 2]; 8]> {
        let Form::Rows { pitch, exchange, .. } = self.form else {
            return None;
        };
        let expected = exchange_of(self.mended(pitch).swizzle);
        let xors = |row| [exchange, expected].map(|one| one.of_row(row as u32).unwrap_or(0));
        exchange.of_row(0).map(|_| std::array::from_fn(xors))
    }

    /// Returns the value with which the units of a row are XORed, and that with which a descriptor with base offset 0 reads them.
    /// `None` if units are permuted otherwise, or a row is beyond shared memory. Rows are counted across the contiguous side.
    ///
    /// ```
    /// use swizzle_dump::{Example, dump_from_bytes, recognize};
    /// let xors = |example: Example| {
    ///     let dumps = [dump_from_bytes(example.text().as_bytes(), 16).unwrap()];
    ///     let found = recognize(&dumps, &example.asked()).unwrap();
    ///     [3, 4, 13].map(|row| found[0].xors_of_row(row).unwrap())
    /// };
    /// assert_eq!(xors(Example::Right), [[3, 3], [4, 4], [5, 5]]);
    /// assert_eq!(xors(Example::NarrowMask), [[3, 3], [0, 4], [1, 5]]);
    /// assert_eq!(xors(Example::FromBuffer), [[3, 7], [4, 0], [5, 1]]);
    /// assert_eq!(xors(Example::Padded), [[0, 3], [0, 4], [0, 5]]);
    /// ```
    pub fn xors_of_row(&self, row: u32) -> Option<[u32; 2]> {
        let Form::Canonical(swizzle) = self.form else {
            let xors = self.row_xors()?;
            return Some(xors[row as usize % xors.len()]);
        };
        let absolute = self.absolute(Coord::at(self.major, 0, row))?;
        Some([self.base_offset, 0].map(|base| swizzle.phase(absolute, base)))
    }
}

/// The canonical form that rows are nearest to.
pub(super) struct Mended {
    /// Bytes of a row.
    pub(super) span: u32,
    pub(super) swizzle: Swizzle,
}

/// Returns the exchange by which a canonical writer puts a unit of a row, of as many bytes as its mode has, in a slot.
pub(super) const fn exchange_of(swizzle: Swizzle) -> Exchange {
    match swizzle.xor().bits {
        0 => Exchange::None,
        bits => Exchange::Xor { shift: 3 - bits, bits },
    }
}

/// Returns the address at which a writer of rows puts a unit, as an expression.
pub(super) fn written_line(pitch: u32, exchange: Exchange) -> String {
    match exchange {
        Exchange::None => format!("{pitch} * row + 16 * unit"),
        Exchange::Xor { .. } | Exchange::Rotation { .. } => {
            format!("{pitch} * row + 16 * ({})", exchange.text())
        }
        Exchange::Address(_) => format!("{} of the address", exchange.text()),
    }
}
