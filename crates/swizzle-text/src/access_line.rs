//! The verdict line on a warp's access to shared memory.

use crate::verdict_line::{Mend, VerdictLine};
use swizzle_core::reader::VerdictKind;
use swizzle_warp::{Beside, Form};

/// The verdict on one of several accesses, to rows in this form: its wavefronts compared with the fewest that its lanes need.
/// Conflicts are a warning; the fix is the layout with the fewest conflicts.
///
/// ```
/// use swizzle_warp::{Form, Preset, side_by_side};
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_text::verdict_of_access;
/// use swizzle_core::{Element, Major, Swizzle};
/// let preset = Preset::ColumnByColumn;
/// let all = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 64)).unwrap();
/// let plain = verdict_of_access(&all, Form::Plain);
/// assert_eq!((plain.kind, &*plain.headline), (VerdictKind::Warning, "8-way bank conflict: 32 wavefronts instead of 4"));
/// assert_eq!(plain.repairs[0].change, Form::Canonical(Swizzle::B128));
/// assert_eq!(plain.repairs[0].label, "Use 128B swizzle");
/// let swizzled = verdict_of_access(&all, Form::Canonical(Swizzle::B128));
/// assert_eq!((swizzled.kind, &*swizzled.headline), (VerdictKind::Right, "No bank conflicts: 4 wavefronts"));
/// ```
#[must_use]
pub fn verdict_of_access(all: &[Beside], form: Form) -> VerdictLine<Form> {
    let one = all.iter().find(|one| one.form == form);
    let Some(one) = one.filter(|one| !one.served.groups.is_empty()) else {
        return VerdictLine::new(VerdictKind::Incomplete, "No lane is active");
    };
    let (count, least) = (one.served.count(), one.served.groups.len());
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    if one.served.conflicts() == 0 {
        let text = format!("No bank conflicts: {count} wavefront{}", plural(least));
        return VerdictLine::new(VerdictKind::Right, text);
    }
    let text = format!(
        "{}-way bank conflict: {count} wavefronts instead of {least}",
        one.served.ways()
    );
    // Among equally few conflicts the widest swizzle: the last listed.
    let best = all
        .iter()
        .filter(|other| matches!(other.form, Form::Canonical(_)))
        .rev()
        .min_by_key(|other| other.served.conflicts())
        .filter(|best| best.served.conflicts() < one.served.conflicts());
    let repairs: Vec<Mend<Form>> = best
        .map(|best| Mend {
            label: format!("Use {}", best.form.text()),
            change: best.form,
        })
        .into_iter()
        .collect();
    VerdictLine::new(VerdictKind::Warning, text).with_repairs(repairs)
}
