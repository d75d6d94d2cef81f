//! TMA: a tensor map, what the driver makes of it, where a box lands, and whether a descriptor reads that.

use std::rc::Rc;

use swizzle_code::tma::cuda_code;
use swizzle_code::{number_from_text, raw_from_hex};
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::{IM2COL, Landing, TensorMap, demands};
use swizzle_core::{Coord, Descriptor, Named as _};
use swizzle_draw::scene::{BoxPicture, CellAt};
use swizzle_lints::tma::{
    Argument, BoxAt, Boxes, CopyFinding, MapChange, MapVerdict, Meeting, TypedCopy,
    arguments_of_map, boxes_against_descriptor, copy_verdict,
};
use swizzle_lints::{ReadOfBox, verdict_of_tma};
use swizzle_text::VerdictLine;
use swizzle_view::Route;
use swizzle_view::link::TmaShown;
use yew::prelude::*;

use super::field::section;
use super::head::{Shown as ShownPart, part};
use super::pair::{Linked, Links, Of, Pair, SheetName, legend};
use super::tma_boxes::{TileBoxes, examples, meeting};
use super::tma_form::{Faults, form};
use crate::control::icon::{ERROR, GOOD, icon};
use crate::element::{Attr, Element as El, el, fragment};
use crate::hooks::use_value;
use crate::page::listing::listing;
use crate::page::memory_parts::TMA;
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, part_of, use_linked};
use crate::view::Shared;

/// How what was typed is kept in the address.
static FORMAT: Format<TmaShown> =
    Format::of_form(|route| matches!(route, Route::Memory(Some("tma"))));

/// Copy and verdict that were read from the fields.
struct Read {
    copy: TypedCopy,
    verdict: MapVerdict,
    /// None of a map that is refused, or of a copy that faults.
    landed: Option<Landed>,
}

/// A copy that takes place.
struct Landed {
    map: TensorMap,
    landing: Landing,
    /// The descriptor that was typed, and how it meets the box.
    met: Option<(Descriptor, Meeting)>,
}

