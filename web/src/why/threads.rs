//! Eight threads that go down a column: memory, the wires of the XOR as switches, and the banks.

use super::facts::{Layout, Threads, layouts};
use super::scenes::{memory, piles, unit_of};
use super::*;

/// Heights of a row of memory and of a block, and the same on a narrow screen.
const ROW: [f64; 2] = [36.0, 26.0];
const BLOCK: [f64; 2] = [26.0, 18.0];
/// The widest picture, and the narrowest.
const WIDTH: f64 = 640.0;
const LEAST: f64 = 160.0;
/// The narrowest place that has three pictures beside each other, and what is between them.
const BESIDE: f64 = 960.0;
const BETWEEN: f64 = 48.0;

/// The scene.
pub fn scene(id: String, desk: &Desk, props: PictureProps) -> Html {
    let threads = Threads::of(props.rows, props.unit);
    html! { <section class="scene beside" {id}>{ words(desk, &threads) }<ThreadsPicture ..props /></section> }
}

/// `ldmatrix` down a column of plain rows, of padded rows, and of rows under the XOR, whose wires are switches.
pub fn beside(id: String, on_wire: &Callback<u32>, xor: Wires, props: &PictureProps) -> Html {
    let many = if props.width < BESIDE { 1.0 } else { 3.0 };
    let column = |one: Layout| {
        let turns = Threads::of(one.rows, props.unit).turns;
        let unit = if turns == 1 { "wavefront" } else { "wavefronts" };
        let picture = PictureProps {
            rows: one.rows,
            // Padding fills a line of its own.
            lines: 9,
            width: (props.width - (many - 1.0) * BETWEEN) / many,
            on_wire: None,
            ..props.clone()
        };
        let switches = (one.name == "XOR").then(|| switches(&picture, on_wire));
        html! {
            <section aria-label={one.name}>
                <h3>{ one.name }</h3>
                { score(turns.into(), turns == 1, unit.into(), one.about.into()) }
                <ThreadsPicture ..picture />
                { p("q s", one.copy) }
                { for switches }
            </section>
        }
    };
    tag("section", "scene", (div("scene-text", (bare("h2", "ldmatrix: padding or XOR"), p("", "One 8 × 8 matrix is eight rows of 16 bytes. Padding moves each row on by one slot; the XOR exchanges the units of a row and takes no memory. Wavefronts are counted for one matrix; ldmatrix.x4 reads four."))), div("three", layouts(xor).map(column)).with("style", format!("--many:{many}")))).with("id", id)
}

/// Properties of [`ThreadsPicture`].
#[derive(Properties, PartialEq, Clone)]
pub struct PictureProps {
    /// The rows, with the wires that are closed.
    pub rows: Rows,
    /// The unit that the threads read.
    pub unit: u32,
    /// Lines of memory that the picture has at least.
    #[prop_or_default]
    pub lines: u32,
    /// Width of its place.
    pub width: f64,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// Whether the switches say which modes they make.
    #[prop_or(true)]
    pub has_modes: bool,
    /// Called with a wire that is flipped; none where there are no switches.
    pub on_wire: Option<Callback<u32>>,
    /// Called with a unit that is pressed.
    pub on_unit: Callback<u32>,
}

