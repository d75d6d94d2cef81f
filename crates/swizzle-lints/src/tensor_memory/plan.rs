//! Lints on a plan of tensor memory: its regions, its allocation, its instruction.

use crate::tensor_memory::issue::{Issue, findings_from_issue};
use crate::{
    instruction::{SHAPES, larger_n_step},
    prelude::*,
};
use swizzle_tmem::{
    Refusal,
    moves::LoadShape,
    plan::{Laid, Overlap, Plan, Region, What, Witness},
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
    let overlaps = report.facts.overlaps();
    let laid = report.facts.clone();
    for overlap in &overlaps {
        let [mover, other] = in_order(plan, overlap);
        let names = [mover, other].map(|index| name(&laid, index));
        let whole = laid.region(other).map_or(0, |region| region.columns);
        let shared = overlap.columns.len();
        let lanes = match overlap.lanes.count() {
            128 => String::new(),
            _ => format!(" in lanes {}", overlap.lanes.text()),
        };
        let finding = report.error(
            &["columns"],
            format!("{} overlaps {} in {}", names[0], names[1], counted(shared, "column")),
            format!(
                "{} and {} share {}{lanes}. {shared} of {} of {} are overwritten.",
                names[1],
                names[0],
                columns(&overlap.columns),
                counted(whole as usize, "column"),
                names[1],
            ),
        );
        finding.repairs = [mover, other].into_iter().filter_map(|index| moved(plan, &laid, index)).collect();
    }
}

/// Returns both, first the one that is reported as overlapping the other: the one that was moved, or the later one.
fn in_order(plan: &Plan, overlap: &Overlap) -> [usize; 2] {
    let [first, second] = overlap.regions;
    let is_moved = |index: usize| plan.places[index].column.is_some();
    if is_moved(first) && !is_moved(second) { [first, second] } else { [second, first] }
}

/// A region that leaves tensor memory.
fn plan_whole(plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for region in laid.regions() {
        let end = region.range().end;
        if end <= COLUMNS {
            continue;
        }
        let outside = end - COLUMNS.max(region.column);
        let finding = report.error(
            &["columns"],
            format!("{} extends past tensor memory by {}", region.name, counted(outside as usize, "column")),
            format!(
                "{} ends at column {}; the last column of tensor memory is {}.",
                region.name,
                end - 1,
                COLUMNS - 1,
            ),
        );
        finding.repairs = moved(plan, &laid, region.index).into_iter().collect();
    }
}

/// An allocation that does not exist.
fn plan_allocation(plan: &Plan, report: &mut Report) {
    let Some(columns) = plan.allocated else {
        return;
    };
    if let Err(why) = Allocation::new(columns) {
        let needed = report.facts.allocation();
        let finding =
            report.error(&["allocated"], format!("{columns} columns cannot be allocated"), format!("{why}."));
        finding.repairs = allocations(plan, needed);
    }
}

/// The repair that allocates what is needed.
fn allocations(plan: &Plan, needed: Result<Allocation, swizzle_tmem::Refusal>) -> Vec<Mend<Plan>> {
    let mend = |needed: Allocation| {
        let columns = needed.columns();
        let (allocated, plan) = (Some(columns), plan.clone());
        Mend::new(format!("Allocate {columns} columns"), Plan { allocated, ..plan })
    };
    needed.ok().map(mend).into_iter().collect()
}

/// Regions behind the end of the allocation.
fn plan_allocated(plan: &Plan, report: &mut Report) {
    let (Some(columns), end) = (plan.allocated, report.facts.end()) else {
        return;
    };
    if end > columns {
        let needed = report.facts.allocation();
        let finding = report.error(
            &["allocated"],
            format!("{columns} columns are allocated and {end} used"),
            format!("The last region ends at column {}.", end - 1),
        );
        finding.repairs = allocations(plan, needed);
    }
}

/// A and metadata in another half of the lanes than D.
fn plan_alignment(plan: &Plan, report: &mut Report) {
    let of_d = halves(&report.facts, What::D);
    let of_d: Vec<Alignment> = of_d.iter().map(|one| plan.places[one.index].alignment).collect();
    let Some(wanted) = of_d.first().copied() else {
        return;
    };
    for region in halves(&report.facts, What::A) {
        let own = plan.places[region.index].alignment;
        if of_d.contains(&own) {
            continue;
        }
        let finding = report.error(
            &["lanes"],
            format!("{} is in other lanes than D", region.name),
            format!(
                "{} begins at lane {own} of each warp, D at lane {wanted}. D, A and metadata use the same lanes.",
                region.name,
            ),
        );
        let mut change = plan.clone();
        change.places[region.index].alignment = wanted;
        finding.mend(format!("Move {} to lane {}", region.name, wanted.name()), change);
    }
}

