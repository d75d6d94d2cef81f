//! The map: 128 lanes × 512 columns with the regions, of each CTA, and the columns that are allocated.

use std::ops::Range;

use swizzle_draw::hex;
use swizzle_draw::scene::{Block, LoadPicture};
use swizzle_tmem::Coordinate;
use swizzle_tmem::plan::{Cell, Plan, Region, What};
use swizzle_tmem::tensor_memory::{Allocation, COLUMNS, LANES, WARP_LANES};
use swizzle_view::link::held_first;
use web_sys::Element as Node;
use yew::prelude::*;

use super::details::copies_of;
use super::drag::{Drag, Drawn, edge_at, edges};
use super::judged::Judged;
use super::place::place;
use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::view::Shared;

/// Properties of [`Map`].
#[derive(Properties, PartialEq)]
pub(super) struct MapProps {
    pub(super) picture: Shared<LoadPicture>,
    pub(super) plan: Plan,
    /// Consequences of the plan.
    pub(super) judged: Shared<Judged>,
    pub(super) look: Look,
    /// The region that is outlined.
    pub(super) region: Option<usize>,
    pub(super) on_cell: Callback<Cell>,
    /// Called with a region that is drawn along the columns, and its first column.
    pub(super) on_column: Callback<(usize, u32)>,
    /// Called with a region whose right edge is drawn, and how many columns it fills then.
    #[prop_or_default]
    pub(super) on_columns: Option<Callback<(usize, u32)>>,
    /// Called with the region under the pointer.
    pub(super) on_region: Callback<Option<usize>>,
    /// Whether the columns that are used and allocated are under it.
    #[prop_or(true)]
    pub(super) has_budget: bool,
    /// Whether the part that a load reads is outlined.
    #[prop_or(true)]
    pub(super) has_window: bool,
    /// Whether the contents of regions are left out.
    #[prop_or_default]
    pub(super) is_blank: bool,
    /// Whether the cell at hand is not marked.
    #[prop_or_default]
    pub(super) is_unmarked: bool,
}

/// Columns named over the map.
const HEADS: [u32; 8] = [0, 64, 128, 192, 256, 320, 384, 448];
/// Columns that have room for a name, and for one from top to bottom.
const NAMED: u32 = 14;
const UPRIGHT: u32 = 8;
/// The same on a narrow screen, and for a size.
const SMALL: u32 = 40;
const WIDE: u32 = 128;

/// The map of each CTA over the budget of columns.
#[component]
pub(super) fn Map(props: &MapProps) -> Html {
    let drag = use_mut_ref(|| None::<Drag>);
    // Yew listens at the root: where the map is, only its node says.
    let nodes = [use_node_ref(), use_node_ref()];
    let picture = &props.picture;
    let ctas = props.plan.mma.ctas();
    let map = |cta: u32| {
        let map = nodes[cta as usize % nodes.len()].clone();
        let at = {
            let map = map.clone();
            move |event: &MouseEvent| cell_at(&map, event, cta)
        };
        let on_down = {
            let (drag, picture, map, at) = (drag.clone(), picture.clone(), map.clone(), at.clone());
            let has_edges = props.on_columns.is_some();
            Callback::from(move |event: PointerEvent| {
                let Some(cell) = at(&event).filter(|_| event.button() == 0) else {
                    return;
                };
                let edge = has_edges.then(|| edge_at(&map, &event, &picture.laid, cell));
                drag.replace(match edge.flatten() {
                    Some(region) => Some(Drag::of_edge(region)),
                    None => Drag::of_region(&picture.laid, cell),
                });
                if let Some(map) = map.cast::<Node>() {
                    let _ = map.set_pointer_capture(event.pointer_id());
                }
            })
        };
        let on_move = {
            let (drag, picture) = (drag.clone(), picture.clone());
            let (on_column, on_region) = (props.on_column.clone(), props.on_region.clone());
            let on_columns = props.on_columns.clone();
            let at = at.clone();
            Callback::from(move |event: PointerEvent| {
                let Some(cell) = at(&event) else { return };
                let mut held = drag.borrow_mut();
                if event.buttons() == 0 {
                    *held = None;
                }
                let Some(drag) = &mut *held else {
                    let found = picture.laid.at(cell).into_iter().next_back();
                    on_region.emit(found.map(|held| held.region));
                    return;
                };
                match drag.drawn_to(&picture.laid, cell) {
                    Some(Drawn::Column(column)) => on_column.emit((drag.region, column)),
                    Some(Drawn::Columns(columns)) => {
                        if let Some(on_columns) = &on_columns {
                            on_columns.emit((drag.region, columns));
                        }
                    }
                    None => (),
                }
            })
        };
        let on_click = {
            let (drag, on_cell) = (drag.clone(), props.on_cell.clone());
            Callback::from(move |event: MouseEvent| {
                let had_moved = drag.take().is_some_and(|drag| drag.has_moved);
                if let Some(cell) = at(&event).filter(|_| !had_moved) {
                    on_cell.emit(cell);
                }
            })
        };
        el("div")
            .class("tensor-plane")
            .node_ref(&map)
            .attr(Attr::Role, "img")
            .attr(
                Attr::AriaLabel,
                match props.is_blank {
                    true => "Map of tensor memory".into(),
                    false => spoken(picture, cta, ctas),
                },
            )
            .on_pointer_down(on_down)
            .on_pointer_move(on_move)
            .on_pointer_leave(props.on_region.reform(|_: PointerEvent| None))
            .on_click(on_click)
            .child(plane(props, cta))
    };
    let warps = (0..LANES / WARP_LANES).map(|warp| {
        let is_here = warp == picture.read.cell.lane / WARP_LANES;
        let first = warp * WARP_LANES;
        el("span")
            .class_if(is_here, "is-here")
            .child(format!("warp {warp}"))
            .child(el("code").child(format!("{first}–{}", first + WARP_LANES - 1)))
    });
    let maps = (0..ctas).map(|cta| {
        let name = (ctas == 2).then(|| el("b").child(format!("CTA {cta}")));
        el("div")
            .class("tensor-map")
            .child(el("div").class("tensor-heads").child(name).child(heads()))
            .child(map(cta))
    });
    el("section")
        .class("tensor-maps")
        .class_if(ctas == 2, "is-pair")
        .attr(Attr::AriaLabel, "Tensor memory")
        .child(
            el("h2")
                .child("Tensor memory")
                .child(el("small").child("128 lanes × 512 columns × 32 bits, 256 KiB per CTA")),
        )
        .child(
            el("div")
                .class("tensor-planes")
                .child(el("div").class("tensor-warps").children(warps))
                .children(maps),
        )
        .child(props.has_budget.then(|| legend(props)))
        .child(props.has_budget.then(|| budget(props)))
        .into()
}

