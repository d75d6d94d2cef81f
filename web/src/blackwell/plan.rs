//! The plan: 512 columns of tensor memory over the whole width, with the regions of each CTA. A region is drawn along the
//! columns, its right edge changes N or K.

use super::*;
use swizzle_draw::scene::Block;
use swizzle_tmem::plan::{Cell, Laid, Region, SizedBy};
use swizzle_tmem::tensor_memory::{COLUMNS, LANES};
use web_sys::Element;

/// Properties of [`PlanBar`].
#[derive(Properties, PartialEq)]
pub struct PlanProps {
    /// The regions.
    pub facts: Shared<Facts>,
    /// The cells that are marked.
    pub cells: Vec<Cell>,
    /// Width in pixels.
    pub width: f64,
    /// Theme and palette.
    pub look: Look,
    /// Whether what is used and allocated is under it.
    #[prop_or(true)]
    pub has_budget: bool,
    /// Whether regions have no names.
    #[prop_or_default]
    pub is_blank: bool,
    /// Takes what is shown then.
    pub on: Callback<Shown>,
}

/// Heights of the plan of one CTA, and of each of two; room above for the numbers of columns, and below.
const HEIGHTS: [f64; 2] = [56.0, 34.0];
const TOP: f64 = 22.0;
const FOOT: f64 = 26.0;
/// Columns from one place of a region to the next: those of a block of scale factors.
const SNAP: u32 = 4;
/// How far from an edge, in pixels, it is held.
const NEAR: f64 = 5.0;
/// From the middle of a name to a mark, in pixels.
const OFF_MARK: f64 = 7.0;
/// Pixels of a letter of a name.
const LETTER: f64 = 8.5;

/// What is dragged: a region with the column that it is held at, or its right edge.
#[derive(Clone, Copy)]
struct Drag {
    region: usize,
    held: Option<u32>,
    has_moved: bool,
}

impl Drag {
    /// The edge near the pointer, or the region under it; of several, the later one, which is on top.
    fn at(laid: &Laid, cell: Cell, x: f64, width: f64) -> Option<Self> {
        let column = width / f64::from(COLUMNS);
        let near = laid.regions().filter(|region| {
            let beyond = x - f64::from(region.range().end) * column;
            // A narrow region is held at the last third of it.
            let within = NEAR.min(f64::from(region.columns) * column / 3.0);
            region.lanes.contains(cell.lane) && (-within..=NEAR).contains(&beyond)
        });
        let drag = |region: &Region, held| Self { region: region.index, held, has_moved: false };
        near.last().map(|region| drag(region, None)).or_else(|| {
            let found = laid.at(cell).into_iter().next_back()?;
            let region = laid.region(found.region)?;
            Some(drag(region, Some(cell.column - region.column)))
        })
    }

    /// What is shown once it is drawn to a column; nothing where it stays.
    fn to(self, facts: &Facts, column: u32) -> Option<Shown> {
        let region = facts.laid.region(self.region)?;
        let mut next = facts.shown.clone();
        match self.held {
            Some(held) => {
                let to = (column + SNAP / 2).saturating_sub(held) / SNAP * SNAP;
                let to = to.min(COLUMNS.saturating_sub(region.columns));
                if to == region.column {
                    return None;
                }
                next.tensor = next.tensor.with_column(self.region, Some(to));
            }
            None => {
                let columns = (column + 1).saturating_sub(region.column).max(1);
                if columns == region.columns {
                    return None;
                }
                next.tensor.plan = next.tensor.plan.with_columns(self.region, columns);
            }
        }
        Some(next)
    }
}

/// Column, lane and pixels from the left under the pointer; past the sides the nearest.
fn under(node: &NodeRef, event: &MouseEvent, cta: u32) -> Option<(Cell, f64, f64)> {
    let place = node.cast::<Element>()?.get_bounding_client_rect();
    let part =
        |at: f64, room: f64, count: u32| ((at / room.max(1.0)).clamp(0.0, 0.9999) * f64::from(count)) as u32;
    let x = f64::from(event.client_x()) - place.left();
    let y = f64::from(event.client_y()) - place.top();
    let cell = Cell { cta, lane: part(y, place.height(), LANES), column: part(x, place.width(), COLUMNS) };
    Some((cell, x, place.width()))
}

