//! Two pictures to scale: the box in its matrix, and a box that is refused beside what a swizzle spans; and two bars.

use super::*;

/// Elements of the first two dimensions of the box.
fn size(map: &TensorMap) -> [f64; 2] {
    [0, 1].map(|at| f64::from(map.box_elements(at)))
}

fn words([columns, rows]: [f64; 2]) -> String {
    format!("{} × {}", grouped(columns as u32), grouped(rows as u32))
}

/// A rectangle in the colour of a unit.
fn unit_at(unit: u32, at: [f64; 4]) -> Html {
    rect("", Some(format!("var(--cell-{})", unit % 8)), at)
}

/// Parts of the longer side of the matrix.
const PARTS: f64 = 16.0;

/// The matrix with the box in its corner, and the box under a magnifier.
pub fn matrix(map: &TensorMap, side: f64) -> Html {
    let whole = [0, 1].map(|at| map.dimensions.get(at).map_or(1.0, |one| one.extent as f64));
    let scaled = |size: [f64; 2], scale: f64| size.map(|one| (one * scale).clamp(1.5, side));
    let scale = side / whole[0].max(whole[1]).max(1.0);
    let of_box = size(map);
    let ([width, height], [small, low]) = (scaled(whole, scale), scaled(of_box, scale));
    let [wide, high] = scaled(of_box, side / 2.0 / of_box[0].max(of_box[1]).max(1.0));
    let (x, y) = (side * 0.5, side * 0.34);
    let units = (map.inner_bytes() / 16).clamp(1, 64) as u32;
    let part = wide / f64::from(units);
    let unit = |at: u32| unit_at(at, [x + f64::from(at) * part, y, part, high]);
    let line = |at: i32| side / PARTS * f64::from(at);
    let lines = |most: f64| (0..).map(line).take_while(move |at| *at <= most);
    let down = lines(width).map(|x| format!("M{x} 0v{height}"));
    let grid: String = down.chain(lines(height).map(|y| format!("M0 {y}h{width}"))).collect();
    html! {
        <svg class="to-scale" viewBox={format!("0 0 {side} {side}")} role="img" aria-label={format!("A box of {} in a matrix of {}, to scale", words(of_box), words(whole))}>
            { rect("ground", None, [0.0, 0.0, width, height]) }<path class="lines" d={grid} />{ rect("box", None, [0.0, 0.0, small, low]) }
            <path class="lens" d={format!("M{small} 0L{} {y}M0 {low}L{x} {}", x + wide, y + high)} />
            { for (0..units).map(unit) }{ rect("frame", None, [x, y, wide, high]) }
            { text_at("note", (x, y - 10.0), words(of_box)) }{ text_at("note", (8.0, height - 12.0), words(whole)) }
        </svg>
    }
}

/// Room over and beside the box, for its braces.
const OVER: f64 = 84.0;
const BEFORE: f64 = 40.0;

/// A box that is refused: what is legal of it in colour, the rest hatched, a brace over each.
pub fn refused(map: &TensorMap, legal: &TensorMap, width: f64) -> Html {
    let (of_box, most, bytes) = (size(map), size(legal), map.inner_bytes().max(1));
    let height = (width * of_box[1] * 3.0 / (3.5 * bytes as f64)).clamp(width / 6.0, width * 0.43);
    let [wide, high] = [(0, width), (1, height)].map(|(at, all)| all * (most[at] / of_box[at]).min(1.0));
    let units = (bytes / 16).clamp(1, 64) as u32;
    let part = width / f64::from(units);
    let unit = |at: u32| {
        let x = BEFORE + f64::from(at) * part;
        let is_legal = x + part <= BEFORE + wide + 0.5;
        let class = if is_legal { "ax mid" } else { "ax mid bad" };
        let fill = is_legal.then(|| unit_at(at, [x, OVER, part - 1.0, high]));
        html! { <>{ for fill }if part >= 18.0 { { text_at(class, (x + part / 2.0, OVER + 16.0), at.to_string()) } }</> }
    };
    let brace = |to: f64, y: f64, class: &'static str, words: String| {
        tag(
            "g",
            class,
            (
                path("brace", format!("M{BEFORE} {}v-6H{}v6", y + 6.0, BEFORE + to)),
                text_at("", (BEFORE + to / 2.0, y - 10.0), words),
            ),
        )
    };
    let (name, swizzle) = (data_type_text(map.data_type), map.swizzle.name());
    let (whole, span) = match map.swizzle.span_bytes().filter(|span| u64::from(*span) < bytes) {
        Some(span) => (
            format!("box: {} × {name} = {bytes} bytes", of_box[0]),
            format!("{swizzle} swizzle spans {span} bytes"),
        ),
        None => (format!("box: {}", words(of_box)), format!("legal: {}", words(most))),
    };
    let (x, y, why) = if wide < width {
        (BEFORE + (wide + width) / 2.0, OVER + height / 2.0, "no slot to swizzle to")
    } else {
        (BEFORE + width / 2.0, OVER + (high + height) / 2.0, "beyond the limit")
    };
    let rest = format!("M{BEFORE} {OVER}h{width}v{height}h-{width}zM{BEFORE} {OVER}h{wide}v{high}h-{wide}z");
    html! {
        <svg class="to-scale tma-refused" viewBox={format!("0 0 {} {}", BEFORE + width + 4.0, OVER + height + 4.0)} width={(BEFORE + width + 4.0).to_string()} role="img" aria-label={format!("{whole}, to scale; {span}")}>
            <defs><pattern id="refused" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">{ rect("hatch-ground", None, [0.0, 0.0, 8.0, 8.0]) }{ rect("hatch", None, [0.0, 0.0, 1.0, 8.0]) }</pattern></defs>
            <path d={rest} fill="url(#refused)" fill-rule="evenodd" />{ for (0..units).map(unit) }
            { rect("frame is-wrong", None, [BEFORE, OVER, width, height]) }{ brace(wide, 70.0, "", span) }{ brace(width, 26.0, "bad", whole) }
            { text_at("ax end", (BEFORE - 8.0, OVER + 8.0), "0") }{ text_at("ax end", (BEFORE - 8.0, OVER + height - 8.0), format!("{}", of_box[1] - 1.0)) }{ text_at("refusal", (x, y), why) }
        </svg>
    }
}

/// A box small, as often as it is copied.
pub fn copies(map: &TensorMap, copies: u32) -> Html {
    let units = (map.inner_bytes() / 16).clamp(1, 16) as u32;
    let part = 80.0 / f64::from(units * copies + copies - 1);
    let unit = |at: u32| {
        let x = f64::from(at + at / units) * part;
        unit_at(at % units, [x, 0.0, part, 56.0])
    };
    html! { <svg width="80" height="56" aria-hidden="true">{ for (0..units * copies).map(unit) }</svg> }
}

/// Two bars to one scale: what the barrier counts, and what memory holds.
pub fn bars(map: &TensorMap) -> Html {
    let (counted, held) = (map.transaction_bytes(), map.shared_bytes());
    let bar = |name: &'static str, bytes: u64, class: &'static str| {
        let part = bytes as f64 / held.max(1) as f64 * 100.0;
        div(
            class,
            (
                p("row apart b", (span("", name), span("m", grouped(bytes as u32)))),
                html! { <i style={format!("width:{part}%")}></i> },
            ),
        )
    };
    div("scale-bars", (bar("expect_tx", counted, "is-paid"), bar("Shared memory", held, "")))
}