/// The cell under the pointer; past the map's sides its nearest.
fn cell_at(map: &NodeRef, event: &MouseEvent, cta: u32) -> Option<Cell> {
    let place = map.cast::<Node>()?.get_bounding_client_rect();
    let of = |at: f64, room: f64, count: u32| {
        ((at / room.max(1.0)).clamp(0.0, 0.9999) * f64::from(count)) as u32
    };
    Some(Cell {
        cta,
        lane: of(
            f64::from(event.client_y()) - place.top(),
            place.height(),
            LANES,
        ),
        column: of(
            f64::from(event.client_x()) - place.left(),
            place.width(),
            COLUMNS,
        ),
    })
}

fn heads() -> Element {
    let head = |column: &u32| {
        let left = f64::from(*column) / f64::from(COLUMNS) * 100.0;
        el("span")
            .attr(Attr::Style, format!("left:{left:.2}%"))
            .child(column.to_string())
    };
    fragment()
        .children(HEADS.iter().map(head))
        .child(el("span").class("is-last").child((COLUMNS - 1).to_string()))
}

/// A block of a region, over these lanes.
fn block(props: &MapProps, block: &Block, lanes: &Range<u32>) -> Element {
    let colour = hex(props.look.palette.colour(props.look.theme, block.class));
    let place = place(lanes, &block.columns);
    el("i")
        .class_if(props.region == Some(block.region), "is-here")
        .attr(Attr::Style, format!("{place};background:{colour}"))
}

/// Overlap of two regions, over these lanes.
fn clash(block: &Block, lanes: &Range<u32>) -> Element {
    el("i")
        .class("is-clash")
        .attr(Attr::Style, place(lanes, &block.columns))
}

