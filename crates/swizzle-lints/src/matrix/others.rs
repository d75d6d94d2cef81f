//! Alternative values for inferred ones, with which an incorrect read would be correct: findings on the read depend on them.

use super::*;
use swizzle_params::said_and_taken;

/// An inferred value, and an alternative.
#[derive(Debug, Clone)]
pub(crate) struct Other {
    /// The value's name.
    pub(crate) name: &'static str,
    /// The change that specifies the alternative.
    pub(crate) offer: Repair,
}

/// Names of the values, in the order of their text.
const NAMES: [&str; 12] = [
    "sparsity",
    "for",
    "element",
    "major",
    "operand",
    "mn",
    "k",
    "swizzle",
    "order",
    "lbo_bytes",
    "sbo_bytes",
    "pattern",
];

/// The alternatives that make an incorrect read correct, one for each value.
pub(super) fn others(spec: &Spec, tally: Tally) -> Vec<Other> {
    let is_wrong = tally.wrong > 0 || spec.first_clash().is_some();
    if spec.given().is_none() || !is_wrong {
        return Vec::new();
    }
    let mut found: Vec<Other> = Vec::new();
    for (name, said) in sayings(spec) {
        if found.iter().any(|other| other.name == name) || !is_sound(&said) {
            continue;
        }
        let Ok(other) = spec_from_said(&said) else {
            continue;
        };
        if let Some(words) = parts_text(&other, &[name]) {
            let offer = Repair::new(format!("Use {words}"), &said);
            found.push(Other { name, offer });
        }
    }
    found
}

/// Whether a tile with these specified values is read correctly and no two elements overlap.
fn is_sound(said: &Said) -> bool {
    is_read_right(said)
        && spec_from_said(said).is_ok_and(|spec| {
            spec.span_bytes() <= u64::from(spec.space().bytes())
                && spec.first_clash().is_none()
                && Tally::of_read(&spec, spec.place()).wrong == 0
        })
}

/// The unspecified values, each with its usual alternatives.
fn sayings(spec: &Spec) -> Vec<(&'static str, Said)> {
    let (said, tile, reader) = (spec.said(), spec.tile(), spec.reader());
    let mut all = Vec::new();
    let mut add = |name: &'static str, is_said: bool, change: &dyn Fn(&mut Said)| {
        if !is_said {
            let mut said = *said;
            change(&mut said);
            all.push((name, said));
        }
    };
    let elements = [Element::Bf16, Element::E4m3, Element::Tf32];
    for element in elements.into_iter().filter(|other| *other != tile.element) {
        add("element", said.tile.element.is_some(), &|said| {
            said.tile.element = Some(element);
        });
    }
    for major in Major::ALL.iter().filter(|other| **other != tile.major) {
        add("major", said.tile.major.is_some(), &|said| {
            said.tile.major = Some(*major);
        });
    }
    let has_mn = said.tile.mn.or(said.tile.buffer_mn).is_some();
    let rows: &[u32] = match reader.operand {
        _ if reader.used_for == Use::Copy => &[32, 64, 128, 256, 4],
        Operand::A if reader.arch.has_one_m() => &[64, 128, 192, 256],
        Operand::A => &[128, 64, 256],
        Operand::B => &[128, 256, 64, 192, 96, 32, 16, 8],
    };
    // A copy has no operand.
    let is_operand = |operand: &&Operand| **operand != reader.operand && reader.used_for == Use::Mma;
    for operand in Operand::ALL.iter().filter(is_operand) {
        for mn in [None, Some(8), Some(128), Some(256)] {
            if mn.is_none() || !has_mn {
                add("operand", said.reader.operand.is_some(), &|said| {
                    said.reader.operand = Some(*operand);
                    said.tile.mn = said.tile.mn.or(mn);
                });
            }
        }
    }
    for &mn in rows {
        add("mn", has_mn, &|said| said.tile.mn = Some(mn));
    }
    for steps in [1, 2, 4, 8, 16] {
        let k = spec.read_k().saturating_mul(steps).min(EXTENT_MAX);
        let has_k = said.tile.k.or(said.tile.buffer_k).is_some();
        add("k", has_k, &|said| said.tile.k = Some(k));
    }
    add("order", said.tile.order.is_some(), &|said| {
        said.tile.order = Some(tile.order.other());
    });
    for &mode in Swizzle::ALL {
        if is_legal_form(reader.arch, tile.element, tile.major, mode) {
            add("swizzle", said.tile.swizzle.is_some(), &|said| {
                said.tile.swizzle = Some(mode);
            });
        }
    }
    let is_use_said = said.reader.used_for.is_some() || said.reader.shape.is_some();
    let may_copy = reader.arch.has_use(Use::Copy) && reader.used_for == Use::Mma;
    add("for", is_use_said || !may_copy, &|said| {
        said.reader.used_for = Some(Use::Copy);
    });
    let read = own_read(spec);
    if read.params().lbo_mode == LboMode::Relative {
        for stride in [Stride::Sbo, Stride::Lbo] {
            let bytes = read.stride_bytes(stride);
            let name = match stride {
                Stride::Lbo => "lbo_bytes",
                Stride::Sbo => "sbo_bytes",
            };
            add(name, said.tile.stride_bytes(stride).is_some(), &|said| {
                *said.tile.stride_bytes_mut(stride) = Some(bytes);
            });
        }
    }
    all
}

/// Returns a fix that specifies the inferred values with these names.
pub(super) fn saying(spec: &Spec, names: &[&'static str]) -> Option<Repair> {
    let names: Vec<&str> = NAMES.into_iter().filter(|name| names.contains(name)).collect();
    let said = said_and_taken(spec, names.iter().filter_map(|name| param_of_key(name)));
    let words = parts_text(spec, &names)?;
    Some(Repair::new(format!("Keep {words}"), &said))
}
