//! The tile as one half of a pair of CTAs: A, B and D of both, side by side.

use super::*;
use crate::cells::Event;
use crate::check::facts::Facts as Tile;
use swizzle_tmem::plan::What;

/// How well the pair is attested.
const NOT_MEASURED: &str = "From the manual and CUTLASS; not measured";
/// Rows of a grid that are seen at a time, and the side of a cell.
const ROWS: u32 = 8;
const CELL: f64 = 32.0;

/// Properties of [`Pair`].
#[derive(Properties, PartialEq)]
pub struct PairProps {
    /// What is built.
    pub facts: Shared<Facts>,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
}

/// An operand of a CTA, drawn.
struct Drawn {
    tile: Tile,
    scene: Shared<Scene>,
    /// The first row, counted through both CTAs.
    first: u32,
}

impl Drawn {
    fn of(held: &PairOperand, first: u32) -> Option<Self> {
        let shown = Shown::from(*held.tile.said());
        let tile = Tile::of(&shown).ok()?;
        let start = tile.spec.layout().start_bytes();
        let cell = |unit: u32| {
            let byte = tile.bytes.get(unit as usize).copied().unwrap_or(start);
            let number = byte.wrapping_sub(start) / 16;
            Cell {
                id: unit,
                colour: (number % 8) as u8,
                label: Label::Number(number as i32),
                ..Cell::default()
            }
        };
        let mut scene = matrix_of(&tile, cell);
        scene.axes[1].from = first;
        scene.name = "";
        Some(Self { scene: Shared::new(scene), first, tile })
    }

    /// Contents of a unit, and its byte in the CTA's shared memory.
    fn said(&self, unit: u32) -> String {
        let mut at = self.tile.element(unit);
        let byte = self.tile.bytes.get(unit as usize).copied().unwrap_or(0);
        at.mn += self.first;
        let cell = cell_caption(&self.tile.spec, &View::default(), at);
        format!("{}: byte {byte:#x}", cell.replacen("Row", "row", 1))
    }
}

/// The first and the last of a range.
fn from_to(range: &Range<u32>) -> String {
    format!("{}–{}", range.start, range.end - 1)
}

/// The part, folded; nothing for a tile that no pair has.
#[component]
pub fn Pair(props: &PairProps) -> Html {
    let PairProps { facts, ink } = props;
    let (at, on_at) = use_value(|| None::<(Operand, u32)>);
    let (first, on_first) = use_value(|| 0_u32);
    let pair = use_memo(facts.clone(), |facts| {
        let pair = pair_of_ctas(&facts.spec, &facts.built)?;
        let drawn = [0, 1].map(|rank| {
            let operands = [(Operand::A, &pair.a), (Operand::B, &pair.b)];
            operands.map(|(operand, held)| Drawn::of(held, pair.halves.operand(operand, rank).start))
        });
        Some((pair, drawn))
    });
    let Some((pair, drawn)) = &*pair else {
        return Html::default();
    };
    let of = |rank: u32, operand: Operand| {
        let cta = drawn.get(rank as usize)?;
        match operand {
            Operand::A => cta[0].as_ref(),
            Operand::B => cta[1].as_ref(),
        }
    };
    let grid = |rank: u32, operand: Operand| {
        let Some(Drawn { scene, .. }) = of(rank, operand) else {
            return Html::default();
        };
        let rows_in_view = scene.rows().min(ROWS);
        let here = at.filter(|(of, _)| *of == operand).map(|(_, unit)| unit);
        let size = (8.0 * CELL, f64::from(rows_in_view) * CELL);
        let geometry = scene.geometry(size, rows_in_view, first, here);
        let on = {
            let (on_at, on_first) = (on_at.clone(), on_first.clone());
            Callback::from(move |event: Event| match event {
                Event::First(row) => on_first.emit(row),
                event => event.point(|unit| on_at.emit(unit.map(|unit| (operand, unit)))),
            })
        };
        let lines = if operand == Operand::A { "rows" } else { "columns" };
        html! {
            <section aria-label={format!("{} of CTA {rank}", operand.name())}>
                <h4>{ operand.name() }{ " " }<small>{ format!("{lines} {}", from_to(&pair.halves.operand(operand, rank))) }</small></h4>
                <div class="pair" style={format!("height:{}px", TOP + size.1)}><Cells {scene} {geometry} gutter={GUTTER} is_rail_behind={true} hot={Hot::at(here)} {ink} {on} /></div>
            </section>
        }
    };
    let cta = |rank: u32| {
        let (rows, columns) = pair.halves.d(rank);
        div(
            "stack",
            (
                bare("h3", format!("CTA {rank}")),
                div("cluster gap-4", (grid(rank, Operand::A), grid(rank, Operand::B))),
                p("q s", format!("D: rows {}, columns {}", from_to(&rows), from_to(&columns))),
            ),
        )
    };
    let said = |rank: u32, (operand, unit): (Operand, u32)| {
        let cell = of(rank, operand).map_or_else(String::new, |drawn| drawn.said(unit));
        format!("{} of CTA {rank}, {cell}", operand.name())
    };
    let words = match at {
        Some(at) => format!("{}. {}.", said(0, at), said(1, at)),
        None => "Point at a cell, or focus a grid and use the arrow keys.".into(),
    };
    let (way, name) = tensor_memory(facts, pair);
    html! {
        <details class="fold build-pair" open={facts.built.form == CtaForm::Two}>
            <summary class="b">{ format!("As a pair of CTAs: {} × {} × {}, cta_group::2", pair.both.m, pair.both.n, pair.k) }</summary>
            { p("q s", format!("{NOT_MEASURED}. The CTA of even rank issues the instruction for both. Numbers are memory units, from the start of each operand.")) }
            <div class="cluster gap-4">{ for [0, 1].map(cta) }</div>
            <p role="status">{ words }</p>
            <p><a href={way}>{ name }</a></p>
            { held(pair) }
        </details>
    }
}

