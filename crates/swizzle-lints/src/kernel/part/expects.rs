//! Barriers that wait for bytes, and the copies that bring them.

use std::collections::HashMap;

use swizzle_core::hardware::CtaForm;
use swizzle_ptx::event::Action;
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::Linear;

use crate::kernel::part::{About, Expect, Part};
use crate::kernel::shared_map::place;

/// The sums of a barrier.
#[derive(Default)]
struct Sums {
    /// The first instruction that waits for bytes: line and place in the source.
    first: Option<(u32, u32)>,
    expected: Option<u64>,
    /// With one thread that copies, and with one for each destination.
    arriving: Option<(u64, u64)>,
    has_copies: bool,
    is_pair: bool,
}

/// Sums up what is expected and what arrives on each barrier where all of it is known.
pub(super) fn expects(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut all: HashMap<&Linear, Sums> = HashMap::new();
    let new = || Sums {
        expected: Some(0),
        arriving: Some((0, 0)),
        ..Sums::default()
    };
    for event in &kernel.events {
        match &event.action {
            Action::BarrierExpect { barrier, bytes } => {
                // One that may be any barrier.
                let Some(barrier) = barrier else {
                    return Vec::new();
                };
                let sums = all.entry(barrier).or_insert_with(new);
                sums.first = sums.first.or(Some((event.line, event.loc)));
                sums.expected = sums.expected.zip(*bytes).map(|(sum, bytes)| sum + bytes);
            }
            Action::Copy(copy) if copy.is_load => {
                let Some(barrier) = &copy.barrier else {
                    return Vec::new();
                };
                let sums = all.entry(barrier).or_insert_with(new);
                sums.has_copies = true;
                sums.is_pair |= event.cta_form() == Some(CtaForm::Two);
                let of_map = copy
                    .map
                    .as_ref()
                    .and_then(|map| kernel.map_at(map)?.transaction_bytes());
                let bytes = match copy.dimensions {
                    0 => copy.bytes,
                    _ => of_map,
                };
                let place = copy.shared.as_ref().and_then(|at| place(kernel, at));
                let is_plain = !copy.is_multicast && !copy.is_im2col;
                let bytes = bytes.zip(place).filter(|_| is_plain);
                sums.arriving = sums
                    .arriving
                    .zip(bytes)
                    .map(|((one, each), (bytes, place))| {
                        let warps: u64 = place.steps.iter().map(|(_, values)| values).product();
                        (one + bytes, each + bytes * warps)
                    });
            }
            _ => {}
        }
    }
    let mut parts = Vec::new();
    for sums in all.into_values() {
        let (Some((line, loc)), Some(expected), Some((one, each)), true) =
            (sums.first, sums.expected, sums.arriving, sums.has_copies)
        else {
            continue;
        };
        let mut arriving = vec![one, each];
        if sums.is_pair {
            // The leader of a pair counts what both bring; one that has a barrier of its own, its own.
            arriving = vec![one, each, 2 * one, 2 * each];
        }
        parts.push(Part {
            line,
            loc,
            operand: None,
            about: About::Expect(Expect { expected, arriving }),
        });
    }
    parts
}