/// The regions of one CTA.
fn plane(props: &MapProps, cta: u32) -> Element {
    let picture = &props.picture;
    let map = &props.judged.map;
    let warps = (0..LANES / WARP_LANES).map(|warp| {
        let lanes = warp * WARP_LANES..(warp + 1) * WARP_LANES;
        el("i")
            .class("is-warp")
            .attr(Attr::Style, place(&lanes, &(0..COLUMNS)))
    });
    let is_narrow = props.plan.mma.ctas() == 2;
    let first_of = |index: usize| map.blocks.iter().find(|block| block.region == index);
    let names = picture.laid.regions().filter_map(|region| {
        let block = first_of(region.index)?;
        let clashes = map.clashes.iter().map(|clash| &clash.columns);
        let columns = clashes.fold(block.columns.clone(), beside);
        let count = columns.len() as u32;
        // Both maps of a pair are half as wide.
        let room = if is_narrow { count / 2 } else { count };
        let has_room = room >= UPRIGHT;
        let is_upright = room < NAMED;
        let is_wide = count >= WIDE;
        let length = if is_upright { WARP_LANES } else { 14 };
        let lanes = block.lanes.start..block.lanes.start + length;
        has_room.then(|| {
            el("span")
                .class_if(!is_wide, "is-centred")
                .class_if(is_upright, "is-upright")
                .class_if(count < SMALL, "is-small")
                .attr(Attr::Style, place(&lanes, &columns))
                .child(el("b").child(region.name.clone()))
                .child(is_wide.then(|| el("em").child(named_size(region, is_narrow))))
        })
    });
    let free = free_lanes(picture);
    let read = &picture.read;
    let has_window = props.has_window && !props.is_unmarked;
    let window = (has_window && read.cell.cta == cta).then(|| {
        let columns = read.columns();
        let first = columns.first().copied().unwrap_or(0);
        let last = columns.last().copied().unwrap_or(0);
        let own = el("i")
            .class("is-window")
            .attr(Attr::Style, place(&read.lanes(), &(first..last + 1)));
        let address = read.address.column();
        let whole = address..(address + read.load.columns()).min(COLUMNS);
        let has_more = whole.end - whole.start > last + 1 - first;
        let all = has_more.then(|| {
            el("i")
                .class("is-load")
                .attr(Attr::Style, place(&read.lanes(), &whole))
        });
        fragment().child(all).child(own)
    });
    let held = held_first(&picture.laid, read.cell, props.region);
    let copies = copies_of(picture, &held, read.cell);
    let copies = copies.into_iter().filter(|cell| cell.cta == cta);
    let copies: Vec<Cell> = copies.collect();
    let copies = (copies.len() > 1 && !props.is_unmarked).then(|| copied(&copies));
    fragment()
        .children(warps)
        .children(map.blocks.iter().map(|one| block(props, one, &one.lanes)))
        .children(map.clashes.iter().map(|one| clash(one, &one.lanes)))
        .child(copies)
        .children(names)
        .child(free)
        .child(window)
        .child(props.on_columns.is_some().then(|| edges(&picture.laid)))
        .child(told_clash(props, &map.clashes).filter(|_| cta == 0))
}

/// Cells that hold the same, and the way from the first to the last.
fn copied(cells: &[Cell]) -> Element {
    let dot = |cell: &Cell| {
        el("i").class("is-copy").attr(
            Attr::Style,
            place(&(cell.lane..cell.lane), &(cell.column..cell.column)),
        )
    };
    let lanes = cells.iter().map(|cell| cell.lane);
    let (first, last) = (lanes.clone().min().unwrap_or(0), lanes.max().unwrap_or(0));
    let column = cells[0].column;
    let way = el("i")
        .class("is-way")
        .attr(Attr::Style, place(&(first..last), &(column..column)));
    fragment().child(way).children(cells.iter().map(dot))
}

/// The larger part of columns that others leave.
fn beside(own: Range<u32>, other: &Range<u32>) -> Range<u32> {
    if other.end <= own.start || own.end <= other.start {
        return own;
    }
    let before = own.start..other.start.clamp(own.start, own.end);
    let after = other.end.clamp(own.start, own.end)..own.end;
    match before.len() >= after.len() {
        true => before,
        false => after,
    }
}

/// How large a region of a CTA is and, where there is room, by which formula it fills lanes and columns.
fn named_size(region: &Region, is_narrow: bool) -> String {
    if is_narrow || region.columns < 2 * WIDE {
        return region.size_of_cta.clone();
    }
    let of = |coordinate: Coordinate| region.law().formula(coordinate, &[]).text;
    format!(
        "{}: lane {}, column {}",
        region.size_of_cta,
        of(Coordinate::Lane),
        of(Coordinate::Column)
    )
}

/// Label of the lanes that hold nothing beside a D that fills half of them.
fn free_lanes(picture: &LoadPicture) -> Option<Element> {
    let mut regions = picture.laid.regions();
    let half = regions.find(|one| one.what == What::D && one.lanes.count() < LANES)?;
    let first = match half.lanes.contains(0) {
        true => 16,
        false => 0,
    };
    let cell = Cell {
        cta: 0,
        lane: first,
        column: half.column,
    };
    let is_free = half.columns >= WIDE && picture.laid.at(cell).is_empty();
    is_free.then(|| {
        el("span")
            .class("is-free")
            .attr(Attr::Style, place(&(first..first + 14), &half.range()))
            .child(format!(
                "lanes {first}–{} of each warp hold no row",
                first + 15
            ))
    })
}

