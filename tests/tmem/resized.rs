//! A region with another number of columns, counted by hand.

use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_tmem::plan::{Mma, Place, Plan, What};

/// D fills a column for each N, or half as many; scale factors of 128 rows 4 columns for each 4 factors; A packs its elements.
#[test]
fn a_region_is_resized_by_n_or_k() {
    let plan = |kind, form, m| {
        let mma = Mma { kind, form, m, ..Mma::default() };
        Plan {
            mma,
            places: [What::D, What::A, What::Sfa, What::Sfb].map(Place::packed).into(),
            ..Plan::default()
        }
    };
    // Layouts A and D have N columns, B has half of them; N is a multiple of 8, of a pair of 16.
    for (form, m, wanted, n) in [
        (CtaForm::One, 128, 61, 64),
        (CtaForm::One, 128, 2, 8),
        (CtaForm::One, 128, 400, 256),
        (CtaForm::Two, 256, 61, 64),
        (CtaForm::Two, 128, 61, 128),
        (CtaForm::Two, 128, 30, 64),
    ] {
        let kind = Kind::F16;
        let resized = plan(kind, form, m).with_columns(0, wanted);
        assert_eq!(resized.mma.n, n, "{form:?} {m} {wanted}");
        assert_eq!(resized.mma.k, plan(kind, form, m).mma.k);
    }
    // Two f16 in a column; a step has 16 of them.
    let of_a = |wanted| plan(Kind::F16, CtaForm::One, 128).with_columns(1, wanted).mma.k;
    assert_eq!([1, 13, 101, 512, 600].map(of_a), [16, 32, 208, 1024, 1024]);
    // A factor for 32 elements, four in a word of 4 columns of 128 rows: K is whole words, or what it was.
    let scaled = plan(Kind::Mxf8f6f4, CtaForm::One, 128);
    let of_sfa = |wanted| scaled.with_columns(2, wanted).mma.k;
    assert_eq!([1, 9, 31, 512].map(of_sfa), [128, 256, 1024, 16384]);
    let less = Plan { mma: Mma { k: 96, ..scaled.mma }, ..scaled.clone() };
    assert_eq!((less.with_columns(2, 5).mma.k, less.with_columns(2, 7).mma.k), (96, 256));
    // N = 256: 8 columns for each word of SFB.
    assert_eq!(scaled.with_columns(3, 21).mma.k, 384);
    assert_eq!(scaled.with_columns(9, 20), scaled);
}