/// Reads the fields; or the ones that are wrong, and why.
fn read(typed: &TmaShown) -> (Option<Read>, Vec<(&'static str, String)>) {
    let mut unread = Vec::new();
    let mut keep = |field: &'static str, why: String| unread.push((field, why));
    let destination = number_from_text(&typed.destination);
    let destination = destination.map_err(|why| keep("destination", why)).ok();
    let buffer = match typed.buffer.trim() {
        "" => Some(None),
        text => {
            let buffer = number_from_text(text);
            buffer.map(Some).map_err(|why| keep("buffer", why)).ok()
        }
    };
    let descriptor = match typed.descriptor.trim() {
        "" => None,
        text => {
            let raw = raw_from_hex(text);
            raw.map_err(|why| keep("descriptor", why)).ok()
        }
    };
    let map = typed.map.map();
    let map = map.map_err(|(field, why)| keep(field, why)).ok();
    let read = destination
        .zip(buffer)
        .map(|(destination_bytes, buffer_bytes)| {
            let copy = TypedCopy {
                map: typed.map.clone(),
                target: typed.target,
                destination_bytes,
                buffer_bytes,
            };
            let verdict = copy_verdict(&copy);
            let landed = map.zip(verdict.landing).map(|(map, landing)| {
                let boxes = boxes_of(&map, typed, destination_bytes);
                let met = descriptor.map(Descriptor::guessed).map(|descriptor| {
                    let meeting = boxes_against_descriptor(&boxes, typed.element, descriptor);
                    (descriptor, meeting)
                });
                Landed { map, landing, met }
            });
            Read {
                copy,
                verdict,
                landed,
            }
        });
    (read, unread)
}

/// Makes a repair.
fn mend(typed: &mut TmaShown, change: MapChange) {
    match change {
        MapChange::Map(map) => typed.map = *map,
        MapChange::Target(target) => typed.choose_target(target),
        MapChange::Destination(bytes) => typed.destination = format!("{bytes:#x}"),
        MapChange::Buffer(bytes) => typed.buffer = bytes.to_string(),
        MapChange::Swizzle(swizzle) => typed.map.swizzle = swizzle.name().into(),
        MapChange::Descriptor(descriptor) => typed.descriptor = descriptor.to_string(),
    }
}

/// Properties of [`Tma`].
#[derive(Properties, PartialEq)]
pub(super) struct TmaProps {
    /// Theme and colours.
    pub(super) look: Look,
}

#[component]
pub(super) fn Tma(props: &TmaProps) -> Html {
    let (opened, on_typed) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let unopened = opened.unread();
    let typed = opened.shown;
    let on_repair = part_of(&typed, &on_typed, mend);
    let (read, unread) = read(&typed);
    let line = match &read {
        Some(read) => {
            let met = read.landed.as_ref().and_then(|landed| landed.met.as_ref());
            verdict_of_tma(&read.verdict, met.map(|met| read_of_box(met, &typed)))
        }
        None => {
            let (field, why) = unread.first().cloned().unwrap_or_default();
            VerdictLine::new(VerdictKind::Incomplete, format!("The {field} {why}"))
        }
    };
    let line = line.as_far_as_read(unopened);
    let faults = Faults {
        unread,
        verdict: read.as_ref().map(|read| &read.verdict),
    };
    // Boxes of the tile that the link names; beside a map that is refused they are of no use.
    let landed = read.as_ref().and_then(|read| read.landed.as_ref());
    let boxes = (landed.is_some() && !typed.tile.is_empty())
        .then(|| html! { <TileBoxes link={typed.tile.clone()} /> });
    let pictures = landed.map(|landed| pictures(landed, &typed, props.look));
    let refused = read.as_ref().filter(|read| read.landed.is_none());
    let refused = refused.and_then(|read| refused_box(read, &typed));
    part(
        &TMA,
        ShownPart {
            title: None,
            line: &line,
            on_repair: &on_repair,
            notices: &opened.notices,
            facts: Some(facts(&typed)),
            form: form(&typed, &on_typed, &faults),
            tools: Some(
                fragment()
                    .child(landed.map(|_| legend(props.look, line.kind)))
                    .child(examples()),
            ),
            answer: fragment()
                .child(pictures)
                .child(refused)
                .child(boxes)
                .child(read.as_ref().and_then(|read| code_of_read(read, &typed))),
            details: read
                .as_ref()
                .map(|read| ("Rules", details(read, &typed, &on_repair))),
            sheet,
        },
    )
    .into()
}

/// Box that is copied, and its destination.
fn facts(typed: &TmaShown) -> String {
    let map = &typed.map;
    let of_box = map.box_elements.replace(", ", " × ").replace(',', " × ");
    format!("{of_box} {} to {}", typed.element.name(), typed.destination)
}

/// Read of the box, beside the chip of its map.
fn read_of_box<'a>(
    (descriptor, meeting): &'a (Descriptor, Meeting),
    typed: &TmaShown,
) -> ReadOfBox<'a> {
    ReadOfBox {
        descriptor: *descriptor,
        target: typed.target,
        meeting,
    }
}

/// The driver's verdict; where the copy takes place, also its sizes, and the read of its box.
fn details(read: &Read, typed: &TmaShown, on_repair: &Callback<MapChange>) -> El {
    let driver = driver(read, typed, on_repair);
    let Some(Landed { map, landing, met }) = &read.landed else {
        return driver;
    };
    let destination = read.copy.destination_bytes;
    let met = met.as_ref().map(|met| {
        let read = read_of_box(met, typed);
        let words = el("p").class_if(!read.is_of_chip(), "memory-warn");
        meeting(read).child(words.child(read.meeting.read_text(read.descriptor, read.target)))
    });
    fragment()
        .child(met)
        .child(driver)
        .child(copy(map, landing, destination))
}

/// Sizes of a copy, and its demands on its destination.
fn copy(map: &TensorMap, landing: &Landing, destination: u32) -> El {
    let row = |name: &'static str, value: String| {
        fragment()
            .child(el("dt").child(name))
            .child(el("dd").child(value))
    };
    let end = u64::from(destination) + u64::from(landing.span_bytes());
    let demand = |one: swizzle_core::tma::Demand| {
        let (class, met) = match (one.is_met, one.is_fatal) {
            (true, _) => ("memory-good", "yes"),
            (false, true) => ("memory-bad", "no"),
            (false, false) => ("memory-warn", "no"),
        };
        fragment()
            .child(
                el("dt")
                    .attr(Attr::Title, one.text)
                    .child(format!("{}-byte aligned", one.multiple)),
            )
            .child(el("dd").class(class).child(met))
    };
    let shared = format!("{destination:#x}–{:#x}", end.saturating_sub(1));
    section("Copy").child(
        el("dl")
            .class("memory-rows")
            .child(row(
                "Barrier (expect_tx)",
                format!("{} bytes", map.transaction_bytes()),
            ))
            .child(row("Shared memory", shared))
            .child(row("Row pitch", format!("{} bytes", landing.pitch_bytes)))
            .children(demands(map, destination).into_iter().map(demand)),
    )
}

