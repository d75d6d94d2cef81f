//! What the page of Blackwell says of a link, and where changes lead.

mod trips;

use swizzle_core::Named as _;
use swizzle_core::hardware::CopyShape;
use swizzle_core::reader::VerdictKind;
use swizzle_params::Scalar;
use swizzle_tmem::moves::{Multicast, SharedCopy};

use super::{Facts, Key, Shown, Trip, region_rows, row, sections, set};
use crate::link::COPIES;

fn facts(link: &str) -> Facts {
    let opened = Shown::of_link(link);
    assert_eq!(opened.notices, [], "{link}");
    assert_eq!(opened.shown.link(), link);
    Facts::of(&opened.shown)
}

fn shown(link: &str) -> Shown {
    facts(link).shown
}

/// The link after a choice.
fn chosen(link: &str, key: &'static str, name: &'static str) -> String {
    let next = set(&shown(link), Key::Of(key), Some(Scalar::Choice(name)));
    next.joined().link()
}

/// The link after a number.
fn numbered(link: &str, key: Key, number: u32) -> String {
    set(&shown(link), key, Some(Scalar::Number(number))).joined().link()
}

/// What is said in one line under the picture.
fn sums(facts: &Facts) -> String {
    let line = |(name, sum, value): super::Line| format!("{name} {sum} = {value}").replace("  =", "");
    let all: Vec<String> = facts.sums(&facts.shown).into_iter().map(line).collect();
    all.join("; ")
}

fn sources(facts: &Facts) -> String {
    let all = facts.sources(&facts.shown).into_iter();
    let all: Vec<String> =
        all.map(|one| format!("{}\n{}\n{}", one.title, one.lines.join("\n"), one.evidence)).collect();
    all.join("\n")
}

#[test]
fn an_overlap_is_wrong_and_one_press_mends_it() {
    let line = facts("#/tensor-memory?regions=d,sfa,sfb@264,a").line;
    assert_eq!((line.kind, &*line.headline), (VerdictKind::Wrong, "SFB overlaps SFA in 8 columns"));
    let mend = &line.repairs[0];
    assert_eq!(mend.label, "Move SFB to column 272");
    assert_eq!(mend.change.link(), "#/tensor-memory?regions=d,sfa,sfb@272,a");
    let mended = Facts::of(&mend.change).line;
    assert_eq!(
        (mended.kind, &*mended.headline),
        (VerdictKind::Right, "336 of 512 columns are used, nothing overlaps")
    );
}

#[test]
fn an_element_is_found_with_its_thread_and_register() {
    let found = shown("#/tensor-memory?shape=32x32b&num=64").find("D(70, 33)").expect("an element");
    assert!(
        sums(&Facts::of(&found)).ends_with("thread 6 of warp 2; register r33; address taddr + 0x00460021"),
        "{}",
        sums(&Facts::of(&found))
    );
    // 64 repetitions are more than this shape has.
    let other = set(&found, Key::Of("shape"), Some(Scalar::Choice("16x256b")));
    assert_eq!(other.link(), "#/tensor-memory?lane=70&column=33");
    let facts = Facts::of(&other);
    assert!(sums(&facts).contains("thread 24 of warp 2; register r1"));
    let loaded = facts.loaded(&other).join("\n");
    assert!(loaded.contains("From column 0 on, with .x8: register 17"), "{loaded}");
    assert!(loaded.contains("stmatrix.m8n8 takes these registers"), "{loaded}");
    let wide = shown("#/tensor-memory?shape=32x32b");
    assert!(Facts::of(&wide).loaded(&wide).join("").contains("Not the registers of stmatrix"));
    // Nothing is said of stmatrix where a cell holds anything else.
    let factor = shown("#/tensor-memory?regions=d,sfa,sfb").find("SFA(37, 5)").expect("a factor");
    assert!(!Facts::of(&factor).loaded(&factor).join("").contains("stmatrix"));
}