/// Memory, the wires as switches, and the banks.
#[component]
pub fn ThreadsPicture(props: &PictureProps) -> Html {
    let threads = use_memo((props.rows, props.unit), |(rows, unit)| Threads::of(*rows, *unit));
    let scenes = use_memo(((*threads).clone(), props.lines), |(threads, lines)| {
        [memory(threads, *lines), piles(threads)].map(Shared::new)
    });
    let (hover, on_hover) = use_value(|| None::<u32>);
    let narrow = usize::from(is_narrow(props.width));
    let width = width_of_cells(props);
    let on_cell = {
        let on_unit = props.on_unit.clone();
        let units = props.rows.data_bytes / UNIT_BYTES;
        Callback::from(move |event: Event| match event {
            Event::Pin(Some(cell)) if unit_of(cell) < units => on_unit.emit(unit_of(cell)),
            event => event.point(|cell| on_hover.emit(cell)),
        })
    };
    let cells = |scene: &Shared<Scene>, height: f64, is_beside: bool| {
        let rows = scene.rows();
        let geometry = scene.geometry((width, height * f64::from(rows)), rows, 0, None);
        let hot = Hot::at(hover);
        html! { <Cells {scene} {geometry} gutter={GUTTER} {hot} {is_beside} ink={&props.ink} on={&on_cell} /> }
    };
    let [memory, piles] = &*scenes;
    let lines =
        threads.slots.iter().zip(0..).map(|(_, row)| bare("li", threads.rows.line_text(row, threads.unit)));
    div(
        "threads",
        (
            cells(memory, ROW[narrow], false),
            props.on_wire.as_ref().map(|on| switches(props, on)),
            div("piles", cells(piles, BLOCK[narrow], true)),
            tag("ul", "visually-hidden", lines).with("aria-label", "The rows in words"),
        ),
    )
}

/// Width of eight units of a line.
fn width_of_cells(props: &PictureProps) -> f64 {
    ((props.width - GUTTER - 16.0).clamp(LEAST, WIDTH) / 8.0).floor() * 8.0
}

/// Whether there is room for numbers alone.
fn is_narrow(width: f64) -> bool {
    width < 480.0
}

/// What happens, and what it costs.
fn words(desk: &Desk, threads: &Threads) -> Html {
    let ((cost, is_measured), line) = (threads.cost(), threads.line());
    let name = WhyScene::Threads.name();
    let how =
        more("how", "How the cycles were measured".into(), desk.has_open(name), desk.opens(name), || {
            how(threads)
        });
    let (unit, source) = if is_measured {
        ("cycles for one warp", "measured, H100 · ")
    } else {
        ("turns for one warp", "not measured for this unit · ")
    };
    let cost = in_turn((cost, span("visually-hidden", format!(" {unit}"))));
    div(
        "scene-text",
        (
            div("", bare("h1", line.headline).with("tabindex", "-1")).with("data-verdict", line.kind.name()),
            p("", threads.about()),
            score(
                cost,
                threads.turns == 1,
                html! { <span aria-hidden="true">{ unit }</span> },
                in_turn((source, how)),
            ),
        ),
    )
}

/// The measurement, and what the modes are of these wires.
fn how(threads: &Threads) -> Html {
    in_turn((p("", threads.how()), modes(false)))
}

/// The modes: rows of them and what they take; a guess may be asked of those with some wires closed.
pub fn modes(is_asking: bool) -> Html {
    const HEADS: [&str; 5] =
        ["mode", "row width", "turns, own rows", "turns, 128 B rows", "cycles, 128 B rows"];
    let row = |(closed, [name, width, own, turns, cycles]): (u32, [String; 5])| {
        let is_hidden = is_asking && (1..Wires::COUNT).contains(&closed);
        let [turns, cycles] = [turns, cycles].map(|cell| if is_hidden { "?".into() } else { cell });
        tr(name, [width, own, turns, cycles])
    };
    tag("table", "table", (heads(HEADS), bare("tbody", (0..).zip(Threads::modes()).map(row))))
}

/// A switch for each wire, with the mode that it makes of those before it.
fn switches(props: &PictureProps, on: &Callback<u32>) -> Html {
    let one = |wire: u32| {
        let (from, to) = Wires::bits(wire);
        let mode = Wires::lowest(wire + 1).mode();
        let mode = mode.filter(|_| props.has_modes && !is_narrow(props.width));
        let content =
            in_turn((span("m b", format!("bit {from} → {to}")), mode.map(|mode| bare("small", mode.name()))));
        let label = format!("Wire {}: bit {from} into bit {to}", wire + 1);
        switch(label, content, props.rows.wires.is_closed(wire), sends(on, wire))
    };
    let style = format!("margin-inline-start:{GUTTER}px;width:{}px", width_of_cells(props));
    let class = classes!("switches", "tint-swizzle", is_narrow(props.width).then_some("is-small"));
    html! { <div {class} role="group" aria-label="Wires of the XOR" {style}>{ for (0..Wires::COUNT).map(one) }</div> }
}