/// Pixels of the screen's height that the rows leave for what is around them; the second is for a narrow screen.
const SPARE: [u32; 2] = [250, 290];

/// Both sheets.
const NAMES: [SheetName; 2] = [
    (
        "Box",
        "Matrix view",
        "number: memory unit, from the destination",
    ),
    ("Shared memory", "Shared-memory view", "row,unit of the box"),
];

impl Linked for BoxPicture {
    fn other(&self, of: Of) -> Option<CellAt> {
        match of {
            (0, at) => self.memory_of_box(at),
            (_, at) => self.box_of_memory(at),
        }
    }

    fn meant(&self, (of, at): Of) -> Option<CellAt> {
        let is_memory = of == 1;
        is_memory.then(|| self.meant_in_memory(at)).flatten()
    }

    fn spoken(&self, of: Of) -> String {
        let at = match of {
            (0, at) => Some(at),
            _ => self.other(of),
        };
        let text = at.and_then(|at| self.unit_text(at));
        text.unwrap_or_else(|| "Nothing is written here.".into())
    }
}

/// The box and where it lands.
fn pictures(landed: &Landed, typed: &TmaShown, look: Look) -> Html {
    let met = landed.met.as_ref().map(|(_, met)| met);
    let picture = BoxPicture::new(&landed.landing, typed.element, typed.major, met);
    html! { <Pictures picture={Shared::new(picture)} {look} /> }
}

/// Properties of [`Pictures`].
#[derive(Properties)]
struct PicturesProps {
    picture: Shared<BoxPicture>,
    look: Look,
}

/// One that is made anew of the same map is the same.
impl PartialEq for PicturesProps {
    fn eq(&self, other: &Self) -> bool {
        *self.picture == *other.picture && self.look == other.look
    }
}

#[component]
fn Pictures(props: &PicturesProps) -> Html {
    let drawn = use_memo((*props.picture).clone(), |picture| {
        let picture = Rc::new(picture.clone());
        let scenes = [picture.box_scene(), picture.memory_scene()].map(Shared::new);
        (picture, scenes)
    });
    let (picture, scenes) = (*drawn).clone();
    let (at, on_at) = use_value(|| None::<Of>);
    let told = at.map(|of| picture.spoken(of));
    let told = told.unwrap_or_else(|| "Blue: what the descriptor reads.".into());
    let links = Links(picture);
    el("div")
        .class("tma-pictures")
        .child(html! {
            <Pair {scenes} names={NAMES} {links} look={props.look} spare={SPARE} {on_at} />
        })
        .child(el("p").class("memory-told").child(told))
        .into()
}

/// Widths and heights of the picture of a box that is refused, in pixels: of a unit and of a row, and of all at the most.
const REFUSED: [f64; 4] = [28.0, 1.8, 420.0, 540.0];

/// A box that is refused, to scale, with the one that a repair makes of it.
fn refused_box(read: &Read, typed: &TmaShown) -> Option<El> {
    let map = typed.map.map().ok()?;
    let repaired = read
        .verdict
        .repairs()
        .iter()
        .find_map(|repair| match &repair.change {
            MapChange::Map(map) => map.map().ok(),
            _ => None,
        })?;
    let size = |map: &TensorMap| [map.box_elements(0), map.box_elements(1)];
    let ([width, height], [legal_width, legal_height]) = (size(&map), size(&repaired));
    if [width, height] == [legal_width, legal_height] {
        return None;
    }
    let [unit, row, widest, highest] = REFUSED;
    let units = map.inner_bytes() as f64 / 16.0;
    let (wide, high) = (
        (units * unit).clamp(unit, widest),
        (f64::from(height) * row).clamp(40.0, highest),
    );
    let share = |part: u32, of: u32| 100.0 * f64::from(part.min(of)) / f64::from(of.max(1));
    let legal = el("div")
        .class("tma-legal")
        .attr(
            Attr::Style,
            format!(
                "width:{:.2}%;height:{:.2}%",
                share(legal_width, width),
                share(legal_height, height)
            ),
        )
        .child(el("b").child(format!("{legal_width} × {legal_height}")))
        .child(el("span").child("the largest legal box"));
    Some(
        el("figure")
            .class("tma-refused")
            .child(el("figcaption").child(format!("Box: {width} × {height} elements, to scale")))
            .child(
                el("div")
                    .class("tma-box")
                    .attr(Attr::Style, format!("width:{wide:.0}px;height:{high:.0}px"))
                    .child(legal),
            )
            .child(
                el("p")
                    .child(el("b").child("No tensor map, no copy."))
                    .child(" Nothing is written, and nothing is compared."),
            ),
    )
}

