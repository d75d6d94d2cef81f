//! What opens over the page: tables behind instructions, formulas and sources, findings.

use super::view::geometry;
use super::*;
use swizzle_draw::scene::{BlockWords, StepRow, step_rows};
use swizzle_lints::tensor_memory::ReadPlan;
use swizzle_tmem::plan::What;
use swizzle_tmem::scale::{BLOCK_BYTES, BlockCopy};
use swizzle_view::blackwell::Source;

/// Size of a cell of a picture among the sources.
const CELL: (f64, f64) = (34.0, 22.0);

/// What opens: an instruction, and what is said of it.
fn pop<K>(code: &str, content: impl Content<K>) -> Html {
    div("wide stack", (bare("code", code), content))
}

fn lines(all: impl IntoIterator<Item = String>) -> Html {
    several(all.into_iter().map(|line| p("", line)))
}

fn sources(all: Vec<Source>) -> Html {
    let source = |one: Source| {
        bare(
            "section",
            (bare("h3", one.title), div("m s", lines(one.lines)), p("hint", ("Evidence: ", one.evidence))),
        )
    };
    several(all.into_iter().map(source))
}

/// What is behind an instruction, given how it is called on the wire.
pub fn operation(facts: &Facts, at: &Shown, words: &str, on: &Callback<u32>) -> Html {
    let stage = facts.stage().zip(facts.followed(at));
    match (words.split([' ', ',']).next(), &facts.copy, stage) {
        (Some("cp"), Some(picture), _) => {
            let ctas = facts.shown.tensor.plan.mma.ctas();
            let (copy, first) = (&picture.copy, picture.first_column);
            let code = format!(
                "tcgen05.cp.cta_group::{ctas}.{}{} [taddr + {first:#010x}], descriptor",
                copy.shape,
                copy.multicast.ptx()
            );
            let both = (ctas == 2).then(|| "Both CTAs of the pair get it. PTX ISA 9.1 reads the source of one CTA, 9.3 that of each; not measured.".into());
            let said = lines([Some(facts.copied(at)), both].into_iter().flatten());
            pop(&code, (said, sources(facts.sources(at))))
        }
        (Some("cp"), None, Some((stage, followed))) => {
            let ctas = stage.shape.form.ctas();
            let code = format!("tcgen05.cp.cta_group::{ctas}.32x128b.warpx4 [taddr + column], descriptor");
            pop(&code, copies(stage, followed.copy))
        }
        (Some("mma"), _, Some((stage, followed))) => {
            let table = steps(stage, (followed.row, followed.factor), on);
            let unknown = table.is_none().then(|| "K = 96 (sm_103a): the ids count bytes, and factors may run across two words. The figures that place them could not be read, and no program was found that does.".into());
            let said = mma_text(stage, &followed).into_iter().chain(unknown);
            pop("", (lines(said), table))
        }
        (Some("ld"), ..) => {
            let code = facts.load(at).map_or_else(String::new, |load| load.read.line());
            pop(&code, lines(facts.loaded(at)))
        }
        _ => pop("", Html::default()),
    }
}

/// What each CTA of a pair holds: rows and columns of D, rows of A, columns of B.
pub fn of_pair(facts: &Facts, pair: [[String; 5]; 2]) -> Html {
    let is_sparse = facts.laid.sparsity == Sparsity::Sparse;
    let a_rows = if is_sparse { "A rows, stored" } else { "A rows" };
    let words = if facts.laid.regions().any(|one| one.what == What::A) {
        "B in shared memory, A and D in tensor memory, A and B with all of K"
    } else {
        "A and B in shared memory, with all of K; D in tensor memory"
    };
    let row = |[cta, cells @ ..]: [String; 5]| tr(cta, cells);
    let heads = ["", "D rows", "D columns", a_rows, "B columns"];
    let link = link_of_pair(&facts.shown.tensor.plan.mma);
    let way = link.map(|link| a("go", link, "Descriptors and instruction descriptor of each CTA, in Build"));
    pop("", (p("", words), table("What each CTA holds", heads, pair.into_iter().map(row)), way))
}

/// What the cell holds, part by part.
pub fn of_cell(facts: &Facts, at: &Shown) -> Html {
    let parts = facts.parts(at).into_iter();
    pop("", lines(parts.map(|(place, words)| format!("{place}: {words}"))))
}

/// Every formula with its evidence, and what the hardware requires.
pub fn evidence(facts: &Facts, at: &Shown) -> Html {
    let all = [facts.sources(at), facts.constraints()].concat();
    pop("", (p("", facts.rests_on(at)), sources(all)))
}

/// Rows of a copy's source, and bytes of each.
const SOURCE: (u32, u32) = (32, 16);

