//! The verdict line on a plan of tensor memory.

use super::*;
use crate::tensor_memory::ReadPlan;
use swizzle_tmem::plan::Laid;

/// The verdict on a plan that is laid out, and on the load that reads its D, of which these findings are: what overlaps or does not
/// fit, or how much it uses. Its repair is both afterwards.
///
/// ```
/// use swizzle_lints::verdict_of_plan;
/// use swizzle_lints::tensor_memory::{ReadPlan, findings_from_read_plan};
/// use swizzle_tmem::moves::LoadShape;
/// use swizzle_tmem::plan::Plan;
/// let verdict = |plan: Plan| {
///     let laid = plan.laid();
///     verdict_of_plan(&laid, &findings_from_read_plan(&ReadPlan { plan, load: LoadShape::S16x256b })).text()
/// };
/// let plan = Plan::default();
/// assert_eq!(verdict(plan.clone()), "336 of 512 columns are used, nothing overlaps.");
/// assert_eq!(
///     verdict(plan.with_column(2, 264)),
///     "Error: SFB overlaps SFA in 8 columns. Move SFB to column 272.",
/// );
/// ```
pub fn verdict_of_plan(laid: &Laid, found: &[Finding<ReadPlan>]) -> VerdictLine<ReadPlan> {
    if let Some(worst) = fault(found) {
        let kind = worst.severity.verdict().unwrap_or(VerdictKind::Right);
        let same = |one: &&Finding<ReadPlan>| one.severity == worst.severity;
        let others = found.iter().filter(same).count() - 1;
        let reservation = (others > 0).then(|| format!("and {others} more"));
        // One press mends it; a choice of two would be a question.
        let repairs = worst.repairs.iter().take(1).cloned().collect();
        return VerdictLine::new(kind, worst.title.clone())
            .with_reservation(reservation)
            .with_repairs(repairs);
    }
    if laid.regions().count() == 0 {
        return VerdictLine::new(VerdictKind::Incomplete, "No region: add D");
    }
    let text = format!("{} of 512 columns are used, nothing overlaps", laid.used_columns());
    VerdictLine::new(VerdictKind::Right, text)
}
