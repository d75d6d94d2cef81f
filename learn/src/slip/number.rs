//! Slips where a number is asked for.

use super::*;
use swizzle_core::FieldId;
use swizzle_infer::on_other_arch;

pub(super) fn slip(spec: &Spec, name: &str, given: u64) -> Option<&'static str> {
    if let Some(name) = of_read(name) {
        let read = spec.spec_from_read(spec.place());
        let is_of_tile = number(spec, name) == Some(given) && number(&read, name) != Some(given);
        return if is_of_tile { Some(OF_THE_TILE) } else { slip(&read, name, given) };
    }
    let wanted = number(spec, name)?;
    if given == wanted {
        return None;
    }
    if let Some(sentence) = sentence_of(slips(spec, name), wanted, given) {
        return Some(sentence);
    }
    let is_bytes = ["byte", "start_bytes", "lbo", "sbo", "step_bytes", "column_bytes", "atom_bytes"]
        .iter()
        .any(|known| name.starts_with(known))
        && !name.ends_with("field")
        || name.starts_with("start ");
    let unit = u64::from(UNIT_BYTES);
    if is_bytes && given * unit == wanted {
        Some(FIELD)
    } else if is_bytes && given == wanted * unit {
        Some(TOO_LARGE)
    } else {
        None
    }
}

/// Returns the values to which slips would lead if a number is asked for, the likeliest first.
fn slips(spec: &Spec, name: &str) -> Slips {
    let (what, arguments) = name.split_once(' ').unwrap_or((name, ""));
    let numbers: Vec<u32> = arguments.split(' ').filter_map(|word| word.parse().ok()).collect();
    let formulas = of_formulas(spec, what, arguments);
    let mut slips = match (what, &numbers[..]) {
        // Another element is less likely than another way to this one.
        (_, [mn, k]) => {
            let others = of_element(spec, what, Coord { mn: *mn, k: *k });
            return [formulas, packed(spec, name), others].concat();
        }
        ("start_bytes", _) => {
            let said = u64::from(spec.tile().start_bytes);
            let next = said.next_multiple_of(UNIT_BYTES.into());
            vec![(Some(said), NOT_CUT), (Some(next), ROUNDED_UP)]
        }
        ("swizzle_code", _) => codes(spec),
        ("T", _) => {
            let of_data = 128 / spec.tile().element.pitch_bits();
            vec![(Some(of_data.into()), DATA_BITS)]
        }
        _ => Vec::new(),
    };
    slips.extend(formulas);
    slips
}

/// The values of a packed tile, if strides were specified.
fn packed(spec: &Spec, name: &str) -> Slips {
    let mut said = *spec.said();
    (said.tile.lbo_bytes, said.tile.sbo_bytes) = (None, None);
    let there = spec_from_said(&said).ok();
    vec![(there.and_then(|there| number(&there, name)), PACKED)]
}

/// The codes of other modes, and that of the same mode on another architecture.
fn codes(spec: &Spec) -> Slips {
    let (arch, mode) = (spec.reader().arch, spec.read(spec.place()).swizzle());
    let elsewhere = arch.others().filter_map(|there| {
        let there = on_other_arch(spec, there).ok()?;
        Some((Some(there.get(FieldId::Swizzle)), OTHER_ARCH))
    });
    let others = Swizzle::ALL.iter().filter(|other| **other != mode);
    let others = others.filter_map(|other| {
        let mut said = spec.said().without_given();
        said.tile.swizzle = Some(*other);
        let there = spec_from_said(&said).ok()?;
        Some((number(&there, "swizzle_code"), code_of(*other)))
    });
    elsewhere.chain(others).collect()
}
