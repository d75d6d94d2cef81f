//! Lints on a plan of tensor memory: its regions, its allocation, its instruction.

use crate::tensor_memory::issue::{Issue, findings_from_issue};
use crate::{
    instruction::{SHAPES, has_shape, larger_n_step},
    prelude::*,
};
use swizzle_tmem::{
    Refusal,
    moves::LoadShape,
    plan::{Laid, Mma, Overlap, Plan, Region, Unplaced, What, Witness},
    scale::K_96,
    tensor_memory::{Alignment, Allocation, COLUMNS, LANES},
};

impl Subject for Plan {
    /// A region's place has no name: findings are about what their titles name.
    type Field = &'static str;
    type Change = Plan;
    /// Its regions at their columns.
    type Facts = Laid;
}

/// What lints on it report.
type Report = lint::Report<Plan>;

lints! {
    /// The lints on a plan, in the order in which findings of one severity are shown.
    PLAN_LINTS: Plan;

    plan_overlap "plan-overlap" Derived is [Required(Hardware)]: "lanes and columns of the regions, from their laws";
    plan_whole "plan-whole" Stated is [Required(Hardware)]: "PTX ISA, tensor memory: 512 columns";
    plan_allocation "plan-allocation" Stated is [Required(Hardware)]: "PTX ISA, tcgen05.alloc: a power of two from 32 to 512";
    plan_allocated "plan-allocated" Stated by ["plan-allocation", "plan-whole"] is [Required(Hardware)]: "PTX ISA, tcgen05.alloc: an access outside of what is allocated is undefined";
    plan_alignment "plan-alignment" Stated is [Required(Hardware)]: "PTX ISA, tcgen05 data-path layout organization: lane alignment 0 or 16, the same for D, A and metadata";
    plan_shape "plan-shape" Stated is [Required(Hardware)]: "PTX ISA, tcgen05.mma, “Matrix shapes”";
    plan_unknown "plan-unknown" Derived by ["plan-shape"]: "PTX ISA, CuTe and Triton, as far as they say where something is";
    plan_alone "plan-alone" Stated by ["plan-unknown", "plan-shape"] is [Required(Hardware)]: "PTX ISA, tcgen05.mma, block scaling: scale factors of A and of B";
    plan_half "plan-half" Stated: "PTX ISA, tcgen05 data-path layout organization: layouts C and F";
    plan_contested "plan-contested" Contested: "PTX ISA, data-path layouts and scale factors of tcgen05.mma; CuTe, tmem_frg_2sm and the fragments of SFB; for SFB facebookexperimental/triton, pull request 3653";
    plan_n_step "plan-n-step" Contested: SHAPES;
    plan_apart "plan-apart" Stated: "PTX ISA, tcgen05.alloc: a power of two from 32 to 512";
    plan_beyond "plan-beyond" InCode: "CuTe's fragment of SFA for two CTAs and M = 128";
    plan_scaled_a "plan-scaled-a" InCode: "PTX ISA, tcgen05.mma; CuTe’s traits of block-scaled instructions";
}

/// All that is wrong with a plan, the most serious first.
pub fn findings_from_plan(plan: &Plan) -> Vec<Finding<Plan>> {
    findings_of(PLAN_LINTS, plan, plan.laid()).0
}

/// Returns the name that a finding uses for a region.
fn name(laid: &Laid, index: usize) -> String {
    match laid.all.get(index) {
        Some(Ok(region)) => region.name.clone(),
        Some(Err(unplaced)) => unplaced.name.clone(),
        None => String::new(),
    }
}

/// A repair that moves a region to where it is free.
fn moved(plan: &Plan, laid: &Laid, index: usize) -> Option<Mend<Plan>> {
    let column = laid.free_column(index)?;
    let label = format!("Move {} to column {column}", name(laid, index));
    Some(Mend::new(label, plan.with_column(index, column)))
}

/// The first and the last of columns: `columns 264–271`, `column 7`.
fn columns(range: &std::ops::Range<u32>) -> String {
    match range.len() {
        1 => format!("column {}", range.start),
        _ => format!("columns {}–{}", range.start, range.end - 1),
    }
}

/// Regions that share cells.
fn plan_overlap(plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for overlap in laid.overlaps() {
        let Overlap { regions: mut both, lanes, columns: shared } = overlap;
        // The one that was moved, or the later one, is reported as overlapping the other.
        let [is_first_moved, is_second_moved] = both.map(|index| plan.places[index].column.is_some());
        if !is_first_moved || is_second_moved {
            both.reverse();
        }
        let [mover, other] = both.map(|index| name(&laid, index));
        let whole = laid.region(both[1]).map_or(0, |region| region.columns);
        let lanes = match lanes.count() {
            128 => String::new(),
            _ => format!(" in lanes {}", lanes.text()),
        };
        let finding = report.error(
            &["columns"],
            format!("{mover} overlaps {other} in {}", counted(shared.len(), "column")),
            format!(
                "{other} and {mover} share {}{lanes}. {} of {} of {other} are overwritten.",
                columns(&shared),
                shared.len(),
                counted(whole as usize, "column"),
            ),
        );
        finding.repairs = both.into_iter().filter_map(|index| moved(plan, &laid, index)).collect();
    }
}

