//! Scale factors on their way to tensor memory: what each `tcgen05.cp` reads and writes, and what each step of a walk uses.

use super::*;
use crate::kernel::part::tensor::columns_of_result;

/// Columns that a block of scale factors has: 16 bytes of each lane.
const COLUMNS: i64 = 4;

/// Bits of a column in an address of tensor memory.
const COLUMN_BITS: u32 = 16;

/// A copy of a block of scale factors.
struct Block<'k> {
    event: &'k Event<'k>,
    source: Reach,
    place: &'k Linear,
}

/// The copies between two multiplications.
fn blocks<'k>(kernel: &'k Kernel<'k>) -> Vec<Vec<Block<'k>>> {
    let mut groups: BTreeMap<usize, Vec<Block<'k>>> = BTreeMap::new();
    for event in &kernel.events {
        let Action::TensorCopy { place: Some(place), source: Held::Descriptor(held, _), .. } = &event.action
        else {
            continue;
        };
        if event.opcode.contains("32x128b") {
            let before = kernel.mmas.partition_point(|mma| mma.line < event.line);
            groups.entry(before).or_default().push(Block {
                event,
                source: Reach::of(kernel, &held.start),
                place,
            });
        }
    }
    groups.into_values().collect()
}

/// Where copies by TMA begin to write: the base and the stages' counters with the bytes.
type Landings = Vec<(Vec<(AtomId, u64)>, i64)>;

fn landings(kernel: &Kernel<'_>) -> Landings {
    let of = |event: &Event<'_>| {
        let reach = Reach::of(kernel, event.load()?.shared.as_ref()?);
        Some((reach.base, reach.offset))
    };
    kernel.events.iter().filter_map(of).collect()
}

