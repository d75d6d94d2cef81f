//! Mistakes in a read: that of an option, or that of a descriptor which is being written.

use super::*;
use swizzle_core::Layout;
use swizzle_text::tally_text;

const EXCHANGED: &str = "LBO and SBO are exchanged.";
const OTHER_OFFSET: &str = "The base offset is not that of the pattern.";
const LIKE_OFFSET: &str = "All units are right with it, too: this mode has fewer phases than the field has numbers. Write the smallest value that works.";
const IDLE_LBO: &str = "LBO does nothing in this read, but it is not what was asked for.";
const FIELDS_ADDED: &str =
    "That adds the number that is added to the field. The question asks for the address, in bytes.";

/// Describes the mistake in the read of an option: a rule that it breaks, or what it reads.
pub(crate) fn slip(link: &str) -> Option<String> {
    let spec = spec_of(link)?;
    let tally = Tally::of_read(&spec, spec.place());
    let findings = findings_from_spec(&spec);
    let error = findings.into_iter().find(|finding| finding.severity == Severity::Error);
    if tally.wrong == 0 {
        return Some(format!("Then there is an error: {}.", error?.title));
    }
    let (meant, given) = (spec.derived_read(spec.place()), spec.read(spec.place()));
    let is_other_offset = meant.params().base_offset != given.params().base_offset;
    let why = of_strides(&meant, &given, false).or(is_other_offset.then_some(OTHER_OFFSET));
    let counts = tally_text(tally);
    Some(match why {
        Some(why) => format!("{why} The read would have {counts}."),
        None => format!("The read would have {counts}."),
    })
}

/// Describes the mistake in the strides of a read, which may use no LBO at all.
fn of_strides(meant: &Layout, given: &Layout, lbo_is_idle: bool) -> Option<&'static str> {
    let strides = |read: &Layout| (read.params().lbo_bytes, read.params().sbo_bytes);
    let (meant, given) = (strides(meant), strides(given));
    if given == meant {
        None
    } else if given == (meant.1, meant.0) {
        Some(EXCHANGED)
    } else {
        let of_one = |given: u32, meant: u32, [field, large, near, far]: [&'static str; 4]| {
            if given == meant {
                None
            } else if given * UNIT_BYTES == meant {
                Some(field)
            } else if given == meant * UNIT_BYTES {
                Some(large)
            } else if given < meant {
                Some(near)
            } else {
                Some(far)
            }
        };
        let lbo = if lbo_is_idle { [LBO[0], LBO[1], IDLE_LBO, IDLE_LBO] } else { LBO };
        let sbo = of_one(given.1, meant.1, SBO);
        let is_lbo = !lbo_is_idle && given.0 != meant.0;
        if is_lbo && sbo.is_some_and(|sbo| SBO[2..].contains(&sbo)) {
            return Some("Neither LBO nor SBO matches the tile.");
        }
        sbo.or_else(|| of_one(given.0, meant.0, lbo))
    }
}

const SBO: [&str; 4] = [
    "That is the value of the SBO field. Here SBO is given in bytes.",
    "SBO is sixteen times too large: bytes were taken for units of sixteen.",
    "SBO is too small.",
    "SBO is too large.",
];

const LBO: [&str; 4] = [
    "That is the value of the LBO field. Here LBO is given in bytes.",
    "LBO is sixteen times too large: bytes were taken for units of sixteen.",
    "LBO is too small.",
    "LBO is too large.",
];

/// Names the part of a descriptor that differs from the goal. Without an explicit descriptor the tile itself is chosen, and no
/// mode differs from its own.
pub(crate) fn slip_of_state(goal: &Spec, given: &Spec) -> Option<String> {
    let [wanted_read, found_read] = [goal, given].map(|spec| spec.read(spec.place()));
    let (wanted, found) = (wanted_read.params(), found_read.params());
    if wanted.start_bytes != found.start_bytes {
        // The lowest four bits of what is typed are dropped, of the field's number, too.
        let is_field = found.start_bytes == wanted.start_bytes / UNIT_BYTES / UNIT_BYTES * UNIT_BYTES;
        let first = goal.layout().start_bytes();
        let added = |to: u32| to.wrapping_sub(first);
        let sentence = if added(found.start_bytes).wrapping_mul(UNIT_BYTES) == added(wanted.start_bytes) {
            FIELDS_ADDED
        } else if is_field {
            "That is the number of the field of the start. Here it is given in bytes."
        } else if found.start_bytes == wanted.start_bytes * UNIT_BYTES {
            "The start is sixteen times too large: bytes were taken for units of sixteen."
        } else if found.start_bytes < wanted.start_bytes {
            "The start address is too low."
        } else {
            "The start address is too high."
        };
        return Some(sentence.into());
    }
    if wanted.swizzle != found.swizzle {
        let is_held = given.given().is_some();
        return is_held.then(|| "The swizzle mode does not match the tile.".into());
    }
    if wanted.base_offset != found.base_offset {
        let [phase, other] = [wanted, found].map(|at| wanted.swizzle.phase(0, at.base_offset));
        let is_like = phase == other;
        return Some(if is_like { LIKE_OFFSET } else { OTHER_OFFSET }.into());
    }
    let lbo_is_idle = Tally::of_read(given, given.place()).wrong == 0;
    of_strides(&wanted_read, &found_read, lbo_is_idle).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_states() {
        let text = |link: &str| slip(link).unwrap();
        assert!(text("#/wgmma?operand=B&element=tf32&major=MN").contains("tf32"));
        let mn = "#/wgmma?major=MN&swizzle=64B&mn=64&k=16&start=0x0";
        assert!(text(&format!("{mn}&lbo_bytes=1024&sbo_bytes=512&show=read")).starts_with(EXCHANGED));
        assert!(text("#/wgmma?sbo_bytes=64&show=read").starts_with(SBO[0]));
        assert!(text("#/wgmma?sbo_bytes=512&show=read").starts_with(SBO[2]));
        assert!(text("#/wgmma?start=0x480&base_offset=1&show=read").starts_with(OTHER_OFFSET));

        let goal = spec_of("#/wgmma?swizzle=64B&start=0x2000").unwrap();
        let hint = |link: &str| slip_of_state(&goal, &spec_of(link).unwrap());
        assert_eq!(hint("#/wgmma?swizzle=64B&start=0x2000"), None);
        assert!(hint("#/wgmma?swizzle=64B&start=0x200").unwrap().contains("field"));
        assert!(hint("#/wgmma/c000002000010200?swizzle=64B&start=0x2000").unwrap().contains("mode"));
        // If the tile itself is chosen, its mode cannot be wrong.
        assert_eq!(hint("#/wgmma?swizzle=32B&start=0x2000"), None);
        // The mode has four phases.
        let offset =
            |base_offset: u8| hint(&format!("#/wgmma?swizzle=64B&start=0x2000&base_offset={base_offset}"));
        for base_offset in 1..8 {
            let why = if base_offset == 4 { LIKE_OFFSET } else { OTHER_OFFSET };
            assert_eq!(offset(base_offset).as_deref(), Some(why), "{base_offset}");
        }
        let strides = "#/wgmma?swizzle=64B&start=0x2000&sbo_bytes=";
        assert_eq!(hint(&format!("{strides}32")).as_deref(), Some(SBO[0]));
        assert_eq!(hint(&format!("{strides}8192")).as_deref(), Some(SBO[1]));
        let idle = hint("#/wgmma/8000002000400200?swizzle=64B&start=0x2000&mn=64&k=64");
        assert_eq!(idle.as_deref(), Some(IDLE_LBO));
    }
}
