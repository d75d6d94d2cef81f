//! The regions of the plan: a row each, and what edits the one that is looked at.

use swizzle_core::Named as _;
use swizzle_draw::hex;
use swizzle_draw::scene::{LoadPicture, region_class};
use swizzle_tmem::plan::{MOST_REGIONS, Plan, What};
use swizzle_tmem::tensor_memory::{Alignment, Allocation, COLUMNS, LANES};
use swizzle_view::link::TensorMemoryShown;
use yew::prelude::*;

use crate::control::icon::{CLOSE, icon};
use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::page::field::{Auto, NumberField, One, list, row, segments};

/// The section of the regions.
pub(super) fn regions(
    shown: &TensorMemoryShown,
    picture: &LoadPicture,
    (region, hovered, look): (Option<usize>, Option<usize>, Look),
    on_shown: &Callback<TensorMemoryShown>,
    on_region: &Callback<Option<usize>>,
) -> Element {
    let plan = &shown.plan;
    let rows = (0..plan.places.len()).map(|index| {
        let is_here = region == Some(index);
        let classes = (is_here, hovered == Some(index));
        let all = fragment().child(one(
            shown,
            picture,
            (index, classes),
            look,
            on_shown,
            on_region,
        ));
        all.child(is_here.then(|| edit(shown, picture, index, on_shown)))
    });
    let with = |plan: Plan| TensorMemoryShown {
        plan,
        ..shown.clone()
    };
    let add = |what: &What| One::new(what.text(), false, with(plan.with(*what)));
    let mut kinds = vec![One::new("Add…", true, shown.clone())];
    kinds.extend(What::ALL.iter().map(add));
    let is_full = plan.places.len() >= MOST_REGIONS;
    let needed = picture.laid.allocation();
    let auto = match needed {
        Ok(needed) => format!("{}, auto", needed.columns()),
        Err(_) => "auto".into(),
    };
    let allocated = |columns: u32| {
        let plan = Plan {
            allocated: Some(columns),
            ..plan.clone()
        };
        One::new(
            columns.to_string(),
            shown.plan.allocated == Some(columns),
            with(plan),
        )
    };
    let mut sizes = vec![One::new(
        auto,
        plan.allocated.is_none(),
        with(Plan {
            allocated: None,
            ..plan.clone()
        }),
    )];
    let all = Allocation::SIZES;
    sizes.extend(all.map(allocated));
    sizes.extend(
        plan.allocated
            .filter(|own| !all.contains(own))
            .map(allocated),
    );
    el("section")
        .child(
            el("h2")
                .child("Regions")
                .child((!is_full).then(|| list("Add a region", kinds, on_shown).class("is-small"))),
        )
        .children(rows)
        .child(row(
            "Allocate",
            list("Columns to allocate", sizes, on_shown),
        ))
}

/// The colour of a region's cells on the map.
fn colour(picture: &LoadPicture, index: usize, look: Look) -> String {
    let class = region_class(&picture.laid, index);
    format!("background:{}", hex(look.palette.colour(look.theme, class)))
}

fn one(
    shown: &TensorMemoryShown,
    picture: &LoadPicture,
    (index, (is_here, is_over)): (usize, (bool, bool)),
    look: Look,
    on_shown: &Callback<TensorMemoryShown>,
    on_region: &Callback<Option<usize>>,
) -> Element {
    let laid = &picture.laid;
    let is_wrong = laid.overlaps().iter().any(|one| one.is_of(index)) || !laid.is_inside(index);
    let (name, size, range, count) = match &laid.all[index] {
        Ok(region) => (
            &region.name,
            region.size.clone(),
            format!("{}–{}", region.column, region.range().end - 1),
            region.columns.to_string(),
        ),
        Err(unplaced) => (
            &unplaced.name,
            unplaced.why.to_string(),
            String::new(),
            String::new(),
        ),
    };
    let now = shown.clone();
    let enter = on_region.reform(move |_: PointerEvent| Some(index));
    let leave = on_region.reform(|_: PointerEvent| None);
    el("button")
        .attr(Attr::Type, "button")
        .class("tensor-region")
        .class_if(is_here, "is-here")
        .class_if(is_over, "is-over")
        .class_if(is_wrong, "is-wrong")
        .attr(Attr::AriaPressed, if is_here { "true" } else { "false" })
        .on_click(on_shown.reform(move |_: MouseEvent| now.with_selected(index)))
        .on_pointer_move(enter)
        .on_pointer_leave(leave)
        .child(el("i").attr(Attr::Style, colour(picture, index, look)))
        .child(
            el("span")
                .child(el("b").child(name.clone()))
                .child(el("small").attr(Attr::Title, size.clone()).child(size)),
        )
        .child(el("code").attr(Attr::Title, "columns").child(range))
        .child(
            el("code")
                .attr(Attr::Title, "number of columns")
                .child(count),
        )
}

/// Controls that move the region that is looked at, and remove it.
fn edit(
    shown: &TensorMemoryShown,
    picture: &LoadPicture,
    index: usize,
    on_shown: &Callback<TensorMemoryShown>,
) -> Element {
    let place = shown.plan.places[index];
    let region = picture.laid.region(index);
    let name = region.map_or_else(String::new, |region| region.name.clone());
    let column = region.map_or(0, |region| region.column);
    let on_value = {
        let shown = shown.clone();
        on_shown.reform(move |value: Option<u32>| shown.with_column(index, value))
    };
    let is_half = region.is_some_and(|region| region.lanes.count() < LANES);
    let half = is_half.then(|| {
        let one = |words: &'static str, alignment: Alignment| {
            let mut shown = shown.clone();
            shown.plan.places[index].alignment = alignment;
            let lane = shown.cell.lane / 32 * 32 + shown.cell.lane % 16;
            shown.cell.lane = match alignment {
                Alignment::Zero => lane,
                Alignment::Sixteen => lane + 16,
            };
            One::new(words, place.alignment == alignment, shown)
        };
        let all = vec![
            one("0–15", Alignment::Zero),
            one("16–31", Alignment::Sixteen),
        ];
        row(
            "Lanes",
            segments("Lanes of each warp that it fills", all, on_shown),
        )
    });
    let without = shown.without(index);
    let remove = el("button")
        .attr(Attr::Type, "button")
        .class("small-button tensor-remove")
        .attr(Attr::AriaLabel, format!("Remove {name}"))
        .attr(Attr::Title, format!("Remove {name}"))
        .on_click(on_shown.reform(move |_: MouseEvent| without.clone()))
        .child(icon(CLOSE));
    let auto = Auto {
        is_on: place.column.is_none(),
        words: "Pack",
        title: "Place it directly after the regions before it",
    };
    el("div")
        .class("tensor-edit")
        .child(row(
            "Column",
            el("span")
                .class("tensor-edit-column")
                .child(html! {
                    <NumberField
                        label={format!("First column of {name}")} value={column} step={4} most={COLUMNS - 1}
                        auto={Some(auto)} {on_value}
                    />
                })
                .child(remove),
        ))
        .child(half)
}