pub(super) fn scale_steps(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Vec<Part> {
    let landings = landings(kernel);
    let mut parts: Vec<Part> = Vec::new();
    for group in blocks(kernel) {
        parts.extend(columns(&group));
        parts.extend(sources(&group, &landings));
    }
    for walk in walks.iter().filter(|one| one.mmas.iter().any(|at| !kernel.mmas[*at].scales.is_empty())) {
        parts.extend(steps(kernel, walk));
    }
    parts.extend(apart(kernel));
    parts.into_iter().map(|part| part.about(Letter::S)).collect()
}

/// Copies into columns of one another.
fn columns(group: &[Block<'_>]) -> Option<Part> {
    for (at_first, first) in group.iter().enumerate() {
        for second in &group[at_first + 1..] {
            let Some(ahead) = first.place.ahead(second.place, COLUMN_BITS) else {
                continue;
            };
            let is_same_source =
                (&first.source.base, first.source.offset) == (&second.source.base, second.source.offset);
            if ahead.abs() < COLUMNS && !(ahead == 0 && is_same_source) {
                let (apart, [one, other]) = (ahead.abs(), [first, second].map(|one| one.event.line));
                let part = SCALE_COLUMNS.wrong(
                    format!("S: a copy writes columns that another one wrote ({} of {COLUMNS} columns)", COLUMNS - apart),
                    format!("The copies in lines {one} and {other} begin {apart} columns from one another; each writes {COLUMNS}."),
                );
                return Some(part.at(second.event));
            }
        }
    }
    let first = group.first()?;
    let words = format!("S: {} copies write columns of their own", group.len());
    Some(SCALE_COLUMNS.checked(words).at(first.event))
}

/// What sources are counted from, and the counters of their stages.
type Stages<'k> = (&'k [(AtomId, u64)], Vec<AtomId>);

/// Copies of other blocks than those that follow one another, or that do not begin where TMA writes.
fn sources(group: &[Block<'_>], landings: &Landings) -> Vec<Part> {
    let bytes = SCALES_BYTES as i64;
    let mut runs: BTreeMap<Stages<'_>, Vec<&Block<'_>>> = BTreeMap::new();
    for block in group {
        let counters = block.source.stages.iter().map(|stage| stage.counter).collect();
        runs.entry((&block.source.base, counters)).or_default().push(block);
    }
    let mut parts = Vec::new();
    for ((base, _), mut all) in runs {
        all.sort_by_key(|block| block.source.offset);
        let mut starts: Vec<i64> =
            landings.iter().filter(|(own, _)| own == base).map(|(_, offset)| *offset).collect();
        starts.sort_unstable();
        let start_of = |offset: i64| starts.iter().rev().find(|start| **start <= offset).copied();
        let columns: Vec<i64> =
            all.windows(2).filter_map(|pair| pair[0].place.ahead(pair[1].place, COLUMN_BITS)).collect();
        let same = columns.iter().filter(|one| **one == COLUMNS).count();
        // Blocks and columns go together.
        let goes_on = all.len() > 2 && same * 3 >= columns.len() * 2;
        let fault = |(number, block): (usize, &&Block<'_>)| {
            let offset = block.source.offset;
            let first = start_of(offset);
            // The first block of a stage is the one that a copy by TMA begins with.
            let is_beside = |one: &&Block<'_>| start_of(one.source.offset) == first;
            let beside = number.checked_sub(1).map(|at| all[at]).filter(is_beside);
            let behind = beside.map(|one| offset - one.source.offset);
            let place = beside.map(|one| one.place);
            let line = beside.map_or(0, |one| one.event.line);
            Some(match (behind, first.map(|first| offset - first)) {
                (Some(behind @ 1..), _) if behind < bytes => {
                    format!("S: a copy begins {behind} bytes behind another, a block has {bytes}")
                }
                (Some(0), _) if place != Some(block.place) => {
                    format!("S: the block that line {line} copies is copied again")
                }
                (_, Some(apart)) if apart % bytes != 0 => {
                    format!(
                        "S: a copy begins {apart} bytes behind what TMA writes, not at a block of {bytes}"
                    )
                }
                (None, Some(apart @ 1..)) => {
                    format!("S: the first copy begins {apart} bytes behind what TMA writes")
                }
                (Some(behind), _) if behind > bytes => {
                    let left = behind - bytes;
                    format!("S: between this copy and that of line {line} {left} bytes are not copied")
                }
                _ => {
                    let ahead = place.filter(|_| goes_on)?.ahead(block.place, COLUMN_BITS)?;
                    if ahead == COLUMNS {
                        return None;
                    }
                    format!("S: this block goes {ahead} columns from the one before it, not {COLUMNS}")
                }
            })
        };
        let mut faults = all.iter().enumerate();
        match faults.find_map(|one| Some((one.1, fault(one)?))) {
            Some((block, title)) => {
                let text = "The blocks of scale factors follow one another, 512 bytes each, from where TMA puts the first.";
                parts.push(SCALE_SOURCE.wrong(title, text).at(block.event));
            }
            None if starts.is_empty() => {}
            None => {
                let count = all.len();
                let words =
                    format!("S: {count} copies read blocks of {bytes} bytes from where TMA puts them");
                parts.push(SCALE_SOURCE.checked(words).at(all[0].event));
            }
        }
    }
    parts
}

/// How many scale factors of a row one step uses. Source: PTX ISA, tcgen05, "Block scaling".
fn factors(mma: &Mma<'_>) -> Option<i64> {
    let has = |word: &str| mma.opcode.split('.').any(|one| one == word);
    if has("scale_vec::4X") || has("block16") {
        return Some(4);
    }
    if has("scale_vec::2X") {
        return Some(2);
    }
    if has("scale_vec::1X") {
        return Some(1);
    }
    match mma.name.kind? {
        Kind::Mxf8f6f4 => Some(1),
        Kind::Mxf4 => Some(2),
        Kind::Mxf4nvf4 if has("block32") => Some(2),
        _ => None,
    }
}

/// The id of an operand's factors, if it is known.
fn id_of(mma: &Mma<'_>, side: Operand) -> Option<i64> {
    let idesc = mma.idesc?;
    let id = [Id::ScaleA, Id::ScaleB][side as usize];
    idesc.knows(id).then(|| idesc.lowest.get(id).into())
}

/// The factors that the steps of a walk use: as many further in each step as one step uses.
fn steps(kernel: &Kernel<'_>, one: &KernelWalk) -> Option<Part> {
    let side = one.walk.side;
    let mmas: Vec<&Mma<'_>> = one.mmas.iter().map(|at| &kernel.mmas[*at]).collect();
    let first = *mmas.first()?;
    let per_step = factors(first)?;
    let name = side.name();
    let open = || Some(SCALE_STEP.not_followed(format!("which factors of {name} each step uses")).at(first));
    if first.idesc.is_some_and(|idesc| idesc.lowest.k() == 96) {
        return open();
    }
    let wrong = |mma: &Mma<'_>, title: String| {
        let text = format!(
            "Each step of this kind uses {per_step} of the 4 factors of a word, in their order: by the id first, then by the next columns."
        );
        Some(SCALE_STEP.wrong(title, text).at(mma))
    };
    for mma in &mmas {
        if let Some(id) = id_of(mma, side).filter(|id| id % per_step != 0) {
            return wrong(
                mma,
                format!("S: the id of {name}'s factors is {id}, not a multiple of {per_step}"),
            );
        }
    }
    let place = |mma: &'_ Mma<'_>| mma.scales.get(side as usize)?.place().cloned();
    let start = place(first);
    let ahead: Option<Vec<i64>> =
        mmas.iter().map(|mma| start.as_ref()?.ahead(&place(mma)?, COLUMN_BITS)).collect();
    let ids: Option<Vec<i64>> = mmas.iter().map(|mma| id_of(mma, side)).collect();
    let (Some(ahead), Some(ids)) = (ahead, ids) else {
        return open();
    };
    // Columns from one word of a row to the next.
    let mut jumps: Vec<i64> =
        ahead.windows(2).map(|pair| pair[1] - pair[0]).filter(|jump| *jump > 0).collect();
    jumps.sort_unstable();
    let jump = jumps.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).map(|run| run[0]);
    let fits = |at: usize| {
        let (id, moved) = ((ids[at - 1] + per_step) % 4, ahead[at] - ahead[at - 1]);
        // Behind the last factor of a word comes the next word.
        ids[at] == id && if id == 0 { Some(moved) == jump } else { moved == 0 }
    };
    let strays: Vec<usize> = (1..mmas.len()).filter(|at| !fits(*at)).collect();
    let last = mmas.len() - 1;
    let mma = *mmas.get(*strays.first().unwrap_or(&0))?;
    match strays.len() {
        0 if last > 0 => {
            let words = format!("S: {} steps use the factors of {name} in their order", mmas.len());
            Some(SCALE_STEP.checked(words).at(first))
        }
        // One step that is elsewhere differs from the one before and from the one behind it.
        1 | 2 if last > strays.len() => {
            wrong(mma, format!("S: step {} uses other factors of {name} than its own", strays[0]))
        }
        all if all == last && ids.iter().all(|id| *id == ids[0]) && ahead.iter().all(|at| *at == 0) => {
            wrong(mma, format!("S: all {} steps use the same factors of {name}", mmas.len()))
        }
        0 => None,
        _ => open(),
    }
}

