//! What opens over the page: tables behind instructions, formulas and sources, findings.

use super::view::geometry;
use super::*;
use crate::kit;
use swizzle_lints::tensor_memory::ReadPlan;
use swizzle_view::blackwell::{Source, Table};

/// Size of a cell of a picture among the sources.
const CELL: (f64, f64) = (34.0, 22.0);

/// What opens, as text; `on` is called with the factor of a row that is pressed.
pub fn pop(pop: &Pop, on: &Callback<u32>) -> Html {
    let line = |line: &String| html! { <p>{ line }</p> };
    let source = |source: &Source| {
        html! { <section><h3>{ &source.title }</h3><div class="m s">{ for source.lines.iter().map(line) }</div><p class="hint">{ "Evidence: " }{ &source.evidence }</p></section> }
    };
    let link = pop.link.as_ref();
    html! {
        <div class="wide stack"><code>{ &pop.code }</code>{ for pop.lines.iter().map(line) }
            if let Some(one) = &pop.table { { table(one, on) } }{ for pop.sources.iter().map(source) }if let Some((link, words)) = link { <a class="go" href={link.clone()}>{ *words }</a> }</div>
    }
}

/// A table: a row's head is pressed where it leads somewhere, and descriptors are copied.
pub fn table(of: &Table, on: &Callback<u32>) -> Html {
    let row = |(number, cells): (usize, &Vec<String>)| {
        let (head, rest) =
            cells.split_first().map_or((String::new(), &[][..]), |(head, rest)| (head.clone(), rest));
        let pressed = of.steps.get(number).map(|factor| html! { <button type="button" class="plain" aria-label={format!("Step {head}")} onclick={sends(on, *factor)}>{ &head }</button> });
        let link = of.links.get(number).map(|link| html! { <td><a href={link.clone()} aria-label={format!("Open in Check: {head}")}>{ "Open in Check" }</a></td> });
        let cell = |(at, text): (usize, &String)| {
            let copied = text.clone();
            let copy = (at == 0 && link.is_some()).then(|| {
                button(
                    "is-plain",
                    format!("Copy the descriptor {text}"),
                    html! { "Copy" },
                    Callback::from(move |_| browser::copy(&copied, |_| ())),
                )
            });
            html! { <td>{ text }{ maybe(copy) }</td> }
        };
        let cells: Vec<Html> = rest.iter().enumerate().map(cell).collect();
        let class = of.wrong.contains(&number).then_some("bad");
        html! { <tr {class} aria-current={(of.here == Some(number)).then_some("true")}><th scope="row">{ pressed.unwrap_or_else(|| html! { head }) }</th>{ for cells }{ maybe(link) }</tr> }
    };
    kit::table(of.name, of.heads.clone(), of.rows.iter().enumerate().map(row))
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
    let hot = Hot::at(Some(factor_id(followed.row, followed.factor / 4 * 4)));
    Some(html! {
        <section><h3>{ "CUTLASS: two copies of each half" }</h3>
            <Cells scene={Shared::new(scene)} {geometry} gutter={GUTTER}  has_rail={false} {hot} ink={ink.clone()} on={Callback::noop()} /></section>
    })
}

/// What was found in the plan and its load.
pub fn findings(facts: &Facts, on: &Callback<Act>) -> Html {
    let one = |found: &Finding<ReadPlan>| {
        let repairs = found.repairs.iter().map(|mend| {
            let act = Act::Show(facts.mended(&mend.change));
            text_button("", &mend.label, sends(on, act))
        });
        let more = html! { <>if let Some(by) = found.required_by() { { p("q s", by.text()) } }<p class="cluster">{ for repairs }</p></> };
        card(found, found.severity, more, "")
    };
    cards(facts.found.iter().map(one))
}