/// Description of the first overlap, beside it.
fn told_clash(props: &MapProps, clashes: &[Block]) -> Option<Element> {
    let clash = clashes.first()?;
    let (share, rest) = props.judged.clash.as_ref()?.split_once(". ")?;
    let after = clash.columns.end < COLUMNS / 2 + COLUMNS / 8;
    let left = f64::from(clash.columns.end + 20) / f64::from(COLUMNS) * 100.0;
    let right = f64::from(COLUMNS - clash.columns.start + 20) / f64::from(COLUMNS) * 100.0;
    let style = match after {
        true => format!("left:{left:.2}%"),
        false => format!("right:{right:.2}%"),
    };
    Some(
        el("p")
            .class("tensor-clash")
            .class_if(!after, "is-left")
            .attr(Attr::Style, style)
            .child(el("b").child(share.to_owned()))
            .child(el("span").child(rest.trim_end_matches('.').to_owned())),
    )
}

/// The columns that are used, and what is to be allocated.
fn budget(props: &MapProps) -> Element {
    let picture = &props.picture;
    let laid = &picture.laid;
    let map = &props.judged.map;
    let all = 0..LANES;
    let needed = laid.allocation().ok().map(|one| one.columns());
    let allocated = props.plan.allocated.or(needed);
    let tick = |columns: &u32| {
        let left = f64::from(*columns) / f64::from(COLUMNS) * 100.0;
        el("span")
            .class_if(allocated == Some(*columns), "is-here")
            .class_if(*columns == COLUMNS, "is-last")
            .attr(Attr::Style, format!("left:{left:.2}%"))
            .child(columns.to_string())
    };
    let (used, end) = (laid.used_columns(), laid.end());
    let free = match COLUMNS.checked_sub(end) {
        Some(0) | None => String::new(),
        Some(free) if end == 0 => format!(", {free} free"),
        Some(free) => format!(", {free} free after column {}", end - 1),
    };
    let words = match (allocated, props.plan.allocated) {
        (Some(columns), None) => format!("tcgen05.alloc {columns}: a power of two from 32"),
        (Some(columns), Some(_)) => format!("tcgen05.alloc {columns}"),
        (None, _) => "no allocation holds all".into(),
    };
    // One rectangle for the lanes of all.
    let mut blocks = map.blocks.clone();
    blocks.dedup_by_key(|block| block.region);
    el("div")
        .class("tensor-budget")
        .child(
            el("h2")
                .child("Columns")
                .child(el("small").child(format!("{used} of {COLUMNS} used{free}")))
                .child(el("small").child(words)),
        )
        .child(
            el("div")
                .class("tensor-bar")
                .children(blocks.iter().map(|one| block(props, one, &all)))
                .children(map.clashes.iter().map(|one| clash(one, &all))),
        )
        .child(
            el("div")
                .class("tensor-ticks")
                .children(Allocation::SIZES.iter().map(tick)),
        )
}

/// The name, colour and columns of each region, where the map has no room for names and the list of regions is out of view.
fn legend(props: &MapProps) -> Element {
    let blocks = &props.judged.map.blocks;
    let one = |region: &Region| {
        let block = blocks.iter().find(|block| block.region == region.index)?;
        let colour = hex(props.look.palette.colour(props.look.theme, block.class));
        let columns = region.range();
        let item = el("li")
            .child(el("i").attr(Attr::Style, format!("background:{colour}")))
            .child(el("b").child(region.name.clone()))
            .child(" ")
            .child(el("code").child(format!("{}–{}", columns.start, columns.end - 1)));
        Some(item)
    };
    el("ul")
        .class("tensor-legend")
        .attr(Attr::Role, "list")
        .attr(Attr::AriaLabel, "Regions and their columns")
        .children(props.picture.laid.regions().filter_map(one))
}

/// Text of the map for a screen reader.
fn spoken(picture: &LoadPicture, cta: u32, ctas: u32) -> String {
    let regions = picture.laid.regions().map(|region| {
        format!(
            "{} in columns {} to {}, lanes {}",
            region.name,
            region.column,
            region.range().end - 1,
            region.lanes.text()
        )
    });
    let regions: Vec<String> = regions.collect();
    let of = match ctas {
        2 => format!(" of CTA {cta}"),
        _ => String::new(),
    };
    format!(
        "Map of tensor memory{of}: {}. Arrow keys move the window, W goes to the next warp.",
        regions.join("; ")
    )
}