#[test]
fn a_row_of_the_next_tile_says_how_it_is_reached() {
    let both = shown("#/tensor-memory?kind=f16&m=64&regions=d,d16@0&shape=32x32b");
    let why = both.find("D(70, 33)").expect_err("no such row");
    assert!(why.contains("Row 70 is row 6 of the next tile: add a second D, then D 2 (6, 33)"), "{why}");
    let second = Facts::of(&both.find("D 2 (6, 33)").expect("a row"));
    assert!(second.held_text(&second.shown).starts_with("D 2 (6, 33)"));
    assert!(sums(&second).contains("thread 22 of warp 0; register r1"), "{}", sums(&second));
    assert!(sources(&second).contains("layout F"));
    assert!(shown("#/tensor-memory?kind=f16&regions=d").find("D(200, 33)").is_err());
}

#[test]
fn a_pair_says_what_each_cta_holds() {
    let rows = facts("#/tensor-memory?cta_group=2").pair().expect("a pair");
    assert_eq!(rows[1], ["CTA 1", "128–255", "0–255", "128–255", "128–255"]);
    assert_eq!(facts("#/tensor-memory").pair(), None);
}

#[test]
fn choices_lead_to_their_links() {
    let plain = "#/tensor-memory";
    assert_eq!(chosen(plain, "form", "cta-group-2"), "#/tensor-memory?cta_group=2");
    assert_eq!(chosen(plain, "kind", "f16"), "#/tensor-memory?kind=f16");
    assert_eq!(chosen("#/tensor-memory?kind=f16", "form", "ws"), "#/tensor-memory?kind=f16&ws=1");
    assert_eq!(chosen(plain, "cp", "64x128b.02_13"), "#/tensor-memory?cp=64x128b.02_13");
    assert_eq!(chosen(plain, "a", "shared memory"), "#/tensor-memory?regions=d,sfa,sfb");
    assert_eq!(chosen("#/tensor-memory?regions=d,sfa,sfb", "a", "tensor memory"), plain);
    assert_eq!(chosen(plain, "warp", "2"), "#/tensor-memory?lane=76");
    assert_eq!(chosen(plain, "half", "16–31"), "#/tensor-memory?lane=60");
    assert_eq!(
        chosen("#/tensor-memory?cta_group=2&m=128", "reading", "ptx"),
        "#/tensor-memory?cta_group=2&m=128&reading=ptx"
    );
    assert_eq!(numbered(plain, Key::Of("lane"), 76), "#/tensor-memory?lane=76");
    assert_eq!(numbered(plain, Key::Column(2), 264), "#/tensor-memory?regions=d,sfa,sfb@264,a");
    assert_eq!(set(&shown("#/tensor-memory?regions=d,sfa,sfb@264,a"), Key::Column(2), None).link(), plain);
    assert_eq!(chosen(plain, "allocated", "512"), "#/tensor-memory?allocated=512");
    assert_eq!(
        chosen("#/memory/lanes?tab=registers", "registers", "metadata, tf32"),
        "#/memory/lanes?tab=registers&fragment=metadata"
    );
    let b = "#/memory/lanes?tab=registers&mma=m16n8k16.bf16";
    assert_eq!(chosen("#/memory/lanes?tab=registers", "registers", "m16n8k16.bf16"), b);
    assert_eq!(chosen(b, "operand", "B"), format!("{b}&operand=B"));
    assert_eq!(chosen(b, "registers", "metadata, tf32"), "#/memory/lanes?tab=registers&fragment=metadata");
}

/// Every key of the three links that can be changed is in the table, by itself or as part of another.
#[test]
fn no_parameter_is_lost() {
    use crate::link::{ScaleShown, TensorMemoryShown, form_keys};
    let has = |trip, key: &str| sections(trip).iter().any(|(_, keys)| keys.contains(&key));
    // `selected` and `regions` are the list of regions, `id` comes with an address.
    let others = ["cta_group", "ws", "regions", "selected", "id"];
    for key in form_keys::<TensorMemoryShown>().filter(|key| !others.contains(key)) {
        assert!(has(Trip::Cell, key), "{key}");
    }
    for key in form_keys::<ScaleShown>().filter(|key| !["kind", "vec"].contains(key)) {
        assert!(has(Trip::Scale, key), "{key}");
    }
    // Every copy that there is.
    let all = CopyShape::ALL.iter();
    let all = all.flat_map(|shape| Multicast::ALL.iter().map(|multicast| (*shape, *multicast)));
    let all = all.filter(|(shape, multicast)| SharedCopy::new(*shape, *multicast).is_ok());
    assert!(all.eq(COPIES.map(|(_, shape, multicast)| (shape, multicast))));
}