/// A region that leaves tensor memory.
fn plan_whole(plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for region in laid.regions() {
        let (name, end) = (&region.name, region.range().end);
        if end > COLUMNS {
            let outside = counted((end - COLUMNS.max(region.column)) as usize, "column");
            let finding = report.error(
                &["columns"],
                format!("{name} extends past tensor memory by {outside}"),
                format!(
                    "{name} ends at column {}; the last column of tensor memory is {}.",
                    end - 1,
                    COLUMNS - 1,
                ),
            );
            finding.repairs.extend(moved(plan, &laid, region.index));
        }
    }
}

/// An allocation that does not exist.
fn plan_allocation(plan: &Plan, report: &mut Report) {
    if let Some(columns) = plan.allocated
        && let Err(why) = Allocation::new(columns)
    {
        allocate(plan, report, format!("{columns} columns cannot be allocated"), format!("{why}."));
    }
}

/// Reports an allocation, with the repair that allocates what is needed.
fn allocate(plan: &Plan, report: &mut Report, title: String, text: String) {
    let needed = report.facts.allocation();
    let finding = report.error(&["allocated"], title, text);
    if let Ok(columns) = needed.map(Allocation::columns) {
        let change = Plan { allocated: Some(columns), ..plan.clone() };
        finding.mend(format!("Allocate {columns} columns"), change);
    }
}

/// Regions behind the end of the allocation.
fn plan_allocated(plan: &Plan, report: &mut Report) {
    let end = report.facts.end();
    if let Some(columns) = plan.allocated.filter(|columns| end > *columns) {
        let title = format!("{columns} columns are allocated and {end} used");
        allocate(plan, report, title, format!("The last region ends at column {}.", end - 1));
    }
}

/// A and metadata in another half of the lanes than D.
fn plan_alignment(plan: &Plan, report: &mut Report) {
    let alignment = |region: &Region| plan.places[region.index].alignment;
    let of_d: Vec<Alignment> = halves(&report.facts, What::D).iter().map(alignment).collect();
    let Some(wanted) = of_d.first().copied() else {
        return;
    };
    for region in halves(&report.facts, What::A) {
        let (own, name) = (alignment(&region), &region.name);
        if of_d.contains(&own) {
            continue;
        }
        let finding = report.error(
            &["lanes"],
            format!("{name} is in other lanes than D"),
            format!(
                "{name} begins at lane {own} of each warp, D at lane {wanted}. D, A and metadata use the same lanes."
            ),
        );
        let mut change = plan.clone();
        change.places[region.index].alignment = wanted;
        finding.mend(format!("Move {name} to lane {wanted}"), change);
    }
}

/// An M, N or K that no instruction of the kind has.
fn plan_shape(plan: &Plan, report: &mut Report) {
    let (mma @ Mma { kind, form, m, n, k, .. }, sparsity) = (plan.mma, report.facts.sparsity);
    let with = |mma: Mma| Plan { mma, ..plan.clone() };
    let mut judge = |fields, letter, own, legal: Extents, set: fn(&mut Mma) -> &mut u32| {
        if legal.contains(own) {
            return;
        }
        let text = match legal.text() {
            _ if letter == "M" && legal.single.is_empty() => format!("Kind {kind} has no form {form}."),
            legal => format!("{letter} is one of {legal}."),
        };
        let title = format!("{letter} = {own} does not exist for kind {kind} and {form}");
        let finding = report.error(fields, title, text);
        let near = (1..=256).filter(|value| legal.contains(*value)).min_by_key(|value| value.abs_diff(own));
        if let Some(near) = near {
            let mut mma = mma;
            *set(&mut mma) = near;
            finding.mend(format!("Set {letter} to {near}"), with(mma));
        }
    };
    judge(&["m"], "M", m, kind.m_extents(form, sparsity), |mma| &mut mma.m);
    judge(&["n"], "N", n, kind.n_extents(form, sparsity, false), |mma| &mut mma.n);
    let step = kind.k(sparsity);
    let whole = k.next_multiple_of(step).max(step);
    let has_96 = matches!(kind, Kind::Mxf4 | Kind::Mxf4nvf4) && sparsity == Sparsity::Dense;
    let finding = if k == whole {
        return;
    } else if has_96 && k > 0 && k.is_multiple_of(K_96) {
        report.warning(
            &["k"],
            format!("K = {k}: only sm_103a has instructions of {K_96}"),
            "No source says where such an instruction finds its scale factors in tensor memory.",
        )
    } else {
        report.error(
            &["k"],
            format!("K = {k} is not a multiple of {step}"),
            format!("An instruction of kind {kind} takes {step} elements of K."),
        )
    };
    finding.mend(format!("Set K to {whole}"), with(Mma { k: whole, ..mma }));
}