/// The way to D in tensor memory, and its name.
fn tensor_memory(facts: &Facts, pair: &PairOfCtas) -> (String, &'static str) {
    let (regions, name) = if pair.scales.is_empty() {
        ("&regions=d".to_owned(), "D of both CTAs in tensor memory")
    } else {
        (
            format!("&vec={}&regions=d,sfa,sfb", facts.built.vec.elements()),
            "D, SFA and SFB of both CTAs in tensor memory",
        )
    };
    let way = format!(
        "{}?kind={}&cta_group=2&m={}&n={}&k={}{regions}",
        Route::TensorMemory.address(),
        facts.built.kind.map_or("f16", |kind| kind.name()),
        pair.both.m,
        pair.both.n,
        pair.k,
    );
    (way, name)
}

/// What each CTA holds and gives.
fn held(pair: &PairOfCtas) -> Html {
    let of = |head, cell: &dyn Fn(u32) -> String| tr(head, [0, 1].map(cell));
    let given = |operand: &PairOperand| {
        let all = operand.descriptors.iter().map(Descriptor::to_string);
        span("stack gap-1", all.map(|text| html! { <code>{ text }</code> }))
    };
    let bytes = |operand: Operand, held: &PairOperand, rank: u32| {
        let bytes = held.tile.tile().buffer_bytes();
        let bytes = u32::try_from(bytes).map_or_else(|_| bytes.to_string(), grouped);
        format!("{}, all of K; {bytes} bytes", from_to(&pair.halves.operand(operand, rank)))
    };
    let d = |rank: u32| {
        let (rows, columns) = pair.halves.d(rank);
        format!("{} × {}", from_to(&rows), from_to(&columns))
    };
    let scales = pair.scales.iter().map(|scales| {
        let (operand, name, what, more) = match scales.what {
            What::Sfb => (Operand::B, "SFB, tensor memory", "all columns", ", all N in each CTA"),
            _ => (Operand::A, "SFA, tensor memory", "rows", ""),
        };
        let attested = if scales.is_contested { "sources disagree" } else { scales.attested.0.text() };
        let columns = from_to(&scales.range());
        tr(
            name,
            [0, 1].map(|rank| {
                let rows = from_to(&pair.rows_of_scales(operand, rank));
                format!("{what} {rows}{more}; columns {columns}; {attested}")
            }),
        )
    });
    let rows = [
        of("A, rows", &|rank| bytes(Operand::A, &pair.a, rank)),
        tr("A, descriptors", [(); 2].map(|()| given(&pair.a))),
        of("B, columns", &|rank| bytes(Operand::B, &pair.b, rank)),
        tr("B, descriptors", [(); 2].map(|()| given(&pair.b))),
        of("D, rows × columns", &d),
        of("D, tensor memory", &|_| format!("{} columns, layout {}", pair.columns, pair.reading.path.name())),
    ];
    let idesc = pair.both.idesc().and_then(Result::ok).map(|idesc| {
        let (m, n) = (pair.both.m, pair.both.n);
        format!(", instruction descriptor {idesc}: M = {m} and N = {n} are those of the pair")
    });
    in_turn((
        table(
            "What each CTA of the pair holds and gives",
            ["", "CTA 0", "CTA 1"],
            rows.into_iter().chain(scales),
        ),
        p(
            "q s",
            (
                bare("code", pair.both.name()),
                idesc.map(Html::from),
                format!(
                    ". Each descriptor is an address in the CTA’s own shared memory: both give the same numbers. B follows A. D has layout {}: {}.",
                    pair.reading.path.name(),
                    pair.reading.mark.text()
                ),
            ),
        ),
    ))
}