/// An M, N or K that no instruction of the kind has.
fn plan_shape(plan: &Plan, report: &mut Report) {
    let mma = plan.mma;
    let sparsity = report.facts.sparsity;
    let m = mma.kind.m_extents(mma.form, sparsity);
    let n = mma.kind.n_extents(mma.form, sparsity, false);
    let step = mma.kind.k(sparsity);
    type Set = fn(&mut Plan, u32);
    let with = |change: Set, value: u32| {
        let mut plan = plan.clone();
        change(&mut plan, value);
        plan
    };
    let nearest = |extents: Extents, own: u32| {
        (1..=256).filter(|value| extents.contains(*value)).min_by_key(|value| value.abs_diff(own))
    };
    let extents: [(&'static [&'static str], _, _, _, Set); 2] = [
        (&["m"], "M", mma.m, m, |plan, m| plan.mma.m = m),
        (&["n"], "N", mma.n, n, |plan, n| plan.mma.n = n),
    ];
    for (field, letter, own, legal, set) in extents {
        if legal.contains(own) {
            continue;
        }
        let text = if letter == "M" && legal.single.is_empty() {
            format!("Kind {} has no form {}.", mma.kind, mma.form)
        } else {
            format!("{letter} is one of {}.", legal.text())
        };
        let title = format!("{letter} = {own} does not exist for kind {} and {}", mma.kind, mma.form);
        let finding = report.error(field, title, text);
        if let Some(near) = nearest(legal, own) {
            finding.mend(format!("Set {letter} to {near}"), with(set, near));
        }
    }
    let whole = mma.k.next_multiple_of(step).max(step);
    let set_k = || Mend::new(format!("Set K to {whole}"), with(|plan, k| plan.mma.k = k, whole));
    let is_whole = mma.k > 0 && mma.k.is_multiple_of(step);
    let has_96 = matches!(mma.kind, Kind::Mxf4 | Kind::Mxf4nvf4) && sparsity == Sparsity::Dense;
    if !is_whole && has_96 && mma.k > 0 && mma.k.is_multiple_of(K_96) {
        let finding = report.warning(
            &["k"],
            format!("K = {}: only sm_103a has instructions of {K_96}", mma.k),
            "No source says where such an instruction finds its scale factors in tensor memory.",
        );
        finding.repairs.push(set_k());
    } else if !is_whole {
        let finding = report.error(
            &["k"],
            format!("K = {} is not a multiple of {step}", mma.k),
            format!("An instruction of kind {} takes {step} elements of K.", mma.kind),
        );
        finding.repairs.push(set_k());
    }
}

/// A region that no law places.
fn plan_unknown(plan: &Plan, report: &mut Report) {
    for unplaced in report.facts.clone().all.iter().filter_map(|region| region.as_ref().err()) {
        let severity = match unplaced.why {
            Refusal::Unknown(_) => Severity::Warning,
            _ => Severity::Error,
        };
        report
            .add(
                severity,
                &["regions"],
                format!("{} has no known place", unplaced.name),
                format!("{}.", unplaced.why),
            )
            .mend(format!("Remove {}", unplaced.name), plan.without(unplaced.index));
    }
}

/// Scale factors of one operand alone.
fn plan_alone(plan: &Plan, report: &mut Report) {
    let has = |what: What| plan.places.iter().any(|one| one.what == what);
    let missing = match (has(What::D), has(What::Sfa), has(What::Sfb)) {
        (true, true, false) => [What::Sfb, What::Sfa],
        (true, false, true) => [What::Sfa, What::Sfb],
        _ => return,
    };
    let what = missing[0];
    let [missing, there] = missing.map(What::text);
    report
        .warning(
            &["regions"],
            format!("{missing} is missing"),
            format!("A block-scaled instruction uses {missing} as well as {there}, both from tensor memory."),
        )
        .mend(format!("Add {missing}"), plan.with(what));
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
    report.note(
        &["lanes"],
        format!("D uses {} of 128 lanes", one.lanes.count()),
        format!("D uses {} of 128 lanes.{a}", one.lanes.count()),
    );
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
        report
            .warning(
                &["reading"],
                format!("Sources disagree on {}", region.name),
                format!("{text} Shown is the reading of {}{usual}. {measured}", shown.text()),
            )
            .mend(format!("Show {}", other.text()), Plan { witness: Some(other), ..plan.clone() });
    }
}

