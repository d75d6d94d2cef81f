//! The rows of `forms.txt`: every dense form of `mma.sync`.

use super::{Order, Type};

const TABLE: &str = include_str!("forms.txt");

/// Forms of one shape that have PTX version and first chip in common.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub name: &'static str,
    types: &'static str,
    sums: &'static str,
    pub ptx: &'static str,
    pub sm: u32,
    /// `kind::`, or what is done with bits.
    pub kind: &'static str,
    /// Scale factors along K; 0 without.
    pub vectors: u32,
    /// Their type.
    pub factor: &'static str,
}

/// The cells of the rows of a table, as many as are asked for; those that a row does not have are empty.
pub(super) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let mut cells = row.split_whitespace();
        [(); N].map(|()| cells.next().unwrap_or_default())
    })
}

pub(super) fn forms() -> impl Iterator<Item = Row> {
    rows(TABLE).map(|[name, types, sums, ptx, sm, kind, vectors, factor]| {
        let number = |text: &str| text.parse().unwrap_or(0);
        Row { name, types, sums, ptx, sm: number(sm), kind, vectors: number(vectors), factor }
    })
}

/// A type by its name in PTX, if a form has it: its bits are those of its name, sign, exponent and mantissa of a narrow float.
pub(super) fn type_of(name: &str) -> Option<Type> {
    let of_row = |row: Row| row.types.split(',').chain(row.sums.split([',', '+'])).chain([row.factor]);
    let name = forms().flat_map(of_row).find(|known| *known == name && !known.is_empty())?;
    let bits = match name {
        "ue8m0" | "ue4m3" => 8,
        _ if name.starts_with('e') => {
            1 + name.bytes().filter(u8::is_ascii_digit).map(|digit| u32::from(digit - b'0')).sum::<u32>()
        }
        _ => name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?,
    };
    Some(Type { name, bits })
}

impl Row {
    /// The shape as PTX has it.
    pub(super) fn shape(&self) -> &'static str {
        self.name.split('.').next().unwrap_or_default()
    }

    /// M, N and K.
    pub(super) fn sizes(&self) -> [u32; 3] {
        let mut sizes = self.shape().split(['m', 'n', 'k']).filter_map(|size| size.parse().ok());
        [0; 3].map(|none| sizes.next().unwrap_or(none))
    }

    /// Whether A and B can have these types.
    pub(super) fn multiplies(&self, types: [Type; 2]) -> bool {
        types.iter().all(|ty| self.types.split(',').any(|known| known == ty.name))
    }

    /// The types of D and C, in pairs.
    pub(super) fn sums(&self) -> impl DoubleEndedIterator<Item = (Type, Type)> {
        let pair = |sum: &'static str| {
            let (d, c) = sum.split_once('+').unwrap_or((sum, sum));
            type_of(d).zip(type_of(c))
        };
        self.sums.split(',').filter_map(pair)
    }

    /// Whether the orders are free: otherwise A is `.row` and B is `.col`.
    pub(super) fn takes(&self, orders: [Order; 2]) -> bool {
        self.is_quad_pairs() || orders == [Order::Row, Order::Col]
    }

    /// Whether a warp computes four products at once, each by eight threads.
    pub(super) fn is_quad_pairs(&self) -> bool {
        (self.shape(), self.types) == ("m8n8k4", "f16")
    }
}
