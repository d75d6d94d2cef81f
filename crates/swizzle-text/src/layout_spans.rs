//! Layout text in pieces, with LBO and SBO marked.

use crate::trace_text::lacks_columns;
use swizzle_core::descriptor::FieldId;
use swizzle_core::law::{Swizzle, exact_text, measured_symbolic_text, swizzle_text, symbolic_text};
use swizzle_core::reader::Spec;

/// A piece of a layout's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The piece.
    pub text: String,
    /// The field, if the piece is one of the descriptor's two strides.
    pub field: Option<FieldId>,
}

/// The pieces of a symbolic layout text.
///
/// ```
/// use swizzle_core::{FieldId, Major, Swizzle};
/// use swizzle_core::law::symbolic_text;
/// use swizzle_text::spans_from_symbolic;
/// let spans = spans_from_symbolic(&symbolic_text(Major::K, Swizzle::B128));
/// assert_eq!(spans[1].text, "SBO");
/// assert_eq!(spans[1].field, Some(FieldId::Sbo));
/// ```
#[must_use]
pub fn spans_from_symbolic(text: &str) -> Vec<Span> {
    let leaves: Vec<_> = leaves(text).map(field_of_symbol).collect();
    spans(text, &leaves)
}

/// The pieces of a tile's [`exact_text`]: the numbers in place of LBO and SBO of the symbolic text are marked. A
/// column stride that is not in the descriptor is not marked.
///
/// ```
/// use swizzle_core::{FieldId, Said};
/// use swizzle_text::spans_from_exact;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let spans = spans_from_exact(&spec);
/// let sbo = spans.iter().find(|span| span.field == Some(FieldId::Sbo)).unwrap();
/// assert_eq!(sbo.text, "512"); // elements
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn spans_from_exact(spec: &Spec) -> Vec<Span> {
    let text = exact_text(spec.layout(), spec.extent());
    let (major, swizzle) = (spec.layout().major(), spec.layout().swizzle());
    let count = leaves(&text).count();
    // The symbolic form with the same tree identifies each number.
    let field = |symbol: &str| {
        field_of_symbol(symbol).filter(|field| *field != FieldId::Lbo || !lacks_columns(spec))
    };
    let fields = [
        Some(symbolic_text(major, swizzle)),
        measured_symbolic_text(major, swizzle),
    ]
    .into_iter()
    .flatten()
    .find(|symbolic| leaves(symbolic).count() == count)
    .map(|symbolic| leaves(&symbolic).map(field).collect::<Vec<_>>())
    .unwrap_or_default();
    spans(&text, &fields)
}

/// The meaning of a swizzle's three numbers, which count bits of a byte address while the layout counts elements.
///
/// ```
/// use swizzle_core::Swizzle;
/// use swizzle_text::swizzle_sentence;
/// assert_eq!(
///     swizzle_sentence(Swizzle::B128),
///     "Swizzle<3,4,3> XORs the 3 bits from bit 7 into the 3 bits from bit 4 of the byte address; shape and stride count elements.",
/// );
/// ```
#[must_use]
pub fn swizzle_sentence(swizzle: Swizzle) -> String {
    let xor = swizzle.xor();
    let name = swizzle_text(swizzle);
    let bits = |count: u32| if count == 1 { "bit" } else { "bits" };
    if xor.bits == 0 {
        return std::format!(
            "{name} leaves every byte address unchanged; shape and stride count elements."
        );
    }
    std::format!(
        "{name} XORs the {n} {bits} from bit {from} into the {n} {bits} from bit {to} of the byte address; shape and stride count elements.",
        n = xor.bits,
        bits = bits(xor.bits),
        from = xor.base + xor.shift,
        to = xor.base,
    )
}

fn field_of_symbol(leaf: &str) -> Option<FieldId> {
    match leaf {
        "LBO" => Some(FieldId::Lbo),
        "SBO" => Some(FieldId::Sbo),
        _ => None,
    }
}

const BRACKETS: [char; 4] = ['(', ')', ',', ':'];

/// Returns the position at which the layout starts, after its swizzle.
fn layout_start(text: &str) -> usize {
    text.find('>').map_or(0, |at| at + "> o ".len())
}

/// The numbers and symbols of a layout text in order, without those of the swizzle.
fn leaves(text: &str) -> impl Iterator<Item = &str> {
    text[layout_start(text)..]
        .split(BRACKETS)
        .filter(|leaf| !leaf.is_empty())
}

/// The text cut around the leaves that are fields.
fn spans(text: &str, fields: &[Option<FieldId>]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut push = |piece: &str, field: Option<FieldId>| match spans.last_mut() {
        Some(last) if last.field.is_none() && field.is_none() => last.text.push_str(piece),
        _ => spans.push(Span {
            text: piece.into(),
            field,
        }),
    };
    let (head, mut rest) = text.split_at(layout_start(text));
    push(head, None);
    let mut fields = fields.iter();
    while !rest.is_empty() {
        let (brackets, behind) = cut(rest, |c| !BRACKETS.contains(&c));
        push(brackets, None);
        let (leaf, behind) = cut(behind, |c| BRACKETS.contains(&c));
        if !leaf.is_empty() {
            push(leaf, fields.next().copied().flatten());
        }
        rest = behind;
    }
    spans
}

fn cut(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::{Major, Named, Operand, Sparsity};
    use swizzle_core::reader::{Said, SaidReader};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn joined(spans: &[Span]) -> String {
        spans.iter().map(|span| span.text.as_str()).collect()
    }

    #[test]
    fn nothing_is_lost_and_strides_are_found() {
        for major in Major::ALL {
            for swizzle in Swizzle::ALL {
                for k in [16, 64, 256] {
                    let params = Said {
                        tile: SaidTile {
                            major: Some(*major),
                            swizzle: Some(*swizzle),
                            k: Some(k),
                            ..SaidTile::default()
                        },
                        ..Said::default()
                    };
                    let spec = spec_from_said(&params).unwrap();
                    let (tile, extent) = (spec.layout(), spec.extent());
                    let spans = spans_from_exact(&spec);
                    assert_eq!(joined(&spans), exact_text(tile, extent));
                    for span in spans {
                        let bytes = match span.field {
                            Some(FieldId::Lbo) => tile.params().lbo_bytes,
                            Some(FieldId::Sbo) => tile.params().sbo_bytes,
                            _ => continue,
                        };
                        let elements: u32 = span.text.parse().unwrap();
                        assert_eq!(elements * 2, bytes, "{params:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_column_stride_is_lbo_only_where_a_read_needs_it() {
        let has_lbo = |params: &Said| {
            let spans = spans_from_exact(&spec_from_said(params).unwrap());
            spans.iter().any(|span| span.field == Some(FieldId::Lbo))
        };
        let dense = Said {
            tile: SaidTile {
                swizzle: Some(Swizzle::B32),
                ..SaidTile::default()
            },
            ..Said::default()
        };
        let sparse = Said {
            reader: SaidReader {
                operand: Some(Operand::B),
                sparsity: Some(Sparsity::Sparse),
                ..dense.reader
            },
            ..dense
        };
        assert!(!has_lbo(&dense) && has_lbo(&sparse));
    }

    #[test]
    fn both_strides_of_every_symbolic_form() {
        for swizzle in Swizzle::ALL {
            let text = symbolic_text(Major::Mn, *swizzle);
            let spans = spans_from_symbolic(&text);
            assert_eq!(joined(&spans), text);
            let marked = spans.iter().filter(|span| span.field.is_some()).count();
            assert_eq!(marked, 2, "{text}");
        }
    }
}
