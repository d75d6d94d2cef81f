//! What a cell view shows behind the cells of its rows, and the hatching of padding.

use super::*;

/// Rows of this height have words under the number behind them; from the other on, the number is large.
const NOTED: f64 = 40.0;
const LARGE: f64 = 46.0;

/// Numbers behind the rows in view.
pub fn behind(props: &CellsProps, by: f64, here: Option<(u32, u32)>) -> Html {
    let CellsProps { scene, geometry, .. } = props;
    let ((name, marks), (_, height)) = (&scene.behind, geometry.cell());
    let (x, size) = (geometry.size.0 + by, if height < LARGE { 20 } else { 28 });
    let mark = |(row, mark): (u32, &Mark)| {
        let (_, y) = geometry.corner(row, 0);
        let middle = y + height / 2.0;
        let note = Some(&mark.note).filter(|note| !note.is_empty() && height >= NOTED);
        let is_apart = here.is_some_and(|(at, _)| at != row) && mark.class.is_empty();
        html! {
            <g class={is_apart.then_some("is-other")}>
                <text class={classes!("xor", mark.class)} style={format!("font-size:{size}px")} x={x.to_string()} y={(middle - if note.is_some() { 7.0 } else { 0.0 }).to_string()}>{ &mark.text }</text>
                if note.is_none() { <title>{ &mark.note }</title> }
                { note.map(|note| text_at(classes!("xor-note", mark.class), (x, middle + 16.0), note)) }
            </g>
        }
    };
    let rows = (0..).zip(marks).filter(|(row, _)| geometry.shows(*row) && height >= NUMBERED);
    html! { <>if !marks.is_empty() { { text_at("ax mid word-axis", (x, -12.0), *name) } }{ for rows.map(mark) }</> }
}

/// Lines across what holds no data.
pub fn hatch(context: &CanvasRenderingContext2d, (x, y): (f64, f64), (width, height): (f64, f64)) {
    const APART: f64 = 7.0;
    context.begin_path();
    let mut at = APART;
    while at < width + height {
        let (from, to) = ((at - height).max(0.0), at.min(width));
        context.move_to(x + from, y + at - from);
        context.line_to(x + to, y + at - to);
        at += APART;
    }
    context.set_global_alpha(0.35);
    context.set_stroke_style_str("#808080");
    context.stroke();
}