/// The plan of each CTA, numbers of columns above, what is used below.
#[component]
pub fn PlanBar(props: &PlanProps) -> Html {
    let nodes = [use_node_ref(), use_node_ref()];
    let drag = use_mut_ref(|| None::<Drag>);
    let ctas = props.facts.shown.tensor.plan.mma.ctas();
    let width = props.width;
    let number = |at: u32| {
        let x = f64::from(at) * width / f64::from(COLUMNS);
        let text = at.min(COLUMNS - 1).to_string();
        let every = if width < 600.0 { 128 } else { 64 };
        let anchor = match at {
            0 => "start",
            COLUMNS => "end",
            _ => "middle",
        };
        at.is_multiple_of(every)
            .then(|| tag("text", "ax", text).with("text-anchor", anchor).with("x", x).with("y", "8"))
    };
    let plane = |cta: u32| {
        let node = nodes[cta as usize % 2].clone();
        let onpointerdown = {
            let (node, drag, facts) = (node.clone(), drag.clone(), props.facts.clone());
            move |event: PointerEvent| {
                let found = under(&node, &event, cta).filter(|_| event.button() == 0);
                let found = found.and_then(|(cell, x, width)| Drag::at(&facts.laid, cell, x, width));
                drag.replace(found);
                if let Some(node) = node.cast::<Element>() {
                    let _ = node.set_pointer_capture(event.pointer_id());
                }
            }
        };
        let onpointermove = {
            let (node, drag, facts, on) = (node.clone(), drag.clone(), props.facts.clone(), props.on.clone());
            move |event: PointerEvent| {
                let mut held = drag.borrow_mut();
                if event.buttons() == 0 {
                    *held = None;
                }
                let Some((drag, (cell, ..))) = held.as_mut().zip(under(&node, &event, cta)) else {
                    return;
                };
                if let Some(shown) = drag.to(&facts, cell.column) {
                    drag.has_moved = true;
                    on.emit(shown);
                }
            }
        };
        let onclick = {
            let (node, drag, facts, on) = (node.clone(), drag.clone(), props.facts.clone(), props.on.clone());
            move |event: MouseEvent| {
                let had_moved = drag.take().is_some_and(|drag| drag.has_moved);
                if let Some((cell, ..)) = under(&node, &event, cta).filter(|_| !had_moved) {
                    on.emit(facts.shown.with_cell(cell));
                }
            }
        };
        let height = HEIGHTS[usize::from(ctas == 2)];
        let label =
            if props.is_blank { "Map of tensor memory".into() } else { spoken(&props.facts.laid, cta, ctas) };
        html! {
            <svg class="plane" ref={node} width={width.to_string()} height={height.to_string()} role="img" aria-label={label} {onpointerdown} {onpointermove} {onclick}>
                { regions(props, cta, height) }
            </svg>
        }
    };
    html! {
        <div class="plan">
            <svg width={width.to_string()} height={TOP.to_string()} aria-hidden="true">{ for (0..=8).filter_map(|at| number(at * 64)) }</svg>
            { for (0..ctas).map(plane) }
            if props.has_budget { { budget(props, ctas) } }
        </div>
    }
}

/// A rectangle of lanes and columns, in pixels.
fn block_at(class: &'static str, fill: String, (x, y): (f64, f64), of: &Block) -> Html {
    let side = |range: &Range<u32>, by: f64| {
        (f64::from(range.start) * by, f64::from(range.end.saturating_sub(range.start)) * by)
    };
    let ((x, width), (y, height)) = (side(&of.columns, x), side(&of.lanes, y));
    rect(class, Some(fill), [x, y, width, height])
}

/// Regions, overlaps, names and marks of one CTA.
fn regions(props: &PlanProps, cta: u32, height: f64) -> Html {
    let map = &props.facts.map;
    let scale = (props.width / f64::from(COLUMNS), height / f64::from(LANES));
    let block = |block: &Block| {
        let fill = hex(props.look.palette.colour(props.look.theme, block.class));
        block_at("region", fill, scale, block)
    };
    let clash = |block: &Block| block_at("clash", "var(--error)".into(), scale, block);
    let edge = |region: &Region| {
        let title = match region.what.sized_by() {
            SizedBy::N => "Drag to change N",
            SizedBy::K => "Drag to change K",
        };
        let x = f64::from(region.range().end.min(COLUMNS)) * scale.0;
        html! { <rect class="edge" x={(x - NEAR).to_string()} width={(2.0 * NEAR).to_string()} height="100%"><title>{ title }</title></rect> }
    };
    let own = props.cells.iter().filter(|cell| cell.cta == cta);
    let at = |cell: &Cell| {
        let (column, lane) = (f64::from(cell.column), f64::from(cell.lane));
        (column * scale.0, lane * scale.1)
    };
    let marks: Vec<(f64, f64)> = own.map(at).collect();
    let mark = |(x, y): &(f64, f64)| {
        html! { <rect class="mark" fill="var(--ink)" x={(x - 2.0).to_string()} y={(y - 2.0).to_string()} width={(scale.0 + 4.0).to_string()} height="5" /> }
    };
    let warps: String = (1..LANES / WARP_LANES)
        .map(|warp| format!("M0 {}h{}", f64::from(warp * WARP_LANES) * scale.1, props.width))
        .collect();
    let names = props.facts.laid.regions().filter(|_| !props.is_blank);
    let is_pair = props.facts.shown.tensor.plan.mma.ctas() == 2;
    html! {
        <>
            <rect fill="var(--empty)" width="100%" height="100%" />
            <path stroke="var(--page)" d={warps} />
            { for map.blocks.iter().map(block) }
            { for map.clashes.iter().map(clash) }
            { for names.filter_map(|region| name(props, region, scale.0, height, &marks)) }
            { for marks.iter().map(mark) }
            { for props.facts.laid.regions().map(edge) }
            if is_pair { <text class="note" x={(props.width - 6.0).to_string()} y={(height / 2.0).to_string()} text-anchor="end">{ format!("CTA {cta}") }</text> }
        </>
    }
}