/// N that some sources refuse, A being in shared or in tensor memory.
fn plan_n_step(plan: &Plan, report: &mut Report) {
    let (mma, sparsity) = (plan.mma, report.facts.sparsity);
    let is_legal = mma.kind.m_extents(mma.form, sparsity).contains(mma.m)
        && mma.kind.n_extents(mma.form, sparsity, false).contains(mma.n);
    let Some(step) =
        larger_n_step(mma.kind, mma.form, mma.m).filter(|step| is_legal && !mma.n.is_multiple_of(*step))
    else {
        return;
    };
    let has_a = report.facts.regions().any(|one| one.what == What::A);
    let of_cutlass = if has_a {
        "CUTLASS’ forms with A in tensor memory, as in this plan, want them, too"
    } else {
        "CUTLASS’ forms with A in shared memory do not, those with A in tensor memory do"
    };
    report.note(
        &["n"],
        format!("Sources disagree on N = {} with M = {}", mma.n, mma.m),
        format!(
            "N = {} with M = {}: the tables of PTX ISA 9.1 and 9.3 take multiples of {}. TVM wants multiples of {step}; {of_cutlass}. N = {} is safe according to all. Not measured.",
            mma.n,
            mma.m,
            step / 2,
            mma.n.next_multiple_of(step),
        ),
    );
}

/// Regions that fit together, and would not as allocations of their own.
fn plan_apart(_: &Plan, report: &mut Report) {
    let Ok(together) = report.facts.allocation() else {
        return;
    };
    let alone = (report.facts.regions()).map(|region| Allocation::that_holds(region.columns));
    let Ok(alone) = alone.collect::<Result<Vec<Allocation>, _>>() else {
        return;
    };
    let apart: u32 = alone.iter().map(|one| one.columns()).sum();
    // Regions in both halves of the lanes share their columns.
    let columns: u32 = report.facts.regions().map(|region| region.columns).sum();
    if apart <= COLUMNS || columns != report.facts.used_columns() {
        return;
    }
    let count = alone.len();
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
        let Some(own) = region.own_rows() else {
            continue;
        };
        report.warning(
            &["regions"],
            format!(
                "Whether rows {own} to 127 of each CTA’s {} matter is not known",
                region.name
            ),
            format!("Each CTA has {own} rows of A. CuTe’s fragment has 128 rows in each, which begin at row {own} in CTA 1."),
        );
    }
}

/// A in tensor memory beside scale factors.
fn plan_scaled_a(plan: &Plan, report: &mut Report) {
    let has_a = report.facts.regions().any(|one| one.what == What::A);
    if plan.mma.kind.is_block_scaled() && has_a {
        report.note(
            &["regions"],
            "A and scale factors in tensor memory",
            "PTX allows A in tensor memory with scale factors; CUTLASS has no atom for it.",
        );
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
    let laid = read.plan.laid();
    let of_plan = findings_from_plan(&read.plan)
        .into_iter()
        .map(|found| found.with_repairs(|plan| ReadPlan { plan, ..read.clone() }));
    let of_load = if has_lone_d(&laid) { findings_from_issue(&issue(read, &laid)) } else { Vec::new() };
    let of_load = of_load.into_iter().map(|found| {
        found.with_repairs(|issue| ReadPlan { load: issue.load.unwrap_or(read.load), ..read.clone() })
    });
    let mut all: Vec<Finding<ReadPlan>> = of_plan.chain(of_load).collect();
    all.sort_by_key(|found| found.severity);
    all
}

fn issue(read: &ReadPlan, laid: &Laid) -> Issue {
    let mma = read.plan.mma;
    Issue {
        sparsity: laid.sparsity,
        load: Some(read.load),
        reading: read.plan.witness,
        ..Issue::new(mma.form, mma.m)
    }
}

/// Whether a D has no other D beside it in the same columns: of such two, one load may read both.
fn has_lone_d(laid: &Laid) -> bool {
    let tiles = || laid.regions().filter(|region| region.what == What::D);
    let is_alone = |one: &swizzle_tmem::plan::Region| {
        !tiles().any(|other| other.range() == one.range() && other.lanes != one.lanes)
    };
    tiles().any(is_alone)
}
