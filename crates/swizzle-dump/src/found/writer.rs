//! The writer of rows that no descriptor reads, and what it is expected to write.

use super::*;

impl Found {
    /// Bytes of a row along the contiguous side.
    pub(super) fn row_bytes(&self) -> u32 {
        let (along, _) = self.shape.along_and_across(self.major);
        along * self.cells.width
    }

    /// The swizzle that a descriptor reads it with; of rows that none reads, as their writer is expected to write them.
    pub(crate) fn swizzle(&self) -> Swizzle {
        match self.form {
            Form::Canonical(swizzle) => swizzle,
            Form::Rows { pitch, .. } => {
                let (modes, row_bytes) = ([Swizzle::B128, Swizzle::B64, Swizzle::B32], self.row_bytes());
                let is_whole = row_bytes <= pitch && modes.iter().any(|mode| mode.row_bytes() == pitch);
                let bytes = if is_whole { pitch } else { row_bytes };
                modes.into_iter().find(|mode| bytes >= mode.row_bytes()).unwrap_or(Swizzle::None)
            }
        }
    }

    /// The tile that a descriptor reads: as found, or of rows that none reads, as its writer is expected to write it.
    pub fn readable_tile(&self) -> Option<SaidTile> {
        match self.form {
            Form::Canonical(_) => self.said(),
            Form::Rows { .. } => Some(SaidTile { swizzle: Some(self.swizzle()), ..self.tile() }),
        }
    }

    /// The line of the writer that puts each unit somewhere: actual and expected. `None` if a descriptor can read the layout.
    pub fn writer_lines(&self) -> Option<[String; 2]> {
        let Form::Rows { pitch, exchange, .. } = self.form else {
            return None;
        };
        let swizzle = self.swizzle();
        let expected = written_line(swizzle.row_bytes(), Exchange::of_mode(swizzle));
        Some([written_line(pitch, exchange), expected])
    }

    /// Returns the actual and the expected operand of the writer's XOR: `(row & 3)`, `(row & 7)`. `None` if they are equal, the
    /// writer uses no XOR of rows, or a descriptor can read the layout.
    pub fn writer_xors(&self) -> Option<[String; 2]> {
        let Form::Rows { exchange: exchange @ Exchange::Xor { .. }, .. } = self.form else {
            return None;
        };
        let xor = |exchange: Exchange| Some(exchange.text().strip_prefix("unit ^ ")?.to_owned());
        let [actual, expected] = [xor(exchange)?, xor(Exchange::of_mode(self.swizzle()))?];
        (actual != expected).then_some([actual, expected])
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
        match self.form {
            Form::Canonical(swizzle) => {
                let absolute = self.absolute(Coord::at(self.major, 0, row))?;
                Some([self.base_offset, 0].map(|base| swizzle.phase(absolute, base)))
            }
            Form::Rows { exchange, .. } => {
                let xor = |one: Exchange| one.of_row(row);
                Some([xor(exchange)?, xor(Exchange::of_mode(self.swizzle()))?])
            }
        }
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
