//! Cases in which each check of tensor memory fires, and in which it must not.

use super::*;
use crate::kernel::part::tests::Cases;
use crate::tests::{silent, speaks};

pub(in crate::kernel::part) fn cases() -> Cases {
    use Severity::{Error, Warning};
    let right = || silent(Part::default());
    let or_right = Option::<Part>::unwrap_or_default;
    let columns = |own, all| or_right(of_columns("tcgen05.alloc", own, all));
    let exclusive = |own| or_right(of_columns("tcgen05.alloc.cta_group::1.exclusive", own, own));
    let lanes =
        |first, lanes| or_right(crate::kernel::part::tensor_loads::of_lanes("tcgen05.ld", (first, lanes)));
    let end = |end| or_right(of_end_of_allocation("tcgen05.st", end, 256));
    vec![
        (
            &TENSOR_ALLOC,
            vec![
                speaks(Error, "96 columns of tensor memory", columns(96, 96)),
                speaks(Error, "16 columns of tensor memory", columns(16, 16)),
                speaks(Error, "768 columns of tensor memory are allocated in all", columns(256, 768)),
                silent(columns(512, 512)),
                speaks(Error, "is a multiple of 32", exclusive(80)),
                silent(exclusive(576)),
            ],
        ),
        (
            &TENSOR_GROUP,
            vec![
                speaks(
                    Error,
                    "tcgen05.alloc has cta_group::2, the other tcgen05 instructions cta_group::1",
                    of_form("tcgen05.alloc", CtaForm::Two, CtaForm::One),
                ),
                right(),
            ],
        ),
        (
            &TENSOR_ORDER,
            vec![speaks(Error, "after tcgen05.relinquish_alloc_permit", late("tcgen05.alloc")), right()],
        ),
        (
            &TENSOR_FREED,
            vec![
                speaks(Error, "128 columns of tensor memory are allocated and not freed", not_freed(128)),
                right(),
            ],
        ),
        (
            &TENSOR_COLUMNS,
            vec![
                speaks(
                    Error,
                    "uses 260 columns from the beginning of the allocation, 256 are allocated",
                    end(260),
                ),
                silent(end(256)),
            ],
        ),
        (
            &TENSOR_LANES,
            vec![
                speaks(Error, "takes 32 lanes from lane 16 of a warp’s 32", lanes(16, 32)),
                speaks(Error, "takes 16 lanes from lane 20 of a warp’s 32", lanes(20, 16)),
                silent(lanes(16, 16)),
                silent(lanes(0, 32)),
            ],
        ),
        (
            &TENSOR_SOURCE,
            vec![
                speaks(Error, "writes columns 96 to 103 of the allocation", of_source(Letter::A, 96, 103)),
                right(),
            ],
        ),
        (
            &TENSOR_BEYOND,
            vec![
                speaks(
                    Warning,
                    "reads columns up to 127, the accumulator ends before column 64",
                    of_end(64, 128),
                ),
                right(),
            ],
        ),
        (&TENSOR_HALF, vec![speaks(Warning, "of which D of M = 64 fills 16", of_half(64)), right()]),
    ]
}
