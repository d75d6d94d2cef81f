//! The verdict line on a warp's access to shared memory.

use crate::verdict_line::{Mend, VerdictLine};
use swizzle_core::Named as _;
use swizzle_core::hardware::LINE_BYTES;
use swizzle_core::reader::VerdictKind;
use swizzle_warp::{Access, Beside, Form, Wires};

/// The verdict on one of several accesses, to rows in this form, beside plain rows: its wavefronts, and its conflicts, which are a
/// warning. The fix is the layout with the fewest conflicts; where that has some, too, it says so.
///
/// ```
/// use swizzle_warp::{Form, Preset, side_by_side};
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_text::verdict_of_access;
/// use swizzle_core::{Element, Major, Swizzle};
/// let verdict = |preset: Preset, form: Form| {
///     let all = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 64)).unwrap();
///     verdict_of_access(&all, form)
/// };
/// let column = |form| verdict(Preset::ColumnByColumn, form);
/// let swizzled = column(Form::Canonical(Swizzle::B128));
/// assert_eq!((swizzled.kind, &*swizzled.headline), (VerdictKind::Right, "128B swizzle: 4 wavefronts instead of 32, no bank conflicts"));
/// let plain = column(Form::Plain);
/// assert_eq!((plain.kind, &*plain.headline), (VerdictKind::Warning, "Plain rows: 8-way bank conflict, 32 wavefronts"));
/// assert_eq!(plain.repairs[0].change, Form::Canonical(Swizzle::B128));
/// assert_eq!(plain.repairs[0].label, "Use 128B swizzle");
/// // A transposing copy conflicts on every one of them.
/// let transposed = verdict(Preset::Transpose, Form::Canonical(Swizzle::B128));
/// assert_eq!((transposed.kind, &*transposed.headline), (VerdictKind::Warning, "128B swizzle: 4-way bank conflict, 4 wavefronts instead of 32"));
/// assert!(transposed.repairs.is_empty());
/// let plain = verdict(Preset::Transpose, Form::Plain);
/// assert_eq!(plain.repairs[0].label, "Use 128B swizzle (still 4-way)");
/// ```
#[must_use]
pub fn verdict_of_access(all: &[Beside], form: Form) -> VerdictLine<Form> {
    let of_form = |form: Form| all.iter().find(|one| one.form == form);
    let Some(one) = of_form(form).filter(|one| !one.served.groups.is_empty()) else {
        return VerdictLine::new(VerdictKind::Incomplete, "No lane is active");
    };
    let count = one.served.count();
    let s = if count == 1 { "" } else { "s" };
    let instead = of_form(Form::Plain)
        .map(|plain| plain.served.count())
        .filter(|plain| *plain != count)
        .map(|plain| format!(" instead of {plain}"))
        .unwrap_or_default();
    let name = form.title();
    if one.served.conflicts() == 0 {
        let text = format!("{name}: {count} wavefront{s}{instead}, no bank conflicts");
        return VerdictLine::new(VerdictKind::Right, text);
    }
    let ways = one.served.ways();
    let text = format!("{name}: {ways}-way bank conflict, {count} wavefront{s}{instead}");
    // Among equally few conflicts the widest swizzle: the last listed.
    let best = all
        .iter()
        .filter(|other| matches!(other.form, Form::Canonical(_)))
        .rev()
        .min_by_key(|other| other.served.conflicts())
        .filter(|best| best.served.conflicts() < one.served.conflicts());
    let mend = |best: &Beside| {
        let still = match best.served.ways() {
            0 | 1 => String::new(),
            ways => format!(" (still {ways}-way)"),
        };
        Mend {
            label: format!("Use {}{still}", best.form.text()),
            change: best.form,
        }
    };
    let repairs: Vec<Mend<Form>> = best.map(mend).into_iter().collect();
    VerdictLine::new(VerdictKind::Warning, text).with_repairs(repairs)
}

/// The verdict on 16 bytes of each of eight rows of 128 bytes, with these wires of the XOR closed.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_text::{VerdictLine, verdict_of_wires};
/// use swizzle_warp::Wires;
/// let verdict = |mask: u32| -> VerdictLine<()> { verdict_of_wires(Wires::from_mask(mask)) };
/// let open = verdict(0);
/// assert_eq!((open.kind, &*open.headline), (VerdictKind::Warning, "No wire closed: 8-way bank conflict, 8 wavefronts for eight rows"));
/// assert_eq!(verdict(1).headline, "7 → 4 closed (32B): 4-way bank conflict, 4 wavefronts for eight rows");
/// assert_eq!(verdict(5).headline, "7 → 4 and 9 → 6 closed (no mode): 2-way bank conflict, 2 wavefronts for eight rows");
/// let all = verdict(7);
/// assert_eq!((all.kind, &*all.headline), (VerdictKind::Right, "All three wires closed (128B): 1 wavefront for eight rows, no bank conflicts"));
/// ```
#[must_use]
pub fn verdict_of_wires<C>(wires: Wires) -> VerdictLine<C> {
    let names: Vec<String> = (0..Wires::COUNT)
        .filter(|wire| wires.is_closed(*wire))
        .map(Wires::wire_text)
        .collect();
    let names = match &names[..] {
        [] => "No wire".into(),
        [_, _, _, ..] => "All three wires".into(),
        names => names.join(" and "),
    };
    let mode = match wires.mode() {
        _ if wires == Wires::OPEN => String::new(),
        Some(mode) => format!(" ({})", mode.name()),
        None => " (no mode)".into(),
    };
    // The XOR exchanges units of a row: what one of them takes, each of them takes.
    let ways = wires.column_read(Access::Load16, LINE_BYTES, 0).ways();
    let (kind, text) = match ways {
        1 => (
            VerdictKind::Right,
            "1 wavefront for eight rows, no bank conflicts".to_owned(),
        ),
        _ => (
            VerdictKind::Warning,
            format!("{ways}-way bank conflict, {ways} wavefronts for eight rows"),
        ),
    };
    VerdictLine::new(kind, format!("{names} closed{mode}: {text}"))
}