#[test]
fn a_region_that_fills_half_of_the_lanes_has_its_half() {
    let facts = facts("#/tensor-memory?kind=f16&m=64&n=64&regions=d");
    let [(_, column), (half, _)] = &region_rows(&facts, 0)[..] else {
        panic!("a column and a half");
    };
    assert!(column.about.starts_with("0–63, 64 columns") && column.is_auto);
    let upper = set(&facts.shown, *half, Some(Scalar::Choice("16–31")));
    assert!(upper.link().contains("regions=d16"), "{}", upper.link());
}

#[test]
fn a_load_that_does_not_fit_the_lanes_of_d_is_judged() {
    let link = "#/tensor-memory?kind=f16&m=64&n=64";
    let line = facts(&format!("{link}&regions=d&shape=32x32b")).line;
    assert_eq!(
        (line.kind, &*line.headline),
        (VerdictKind::Warning, "32x32b reads 32 lanes of each warp, of which D fills 16")
    );
    assert_eq!(line.repairs[0].label, "Read by 16x256b");
    assert_eq!(line.repairs[0].change.link(), format!("{link}&regions=d"));
    let both = facts(&format!("{link}&regions=d,d16@0&shape=32x32b")).line;
    assert_eq!(
        (both.kind, &*both.headline),
        (VerdictKind::Right, "64 of 512 columns are used, nothing overlaps")
    );
}

#[test]
fn a_contested_region_starts_with_the_reading_of_the_program() {
    let facts = facts("#/tensor-memory?cta_group=2&m=128");
    assert_eq!((facts.line.kind, &*facts.line.headline), (VerdictKind::Warning, "Sources disagree on SFB"));
    let found = facts
        .found
        .iter()
        .find(|one| one.text.contains("Shown is the reading of CuTe, the default here and in swizzle tmem"));
    let mend = found.and_then(|one| one.repairs.first()).expect("the other reading");
    assert_eq!(facts.mended(&mend.change).link(), "#/tensor-memory?cta_group=2&m=128&reading=ptx");
}

#[test]
fn the_id_of_a_scale_factor_stays_with_its_address() {
    let facts = facts("#/tensor-memory?kind=mxf8f6f4&k=128&regions=sfa@4&lane=0&column=4&id=2");
    let parts = format!("{:?}", facts.parts(&facts.shown));
    assert!(
        parts.contains("Scale-factor id 2")
            && parts.contains("byte 2 of the column")
            && parts.contains("0x80000004"),
        "{parts}"
    );
}

#[test]
fn a_copy_says_where_each_row_goes() {
    for (copy, told) in [
        ("128x256b", "Row 44, bytes 16–19: lane 44, column 12"),
        ("128x128b", "Row 44, bytes 0–3: lane 44, column 12"),
        ("64x128b.02_13", "Row 44, bytes 0–3: lanes 44 and 108, column 12"),
        ("64x128b.01_23", "Row 12, bytes 0–3: lanes 12 and 44, column 12"),
        ("32x128b", "Row 12, bytes 0–3: lanes 12, 44, 76 and 108, column 12"),
        ("4x256b", "Nothing is written here"),
    ] {
        let facts = facts(&format!("#/tensor-memory?cp={copy}"));
        assert_eq!(facts.copied(&facts.shown), told, "{copy}");
    }
    assert!(sources(&facts("#/tensor-memory?cp=64x128b.02_13")).contains("For A of a pair with M = 128"));
}

#[test]
fn what_is_assumed_around_factors_leaves_them_room() {
    for column in (0..500).step_by(4) {
        for kind in ["", "kind=mxf4nvf4&blocks=16&"] {
            let link = format!("#/scale?{kind}column={column}");
            let laid = Shown::of_link(&link).shown.tensor.plan.laid();
            let all: Vec<_> = laid.regions().map(|one| (one.what, one.column, one.columns)).collect();
            assert!(laid.overlaps().is_empty(), "{link} {all:?}");
        }
    }
}