/// A region that no law places.
fn plan_unknown(plan: &Plan, report: &mut Report) {
    for Unplaced { index, name, why, .. } in report.facts.clone().all.into_iter().filter_map(Result::err) {
        let severity = match why {
            Refusal::Unknown(_) => Severity::Warning,
            _ => Severity::Error,
        };
        let title = format!("{name} has no known place");
        let finding = report.add(severity, &["regions"], title, format!("{why}."));
        finding.mend(format!("Remove {name}"), plan.without(index));
    }
}

/// Scale factors of one operand alone.
fn plan_alone(plan: &Plan, report: &mut Report) {
    let has = |what: What| plan.places.iter().any(|one| one.what == what);
    let (what, there) = match (has(What::D), has(What::Sfa), has(What::Sfb)) {
        (true, true, false) => (What::Sfb, What::Sfa),
        (true, false, true) => (What::Sfa, What::Sfb),
        _ => return,
    };
    let [missing, there] = [what, there].map(What::text);
    let text =
        format!("A block-scaled instruction uses {missing} as well as {there}, both from tensor memory.");
    let finding = report.warning(&["regions"], format!("{missing} is missing"), text);
    finding.mend(format!("Add {missing}"), plan.with(what));
}

/// Regions that leave half of the lanes.
fn halves(laid: &Laid, what: What) -> Vec<Region> {
    laid.regions().filter(|one| one.what == what && one.lanes.count() < LANES).cloned().collect()
}

/// A data path that leaves half of the lanes.
fn plan_half(_: &Plan, report: &mut Report) {
    let of_d = halves(&report.facts, What::D);
    let [one] = &of_d[..] else { return };
    let a = if halves(&report.facts, What::A).is_empty() {
        ""
    } else {
        " A in tensor memory uses the same lanes as D."
    };
    let title = format!("D uses {} of 128 lanes", one.lanes.count());
    report.note(&["lanes"], &*title, format!("{title}.{a}"));
}

/// A region that sources place differently.
fn plan_contested(plan: &Plan, report: &mut Report) {
    for region in report.facts.clone().regions().filter(|one| one.is_contested) {
        let (text, measured) = match region.what {
            What::Sfb => (
                "The PTX ISA has four copies of all factors; CuTe has those of columns n < N / 2 in lanes 0–63 and the others in lanes 64–127, as D has its columns.",
                "A fork of Triton reports that column n was scaled by the factor of n mod 64 until its factors followed layout B (facebookexperimental/triton 3653), which fits CuTe; not measured here.",
            ),
            What::D | What::A | What::Sfa | What::Metadata => (
                "The PTX ISA has layout C, half of the lanes and N columns; CuTe has layout B, all lanes and N / 2 columns.",
                "No measurement is known.",
            ),
        };
        let shown = plan.reading_of(region.what);
        let usual =
            if shown == Witness::usual(region.what) { ", the default here and in swizzle tmem" } else { "" };
        let other = shown.other();
        let title = format!("Sources disagree on {}", region.name);
        let text = format!("{text} Shown is the reading of {}{usual}. {measured}", shown.text());
        report
            .warning(&["reading"], title, text)
            .mend(format!("Show {}", other.text()), Plan { witness: Some(other), ..plan.clone() });
    }
}

/// N that some sources refuse, A being in shared or in tensor memory.
fn plan_n_step(plan: &Plan, report: &mut Report) {
    let Mma { kind, form, m, n, .. } = plan.mma;
    let is_legal = has_shape(kind, form, report.facts.sparsity, m, n);
    let Some(step) = larger_n_step(kind, form, m, n).filter(|_| is_legal) else {
        return;
    };
    let of_cutlass = if has_a(&report.facts) {
        "CUTLASS’ forms with A in tensor memory, as in this plan, want them, too"
    } else {
        "CUTLASS’ forms with A in shared memory do not, those with A in tensor memory do"
    };
    report.note(
        &["n"],
        format!("Sources disagree on N = {n} with M = {m}"),
        format!(
            "N = {n} with M = {m}: the tables of PTX ISA 9.1 and 9.3 take multiples of {}. TVM wants multiples of {step}; {of_cutlass}. N = {} is safe according to all. Not measured.",
            step / 2,
            n.next_multiple_of(step),
        ),
    );
}