/// Check's link of a copy's descriptor: 32 rows of 16 bytes.
fn link_of_copy(copy: &BlockCopy) -> String {
    let mut said = Said::default().with_given(copy.descriptor);
    said.reader.used_for = Some(Use::Copy);
    said.reader.shape = Some(CopyShape::R32x128b);
    said.tile.element = Some(Element::U8);
    said.tile.major = Some(Major::K);
    said.tile.swizzle = Some(Swizzle::None);
    (said.tile.mn, said.tile.k) = (Some(SOURCE.0), Some(SOURCE.1));
    link_from_shown(&said.into())
}

/// The copies that bring the blocks to tensor memory, each with its descriptor.
fn copies(stage: &ScaleStage, here: usize) -> Html {
    let (shape, blocks) = (&stage.shape, BlockWords::of(stage));
    let row = |(number, copy): (usize, &BlockCopy)| {
        let block = (copy.byte - shape.first_byte) / BLOCK_BYTES;
        let there = blocks.get(block as usize);
        let expected = there.and_then(|one| one.expected.as_ref());
        let expected = expected.map(|expected| format!("; expected {}", expected.join(", ")));
        let class = expected.is_some().then_some("bad");
        let contents = there.map_or_else(String::new, |one| one.actual.join(", "));
        let (name, descriptor) = (format!("block {block}"), copy.descriptor.to_string());
        let text = descriptor.clone();
        let onclick = Callback::from(move |_| browser::copy(&text, Callback::noop()));
        let copied = button("is-plain", format!("Copy the descriptor {descriptor}"), "Copy", onclick);
        let way =
            a("", link_of_copy(copy), "Open in Check").with("aria-label", format!("Open in Check: {name}"));
        let column = shape.first_column + copy.column;
        tag(
            "tr",
            class,
            (
                bare("th", name).with("scope", "row"),
                bare("td", (descriptor, copied)),
                bare("td", format!("{:#x}", copy.byte)),
                bare("td", column),
                bare("td", (contents, expected.map(Html::from))),
                bare("td", way),
            ),
        )
        .with("aria-current", (here == number).then_some("true"))
    };
    let descriptor = format!("descriptor: {}", copy_text(stage));
    let heads = ["", &descriptor, "start", "column", "contents"].map(String::from);
    table("Copies with their descriptors", heads, stage.copies.iter().enumerate().map(row))
}

/// The instructions along K, with column and id of their factors, each of which `on` leads to; none where it is not known which
/// they use.
pub fn steps(stage: &ScaleStage, (row, factor): (u32, u32), on: &Callback<u32>) -> Option<Html> {
    let per_step = stage.shape.scaling.per_step();
    let step = |one: &StepRow| {
        let (step, k) = (one.step, format!("{}–{}", one.k.0, one.k.1));
        let onclick = sends(on, step * per_step);
        bare(
            "tr",
            (
                bare("th", press("plain", step, onclick).with("aria-label", format!("Step {step}")))
                    .with("scope", "row"),
                bare("td", k),
                bare("td", one.column),
                bare("td", one.id),
            ),
        )
        .with("aria-current", (step == factor / per_step).then_some("true"))
    };
    let all = step_rows(stage, (row, factor));
    let heads = ["step", "K", "column", "id"];
    (!all.is_empty()).then(|| table("Steps along K", heads, all.iter().map(step)))
}

/// Tensor memory by the other source, where two disagree.
pub fn other_reading(facts: &Facts, at: &Shown, ink: &Shared<Ink>) -> Option<Html> {
    let (stage, followed) = facts.stage().zip(facts.followed(at))?;
    if at.trip != Trip::Scale || !stage.is_contested() {
        return None;
    }
    let pictures =
        ScalePictures { stage, window: ScaleWindow::with(followed.row, followed.factor, None), reading: 1 };
    let scene = factors(&pictures, ScalePane::Tensor);
    let size = (CELL.0 * f64::from(scene.columns), CELL.1 * f64::from(scene.rows()));
    let geometry = geometry(&scene, size, 0, None);
    let hot = Hot::at(Some(id_of_pair((followed.row, followed.factor / 4 * 4))));
    Some(html! {
        <section><h3>{ "CUTLASS: two copies of each half" }</h3>
            <Cells scene={Shared::new(scene)} {geometry} gutter={GUTTER}  has_rail={false} {hot} {ink} on={Callback::noop()} /></section>
    })
}

/// What was found in the plan and its load.
pub fn findings(facts: &Facts, on: &Callback<Act>) -> Html {
    let one = |found: &Finding<ReadPlan>| {
        let repairs = found.repairs.iter().map(|mend| {
            let act = Act::Show(facts.mended(&mend.change));
            text_button("", &mend.label, sends(on, act))
        });
        let more = in_turn((found.required_by().map(|by| p("q s", by.text())), p("cluster", repairs)));
        card(found, found.severity, more, "")
    };
    cards(facts.found.iter().map(one))
}
