//! The kind of a verdict, given the findings.

use super::*;

/// The kind of a verdict, given the findings of the same descriptor.
///
/// An error makes the verdict wrong and a warning makes it a warning, for any read. A read that does not match the tile is as
/// serious as its findings: if they depend on inferred values, that is a warning.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_lints::verdict_kind;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile, Swizzle};
/// use swizzle_lints::findings_from_spec;
/// use swizzle_infer::spec_from_said;
/// let kind = |tile: SaidTile, raw: u64| {
///     let spec = spec_from_said(&Said { tile, ..Said::default() }.with_given(Descriptor::new(Arch::Wgmma, raw)))?;
///     Ok::<_, swizzle_params::SpecError>(verdict_kind(&spec, &findings_from_spec(&spec)))
/// };
/// let extents = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let all = SaidTile { start_bytes: Some(0x400), swizzle: Some(Swizzle::B128), ..extents };
/// let strides = SaidTile { sbo_bytes: Some(1024), ..all };
/// assert_eq!(kind(all, 0x4000_0040_0001_0040)?, VerdictKind::Right);
/// assert_eq!(kind(strides, 0x4000_0100_0001_0040)?, VerdictKind::Wrong);
/// assert_eq!(kind(all, 0x4000_0100_0001_0040)?, VerdictKind::Warning);
/// assert_eq!(kind(extents, 0x4000_0040_0001_0040)?, VerdictKind::Incomplete);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn verdict_kind(spec: &Spec, findings: &[Finding]) -> VerdictKind {
    let worst = findings.iter().map(|finding| finding.severity).min();
    match (spec.verdict(), worst.and_then(Severity::verdict)) {
        (_, Some(kind)) => kind,
        (Verdict::Padded, _) => VerdictKind::Warning,
        (Verdict::Differs, _) => VerdictKind::Wrong,
        (Verdict::Fits, _) if spec.takes_of_given() == (false, false) => VerdictKind::Right,
        (Verdict::Fits | Verdict::Unsaid, _) => VerdictKind::Incomplete,
    }
}

/// The word for a verdict, given the findings of the same descriptor: the verdict's own word, except that a matching read is
/// `wrong` beside an error and `warning` beside a warning.
///
/// ```
/// use swizzle_lints::verdict_word;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_lints::findings_from_spec;
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(64), k: Some(64), start_bytes: Some(0x400), ..SaidTile::default() };
/// let word = |raw: u64| {
///     let spec = spec_from_said(&Said { tile, ..Said::default() }.with_given(Descriptor::new(Arch::Wgmma, raw)))?;
///     Ok::<_, swizzle_params::SpecError>(verdict_word(&spec, &findings_from_spec(&spec)))
/// };
/// assert_eq!(word(0x4000_0040_0001_0040)?, "fits");
/// assert_eq!(word(0x4000_0020_0001_0040)?, "differs");
/// // A bit that must be 0.
/// assert_eq!(word(0x4001_0040_0001_0040)?, "wrong");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn verdict_word(spec: &Spec, findings: &[Finding]) -> &'static str {
    let verdict = spec.verdict();
    match (verdict, verdict_kind(spec, findings)) {
        (Verdict::Fits, kind @ (VerdictKind::Wrong | VerdictKind::Warning)) => kind.name(),
        (Verdict::Fits | Verdict::Padded | Verdict::Differs | Verdict::Unsaid, _) => verdict.name(),
    }
}