/// D, A and scale factors of one instruction in columns of one another.
fn apart(kernel: &Kernel<'_>) -> Option<Part> {
    let mut first = None;
    for mma in kernel.mmas.iter().filter(|mma| !mma.scales.is_empty()) {
        let of_scales = mma.scales.iter().zip(["A's scale factors", "B's scale factors"]);
        let of_scales = of_scales.filter_map(|(scale, name)| {
            let from = kernel.column_of(scale)?;
            Some((name, from..from + COLUMNS as u64))
        });
        let result = columns_of_result(kernel, mma).map(|columns| ("D", columns));
        let all: Vec<_> = result.into_iter().chain(of_scales).collect();
        for (number, (name, own)) in all.iter().enumerate() {
            for (beside, their) in &all[number + 1..] {
                if own.start < their.end && their.start < own.end {
                    let (from, other) = (own.start, their.start);
                    let part = TENSOR_APART.wrong(
                        format!("{name} and {beside} share columns of tensor memory"),
                        format!(
                            "{name} begins in column {from}, {beside} in column {other} of the allocation."
                        ),
                    );
                    return Some(part.at(mma));
                }
            }
        }
        if all.len() == 3 {
            first = first.or(Some(mma));
        }
    }
    let mma = first?;
    Some(TENSOR_APART.checked("D and the scale factors are in columns of their own").at(mma))
}