/// The name of a region beside what others take of it and off its marks, with its size where there is room, and upright where
/// there is little.
fn name(props: &PlanProps, region: &Region, column: f64, height: f64, marks: &[(f64, f64)]) -> Option<Html> {
    let map = &props.facts.map;
    let block = map.blocks.iter().find(|block| block.region == region.index)?;
    let clashes = map.clashes.iter().map(|clash| &clash.columns);
    let columns = clashes.fold(block.columns.clone(), beside);
    let (first, last) = (f64::from(columns.start) * column, f64::from(columns.end) * column);
    let (middle, room) = ((first + last) / 2.0, last - first);
    let y = height * f64::from(block.lanes.start + LANES.min(block.lanes.end)) / f64::from(2 * LANES);
    let wide = LETTER * region.name.len() as f64 + 4.0;
    let size =
        (room > wide + 90.0).then(|| tag("tspan", "size", region.size_of_cta.clone()).with("dx", "10"));
    let (x, anchor, end) =
        if size.is_some() { (first + 16.0, "start", first + wide + 90.0) } else { (middle, "middle", last) };
    let mut marks = marks.iter().filter(|mark| (first..end).contains(&mark.0));
    // Beside the marks of a narrow region, at their wider side.
    let (least, most) = marks
        .clone()
        .fold((f64::MAX, first), |(least, most), mark| (least.min(mark.0), most.max(mark.0 + column)));
    let own = 7.8 * region.name.len() as f64;
    let sides = [(most + 3.0, "start", last - most - 3.0), (least - 3.0, "end", least - 3.0 - first)];
    let widest = sides.into_iter().max_by(|one, other| one.2.total_cmp(&other.2));
    let text = |x: f64, y: f64, anchor: &'static str| {
        html! { <text class="name" y={y.to_string()} text-anchor={anchor} x={x.to_string()}>{ region.name.clone() }{ for size.clone() }</text> }
    };
    if let Some((x, anchor, _)) = widest.filter(|one| size.is_none() && least < last && one.2 >= own) {
        return Some(text(x, y, anchor));
    }
    if room >= wide {
        let is_free = |y: &f64| marks.clone().all(|mark| (mark.1 - y).abs() >= OFF_MARK);
        let mut places = (0..height as i32 / 4).flat_map(|by| [-by, by].map(|by| y + f64::from(by)));
        let y = places.find(is_free).unwrap_or(y);
        return Some(text(x, y, anchor));
    }
    let turn = format!("translate({middle} {}) rotate(-90)", height / 2.0);
    let has_room = room >= 12.0 && height >= wide && marks.next().is_none();
    has_room.then(|| {
        tag("text", "name", region.name.clone()).with("transform", turn).with("text-anchor", "middle")
    })
}

/// The larger part of columns that others leave.
fn beside(own: Range<u32>, other: &Range<u32>) -> Range<u32> {
    if other.end <= own.start || own.end <= other.start {
        return own;
    }
    let before = own.start..other.start.clamp(own.start, own.end);
    let after = other.end.clamp(own.start, own.end)..own.end;
    if before.len() >= after.len() { before } else { after }
}

/// A brace under the columns that are used, and what is to be allocated.
fn budget(props: &PlanProps, ctas: u32) -> Html {
    let laid = &props.facts.laid;
    let needed = laid.allocation().ok().map(|one| one.columns());
    let allocated = props.facts.shown.tensor.plan.allocated.or(needed);
    let end = laid.end().min(COLUMNS);
    let x = f64::from(end) * props.width / f64::from(COLUMNS);
    let each = if ctas == 2 { " in each CTA" } else { "" };
    let free = format!("{} columns free{each}; ", COLUMNS - end);
    let alloc =
        allocated.map_or("no allocation holds all".into(), |columns| format!("tcgen05.alloc {columns}"));
    let fits = x + 240.0 < props.width;
    let (at, y, anchor) = if fits { (x + 10.0, 6.0, "start") } else { (props.width, 19.0, "end") };
    let class = if props.facts.map.clashes.is_empty() { "brace" } else { "brace is-wrong" };
    tag(
        "svg",
        "budget",
        (
            path(class, format!("M0.75 4v5H{}v-5", (x - 0.75).max(1.0))),
            tag("text", "note", (free, tag("tspan", "m", alloc)))
                .with("x", at)
                .with("y", y)
                .with("text-anchor", anchor),
        ),
    )
    .with("width", props.width)
    .with("height", FOOT)
    .with("aria-hidden", "true")
}

/// The plan for a screen reader.
fn spoken(laid: &Laid, cta: u32, ctas: u32) -> String {
    let region = |region: &Region| {
        let columns = region.range();
        format!(
            "{} in columns {} to {}, lanes {}",
            region.name,
            columns.start,
            columns.end - 1,
            region.lanes.text()
        )
    };
    let regions: Vec<String> = laid.regions().map(region).collect();
    let of = if ctas == 2 { format!(" of CTA {cta}") } else { String::new() };
    format!("Map of tensor memory{of}: {}", regions.join("; "))
}