#[test]
fn a_factor_is_followed_to_its_multiply() {
    let plain = facts("#/scale");
    assert_eq!(
        (plain.line.kind, &*plain.line.headline),
        (VerdictKind::Right, "All 1,024 scale factors arrive in their columns")
    );
    assert_eq!(
        sums(&plain),
        "byte 512×1 + 16×5 + 4×1 + 1 = 597; lanes 5, 37, 69, 101; column 4×1 + 1 = 5; scales row 37, K 160–191 = step 5, id 1"
    );
    let said = sources(&plain);
    for words in [
        "Row 37, block 5: K 160–191",
        "Byte 597, at 0x8255",
        "Lanes 5, 37, 69, 101; column 5, byte 1",
        "Step 5, id 1, column 4",
        "in one source only",
        "CuTe and Triton agree",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let required = plain.constraints();
    for (by, what) in [
        ("hardware", "Row r is in lane r mod 32"),
        ("library", "MN-major scale factors in global memory"),
        ("library", "A transpose in shared memory"),
    ] {
        assert!(required.iter().any(|one| one.title.starts_with(by) && one.title.contains(what)), "{what}");
    }
    assert!(required.iter().any(|one| {
        one.lines[0].contains("one st.shared.v4.b32 takes 4 wavefronts, four st.shared.b32 take 16")
    }));
}

#[test]
fn a_stage_in_the_other_order_is_wrong_until_it_is_written_anew() {
    let wrong = facts("#/scale?rows=256&written=tensor&row=200&block=2");
    assert_eq!(
        (wrong.line.kind, &*wrong.line.headline),
        (VerdictKind::Wrong, "1,024 of 2,048 scale factors are wrong")
    );
    assert!(sums(&wrong).ends_with("is there (72, 6)"), "{}", sums(&wrong));
    let said = sources(&wrong);
    assert!(
        said.contains("The stage is written K blocks first, the copies read rows first")
            && said.contains("Blocks 1 and 2 trade places")
    );
    let mend = &wrong.line.repairs[0];
    assert_eq!(
        (&*mend.label, mend.change.link()),
        ("Write rows first", "#/scale?rows=256&row=200&block=2".into())
    );
}

#[test]
fn another_kind_keeps_k_and_the_index() {
    assert_eq!(chosen("#/scale", "scaling", "mxf4nvf4, block 16"), "#/scale?kind=mxf4nvf4&blocks=16");
    assert_eq!(chosen("#/scale?kind=mxf4nvf4&blocks=16&block=12", "scaling", "mxf8f6f4"), "#/scale?block=7");
    let about = |link: &str, key| row(&facts(link), Trip::Scale, key).expect("a parameter").1.about;
    assert_eq!(about("#/scale?kind=mxf4nvf4&blocks=16", "blocks"), "K = 256: 16 elements for each factor.");
    assert!(
        about("#/scale?operand=B&rows=192", "rows").starts_with("Rows are padded to 256. CUTLASS shifts")
    );
    assert!(
        about("#/scale?rows=256&cta_group=2", "rows")
            .contains("each CTA of the pair holds its own 128 of M = 256")
    );
}

#[test]
fn what_is_contested_or_unknown_is_said() {
    let contested = facts("#/scale?operand=B&cta_group=2&m=128");
    assert!(contested.line.headline.starts_with("Sources disagree"));
    let said = sources(&contested);
    assert!(said.contains("PTX ISA: four copies") && said.contains("CUTLASS: two copies of each half"));
    assert!(sources(&facts("#/scale?cta_group=2&m=128")).contains("By the rows of A: 64 in each CTA"));
    let unknown = facts("#/scale?kind=mxf4&step=96");
    assert_eq!(
        (unknown.line.kind, &*unknown.line.headline),
        (VerdictKind::Incomplete, "Placement for K = 96 is not known")
    );
    assert!(sums(&unknown).ends_with("not known"));
    for (link, why) in
        [("#/scale?start=0x8008", "not 16-byte aligned"), ("#/scale?column=508", "516 columns are more than")]
    {
        let refused = facts(link);
        assert!(refused.line.kind == VerdictKind::Wrong && refused.line.headline.contains(why), "{link}");
        assert!(refused.stage().is_none() && refused.sums(&refused.shown).is_empty());
    }
}
