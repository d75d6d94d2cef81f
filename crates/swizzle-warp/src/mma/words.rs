//! The opcode of a `mma.sync`, word by word.

use swizzle_core::hardware::quoted;

use super::forms::{Row, forms, type_of};
use super::{Form, Order, Scale, Type};

/// What an opcode says, in whatever order.
#[derive(Default)]
struct Words<'a> {
    shape: Option<&'a str>,
    orders: Vec<Order>,
    types: Vec<Type>,
    kind: Option<&'a str>,
    vectors: Option<&'a str>,
    is_scaled: bool,
}

impl<'a> Words<'a> {
    fn read(words: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut read = Self::default();
        for word in words {
            let named = |prefix: &str| word.strip_prefix(prefix);
            match word {
                "sync" | "aligned" | "satfinite" | "popc" => {}
                "row" => read.orders.push(Order::Row),
                "col" => read.orders.push(Order::Col),
                "xor" | "and" => read.kind = Some(word),
                "block_scale" => read.is_scaled = true,
                "sp" | "sp::ordered_metadata" => {
                    return Err("the fragments of sparse mma.sp are not known".into());
                }
                _ if named("kind::").is_some() => read.kind = named("kind::"),
                _ if named("scale_vec::").is_some() => read.vectors = named("scale_vec::"),
                _ if word.starts_with('m') && word.contains('k') => read.shape = Some(word),
                _ => match type_of(word) {
                    Some(ty) => read.types.push(ty),
                    None => return Err(format!("mma.sync has no qualifier “.{}”", quoted(word))),
                },
            }
        }
        Ok(read)
    }
}

impl Form {
    /// The names of all forms that differ in a fragment, each as [`Form::from_opcode`] reads it.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<_> = forms().map(|row| row.name).collect();
        names.dedup();
        names
    }

    /// Reads an opcode, its qualifiers in any order, as the assembler takes them. Without `mma` in front what is left out is as
    /// usual: `m16n8k16.f16` is a name, too.
    ///
    /// ```
    /// use swizzle_warp::mma::{Form, Operand};
    /// use swizzle_warp::Slot;
    /// let form = Form::from_opcode("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32").unwrap();
    /// let a = form.fragment(Operand::A);
    /// assert_eq!((a.rows, a.columns, a.registers(), a.parts), (16, 16, 4, 2));
    /// let slot = Slot { thread: 5, register: 2, part: 1 };
    /// assert_eq!(a.cell_from_slot(slot), (1, 11));
    /// assert_eq!(a.slot_from_cell(1, 11), slot);
    /// assert_eq!(
    ///     Form::from_opcode("m16n8k32.bf16").unwrap_err(),
    ///     "mma.sync has no shape m16n8k32 for bf16 × bf16: one of m16n8k8, m16n8k16",
    /// );
    /// ```
    ///
    /// # Errors
    /// Says what of it is unknown, and what there is instead.
    pub fn from_opcode(opcode: &str) -> Result<Self, String> {
        let is_whole = opcode == "mma" || opcode.starts_with("mma.");
        let said = Words::read(opcode.split('.').skip(usize::from(is_whole)))?;
        let shape = said.shape.ok_or("mma.sync needs a shape, such as m16n8k16")?;
        let ([a, b], sum, scale) = match said.types[..] {
            [d, a, b, c] => ([a, b], Some((d, c)), None),
            [d, a, b, c, scale] => ([a, b], Some((d, c)), Some(scale)),
            [a] if !is_whole => ([a, a], None, None),
            [a, b] if !is_whole => ([a, b], None, None),
            _ => {
                return Err(
                    "mma.sync needs four types, those of D, A, B and C, and with .block_scale a fifth".into(),
                );
            }
        };
        let kind = said.kind.unwrap_or_default();
        let is_it = |row: &Row| {
            row.multiplies([a, b]) && (row.kind == kind || (!is_whole && kind.is_empty() && a.name == "b1"))
        };
        let rows: Vec<Row> = forms().filter(is_it).collect();
        let product = format!("{} × {}", a.name, b.name);
        if rows.is_empty() {
            let kind = if kind.is_empty() { String::new() } else { format!(" with {}", quoted(kind)) };
            return Err(format!("mma.sync does not multiply {product}{kind}"));
        }
        let mut shapes: Vec<&str> = rows.iter().map(Row::shape).collect();
        shapes.dedup();
        let mut rows: Vec<Row> = rows.into_iter().filter(|row| row.shape() == shape).collect();
        if rows.is_empty() {
            let shape = quoted(shape);
            return Err(format!("mma.sync has no shape {shape} for {product}: one of {}", shapes.join(", ")));
        }
        if is_whole && said.is_scaled != (rows[0].vectors > 0) {
            return Err(format!(".block_scale and kind::{kind} do not go together"));
        }
        let is_scale = |row: &Row| {
            said.vectors.is_none_or(|said| said == format!("{}X", row.vectors))
                && scale.is_none_or(|scale| scale.name == row.factor)
        };
        rows.retain(is_scale);
        let row = rows.iter().find(|row| sum.is_none_or(|sum| row.sums().any(|known| known == sum)));
        let Some(row) = row else {
            return Err(match (rows.is_empty(), sum) {
                (false, Some((d, c))) => {
                    format!("mma.sync {shape} of {product} does not give D {} of C {}", d.name, c.name)
                }
                _ => format!("mma.sync {shape} with {kind} has no such scale factors"),
            });
        };
        let orders = match said.orders[..] {
            [a, b] => [a, b],
            [] if !is_whole => [Order::Row, Order::Col],
            _ => return Err("mma.sync needs two orders, that of A and that of B".into()),
        };
        if !row.takes(orders) {
            return Err("A is .row and B is .col, except for m8n8k4 with f16".into());
        }
        let Some((d, c)) = sum.or_else(|| row.sums().next_back()) else {
            return Err(format!("mma.sync {shape} has no sums"));
        };
        let scale = type_of(row.factor).map(|ty| Scale { vectors: row.vectors, ty });
        Ok(Self::of(row, [a, b, c, d], orders, scale))
    }
}