/// The driver's verdict: each argument of its function, every refusal, and the repair of the first.
fn driver(read: &Read, typed: &TmaShown, on_repair: &Callback<MapChange>) -> El {
    let verdict = &read.verdict;
    let class = match verdict.kind {
        VerdictKind::Right => "memory-good",
        VerdictKind::Wrong => "memory-bad",
        VerdictKind::Warning => "memory-warn",
        VerdictKind::Incomplete => "hint",
    };
    let map = typed.map.map().ok();
    let mut arguments = map.map_or_else(Vec::new, |map| arguments_of_map(&map));
    // The rules that are broken come first.
    arguments.sort_by_key(|one| !is_refused(verdict, one));
    let argument = |one: Argument| {
        let (class, drawing) = match is_refused(verdict, &one) {
            true => ("memory-bad", ERROR),
            false => ("", GOOD),
        };
        fragment()
            .child(el("dt").class(class).child(icon(drawing)).child(one.name))
            .child(el("dd").class(class).child(one.value))
    };
    let refusal = |one: &CopyFinding| {
        el("li")
            .child(el("code").child(one.brief.clone()))
            .child(": ")
            .child(one.text.clone())
    };
    let refusals = verdict.is_refused().then(|| {
        el("ul")
            .class("memory-refusals")
            .children(verdict.refusals().map(refusal))
    });
    // The first is in the title's row.
    let repairs = verdict.repairs().iter().skip(1).map(|repair| {
        let change = repair.change.clone();
        el("button")
            .attr(Attr::Type, "button")
            .class("button")
            .on_click(on_repair.reform(move |_: MouseEvent| change.clone()))
            .child(repair.label.clone())
    });
    let known = !verdict.is_refused() && verdict.landing.is_none();
    let nothing = known.then(|| {
        el("p")
            .class("hint")
            .child("No box is drawn and nothing is compared: the copy does not take place.")
    });
    section("The driver")
        .child(match refusals {
            Some(refusals) => refusals,
            None => el("p").class(class).child(verdict.sentence.clone()),
        })
        .child(el("div").class("memory-examples").children(repairs))
        .child(nothing)
        .child(
            el("dl")
                .class("memory-rows")
                .class("tma-arguments")
                .children(arguments.into_iter().map(argument)),
        )
}

/// Whether the driver refuses an argument.
fn is_refused(verdict: &MapVerdict, argument: &Argument) -> bool {
    let mut refusals = verdict.refusals();
    refusals.any(|refusal| refusal.brief == argument.name)
}

/// The one box of the map, at the tile's first cell.
fn boxes_of(map: &TensorMap, typed: &TmaShown, destination: u32) -> Boxes {
    Boxes {
        map: map.clone(),
        major: typed.major,
        boxes: vec![BoxAt {
            origin: Coord { mn: 0, k: 0 },
            destination_bytes: destination,
        }],
    }
}

/// The code of the map and of its copy, where that takes place.
fn code_of_read(read: &Read, typed: &TmaShown) -> Option<El> {
    let map = &read.landed.as_ref()?.map;
    if map.im2col.is_some() {
        return Some(el("p").class("hint").child(IM2COL));
    }
    let destination = read.copy.destination_bytes;
    let code = cuda_code(&boxes_of(map, typed, destination), destination);
    let code = format!("{}\n{}", code.host, code.device);
    Some(section("Code").child(listing("CUDA", code)))
}