/// Whether A is in tensor memory.
fn has_a(laid: &Laid) -> bool {
    laid.regions().any(|one| one.what == What::A)
}

/// Regions that fit together, and would not as allocations of their own.
fn plan_apart(_: &Plan, report: &mut Report) {
    let columns = || report.facts.regions().map(|region| region.columns);
    let alone = columns().map(|columns| Allocation::that_holds(columns).map(Allocation::columns));
    let (Ok(together), Ok(apart)) = (report.facts.allocation(), alone.sum::<Result<u32, _>>()) else {
        return;
    };
    // Regions in both halves of the lanes share their columns.
    if apart <= COLUMNS || columns().sum::<u32>() != report.facts.used_columns() {
        return;
    }
    let count = columns().count();
    report.note(
        &["allocated"],
        format!("{count} allocations would ask for {apart} of {COLUMNS} columns"),
        format!(
            "Allocated one by one, the {count} regions ask for {apart} columns, each rounded up to a power of two of at least 32, and tensor memory has {COLUMNS}. One allocation of {} holds all.",
            together.columns()
        ),
    );
}

/// Rows of scale factors that a CTA holds and does not have.
fn plan_beyond(_plan: &Plan, report: &mut Report) {
    for region in report.facts.clone().regions() {
        if let Some(own) = region.own_rows() {
            report.warning(
                &["regions"],
                format!("Whether rows {own} to 127 of each CTA’s {} matter is not known", region.name),
                format!("Each CTA has {own} rows of A. CuTe’s fragment has 128 rows in each, which begin at row {own} in CTA 1."),
            );
        }
    }
}

/// A in tensor memory beside scale factors.
fn plan_scaled_a(plan: &Plan, report: &mut Report) {
    if plan.mma.kind.is_block_scaled() && has_a(&report.facts) {
        let text = "PTX allows A in tensor memory with scale factors; CUTLASS has no atom for it.";
        report.note(&["regions"], "A and scale factors in tensor memory", text);
    }
}

// A plan of tensor memory together with the load that reads its accumulator.

/// A plan, and the shape of the `tcgen05.ld` that reads D.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadPlan {
    /// The plan.
    pub plan: Plan,
    /// The shape.
    pub load: LoadShape,
}

/// All that is wrong with a plan and with the shape that reads its D, the most serious first.
///
/// ```
/// use swizzle_core::hardware::Kind;
/// use swizzle_lints::tensor_memory::{ReadPlan, findings_from_read_plan};
/// use swizzle_tmem::moves::LoadShape;
/// use swizzle_tmem::plan::{Mma, Place, Plan, What};
/// let mma = Mma { kind: Kind::F16, m: 64, ..Mma::default() };
/// let plan = Plan { mma, places: vec![Place::packed(What::D)], ..Plan::default() };
/// let read = ReadPlan { plan, load: LoadShape::S32x32b };
/// let found = findings_from_read_plan(&read);
/// assert_eq!(found[0].title, "32x32b reads 32 lanes of each warp, of which D fills 16");
/// assert_eq!(found[0].repairs[0].change.load, LoadShape::S16x256b);
/// // Of two tiles, each in its half of the lanes, it reads both.
/// let both = ReadPlan { plan: read.plan.with(What::D), ..read };
/// assert!(findings_from_read_plan(&both).iter().all(|found| found.id != "load-half"));
/// ```
pub fn findings_from_read_plan(read: &ReadPlan) -> Vec<Finding<ReadPlan>> {
    let (laid, mma) = (read.plan.laid(), read.plan.mma);
    let issue = has_lone_d(&laid).then(|| Issue {
        sparsity: laid.sparsity,
        load: Some(read.load),
        reading: read.plan.witness,
        ..Issue::new(mma.form, mma.m)
    });
    let of_plan = findings_from_plan(&read.plan)
        .into_iter()
        .map(|found| found.with_repairs(|plan| ReadPlan { plan, ..read.clone() }));
    let of_load = issue.iter().flat_map(findings_from_issue).map(|found| {
        found.with_repairs(|issue| ReadPlan { load: issue.load.unwrap_or(read.load), ..read.clone() })
    });
    let mut all: Vec<Finding<ReadPlan>> = of_plan.chain(of_load).collect();
    all.sort_by_key(|found| found.severity);
    all
}

/// Whether a D has no other D beside it in the same columns: of such two, one load may read both.
fn has_lone_d(laid: &Laid) -> bool {
    let tiles: Vec<&Region> = laid.regions().filter(|region| region.what == What::D).collect();
    let is_beside = |one: &Region, other: &Region| other.range() == one.range() && other.lanes != one.lanes;
    tiles.iter().any(|one| !tiles.iter().any(|other| is_beside(one, other)))
}
