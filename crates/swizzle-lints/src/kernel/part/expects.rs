//! Barriers that wait for bytes, and the copies that bring them.

use super::*;

/// The sums of a barrier.
#[derive(Default)]
struct Sums {
    /// The first instruction that waits for bytes: line and place in the source.
    first: Option<(u32, u32)>,
    expected: Option<u64>,
    /// The first of them whose bytes are not known.
    unknown: Option<(u32, u32)>,
    /// With one thread that copies, and with one for each destination.
    arriving: Option<(u64, u64)>,
    /// The copies, by their places in the list of events.
    copies: Vec<usize>,
    /// The bytes of each wait.
    each: Vec<u64>,
    is_pair: bool,
}

/// How many boxes a copy by TMA brings, by its line: one for each of its places, where its barrier waits for that many bytes.
pub fn boxes_of_copies(kernel: &Kernel<'_>) -> HashMap<u32, u64> {
    let sums = sums(kernel);
    let boxes = kernel.events.iter().filter_map(|event| {
        let copy = event.load()?;
        let sums = sums.get(event.barrier.as_ref()?)?;
        let (one, each) = sums.arriving?;
        let is_each = one != each && sums.expected? == each;
        is_each.then(|| Some((event.line, places(kernel, copy)?)))?
    });
    boxes.collect()
}

/// At how many places a copy puts its box, each by a thread of its own.
fn places(kernel: &Kernel<'_>, copy: &TmaCopy) -> Option<u64> {
    Some(place(kernel, copy.shared.as_ref()?)?.steps.iter().map(|(_, values)| values).product())
}

/// Returns the expected and arriving bytes of each barrier; nothing if one may be any barrier.
fn sums<'k>(kernel: &'k Kernel<'_>) -> HashMap<&'k Linear, Sums> {
    let mut all: HashMap<&Linear, Sums> = HashMap::new();
    let new = || Sums { expected: Some(0), arriving: Some((0, 0)), ..Sums::default() };
    for (at, event) in kernel.events.iter().enumerate() {
        match &event.action {
            Action::BarrierExpect { bytes } => {
                let Some(barrier) = &event.barrier else {
                    return HashMap::new();
                };
                let sums = all.entry(barrier).or_insert_with(new);
                sums.first = sums.first.or(Some(event.at()));
                sums.unknown = sums.unknown.or(bytes.is_none().then_some(event.at()));
                sums.each.extend(*bytes);
                sums.expected = sums.expected.zip(*bytes).map(|(sum, bytes)| sum + bytes);
            }
            Action::Copy(copy) if copy.is_load => {
                let Some(barrier) = &event.barrier else {
                    return HashMap::new();
                };
                let sums = all.entry(barrier).or_insert_with(new);
                sums.copies.push(at);
                sums.is_pair |= event.cta_form() == Some(CtaForm::Two);
                let of_map = copy.map.as_ref().and_then(|map| kernel.map_at(map)?.transaction_bytes());
                let bytes = match copy.dimensions {
                    0 => copy.bytes,
                    _ => of_map,
                };
                let is_plain = !copy.is_multicast && !copy.is_im2col;
                let bytes = bytes.zip(places(kernel, copy)).filter(|_| is_plain);
                sums.arriving = sums
                    .arriving
                    .zip(bytes)
                    .map(|((one, each), (bytes, places))| (one + bytes, each + bytes * places));
            }
            _ => {}
        }
    }
    all
}

/// Bytes of the stages that a barrier's copies fill, where each is one of a ring without gaps between its stages: what a barrier
/// waits for even if the text does not say what a copy brings.
fn of_stages(shared: &SharedMap, sums: &Sums) -> Option<u64> {
    let mut found: Vec<&Buffer> = Vec::new();
    for at in &sums.copies {
        let is_into = |(_, buffer): &(_, &Buffer)| {
            buffer.events.contains(at) && matches!(buffer.role, Role::Operand(_) | Role::Scales)
        };
        let (_, buffer) = shared.buffers().find(is_into)?;
        let is_dense = buffer.stages > 1 && buffer.bytes == Some(buffer.stride);
        if !is_dense {
            return None;
        }
        if !found.contains(&buffer) {
            found.push(buffer);
        }
    }
    let bytes = found.iter().map(|buffer| buffer.stride).sum();
    (bytes > 0).then_some(bytes)
}

/// Whether bytes are those of a stage for each wait at the most; the leader of a pair waits for both.
fn is_each(sums: &Sums, expected: u64, bytes: u64) -> bool {
    let most = sums.each.len() as u64 * if sums.is_pair { 2 } else { 1 };
    expected.is_multiple_of(bytes) && expected / bytes <= most
}

/// Sums up what is expected and what arrives on each barrier where all of it is known.
pub(super) fn expects(kernel: &Kernel<'_>, shared: &SharedMap, uses: &[BarrierUse<'_>]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let all = sums(kernel);
    // Copies whose bytes nothing expects: nothing of their loop, if anything there expects bytes.
    let is_expect = |kind| matches!(kind, Use::Expect { .. });
    let unmet = all.values().filter(|sums| sums.first.is_none()).find_map(|sums| {
        let event = &kernel.events[*sums.copies.first()?];
        let barrier = Barrier::of(kernel, event.barrier.as_ref()?)?;
        let inner = rings::loop_with(kernel, event.line, uses, is_expect);
        let mut beside = uses.iter().filter(|one| is_expect(one.kind));
        let is_here = |one: &BarrierUse<'_>| inner.is_none_or(|inner| inner.contains(one.event.line));
        beside.all(|one| !is_here(one) || one.meets(&barrier) == Some(false)).then_some(event)
    });
    let why = "the bytes that the barrier of a copy expects";
    parts.extend(unmet.map(|event| EXPECT_BYTES.not_followed(why).at(event)));
    if all.values().any(|sums| sums.expected.is_some()) {
        let at = all.values().filter_map(|sums| sums.unknown).min();
        let why = "the bytes that a barrier waits for";
        parts.extend(at.map(|at| EXPECT_BYTES.not_followed(why).at(&at)));
    }
    for sums in all.into_values() {
        let (Some(at), Some(expected), false) = (sums.first, sums.expected, sums.copies.is_empty()) else {
            continue;
        };
        let (one, each, expected) = match (sums.arriving, of_stages(shared, &sums)) {
            (Some((one, each)), _) => (one, each, expected),
            // Each wait is for the whole stage, or they are for its parts.
            (None, Some(bytes)) if is_each(&sums, expected, bytes) => (bytes, bytes, bytes),
            (None, Some(bytes)) => {
                let times = if sums.is_pair { 2 } else { 1 };
                let is_whole = |one: &&u64| **one != bytes && **one != times * bytes;
                (bytes, bytes, sums.each.iter().find(is_whole).copied().unwrap_or(bytes))
            }
            (None, None) => continue,
        };
        let mut arriving = vec![one, each];
        if sums.is_pair {
            // The leader of a pair counts what both bring; one that has a barrier of its own, its own.
            arriving.extend([2 * one, 2 * each]);
        }
        parts.push(of_bytes(expected, &arriving).at(&at));
    }
    parts.sort_by_key(|part| part.line);
    parts
}

/// The bytes that a barrier waits for, and those that arrive, for each number of threads that can copy.
pub(super) fn of_bytes(expected: u64, arriving: &[u64]) -> Part {
    let Some(all) = arriving.last() else {
        return Part::default();
    };
    let end = if expected > *all {
        "The wait never ends."
    } else {
        "The wait ends before all bytes are there, or the count of the next phase is wrong."
    };
    let wrong = || {
        let part = EXPECT_BYTES.wrong(
            format!("The barrier expects {expected} bytes, its copies bring {all}"),
            format!(
                "expect_tx must be the total size of the boxes that arrive on the barrier in one phase. {end}"
            ),
        );
        part.fix(format!("Expect {all} bytes"))
    };
    let words = format!("The barrier expects the {} bytes that its copies bring", grouped_bytes(expected));
    let wrong = (!arriving.contains(&expected)).then(wrong);
    Part::of(FactKind::Barrier, [wrong], Holds::Checked(words))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A barrier that waits for the bytes that arrive.
    pub(in crate::kernel::part) fn right() -> Part {
        of_bytes(32768, &[32768])
    }

    #[test]
    fn what_no_check_compares_is_not_called_checked() {
        assert_eq!(of_bytes(32768, &[]).holds, Holds::Nothing);
    }
}
