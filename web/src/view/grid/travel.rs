//! Cells on their way to where an edit puts them, over the view that already shows them there.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use swizzle_draw::scene::{Fold, PaneKind, Paths, Run, Travel as Way, moves};
use swizzle_draw::{Palette, Theme};
use yew::prelude::*;

use super::cells::{cells, use_paint_of};
use super::drawn::{Drawn, clip, clipped_offset, offset};
use super::geometry::Geometry;
use super::viewport::Viewport;
use crate::browser;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::view::picture::{Picture, Shared};

/// The frame that shows an edit comes first.
const FRAME_MS: u32 = 20;
/// How long a beat of the XOR takes, and how long groups slide.
const BEAT_MS: u32 = 140;
const SLIDE_MS: u32 = 280;
/// How long what a repair mended is outlined.
const MENDED_MS: u32 = 2000;

/// Draws what travels. It comes after the start.
#[derive(Clone, Copy)]
pub struct Traveller(pub fn(TravelProps) -> Html);

/// One for the life of a page.
impl PartialEq for Traveller {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Properties of [`Travel`].
#[derive(Clone, Properties)]
pub struct TravelProps {
    pub(super) picture: Shared<Picture>,
    pub(super) kind: PaneKind,
    pub(super) fold: Option<Fold>,
    pub(super) drawn: Rc<Drawn>,
    pub(super) viewport: Viewport,
    pub(super) look: (Palette, Theme),
}

impl PartialEq for TravelProps {
    fn eq(&self, other: &Self) -> bool {
        self.picture == other.picture
            && Rc::ptr_eq(&self.drawn, &other.drawn)
            && self.viewport == other.viewport
            && self.look == other.look
    }
}

/// A change on its way: of which picture, its beats, and the one that is being shown.
#[derive(Clone)]
struct Playing {
    picture: Shared<Picture>,
    viewport: Viewport,
    beats: Rc<Vec<Vec<Way>>>,
    at: usize,
}

impl PartialEq for Playing {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.beats, &other.beats) && self.at == other.at
    }
}

impl Playing {
    fn beat(&self) -> Option<&Vec<Way>> {
        self.beats.get(self.at)
    }

    fn milliseconds(&self) -> u32 {
        let slides = |ways: &Vec<Way>| ways.iter().any(|way| way.by.1 != 0);
        match self.beat().is_some_and(slides) {
            true => SLIDE_MS,
            false => BEAT_MS,
        }
    }
}

/// The cells of a picture that an edit corrected.
#[derive(Clone)]
struct Mended {
    picture: Shared<Picture>,
    runs: Rc<Vec<Run>>,
}

impl PartialEq for Mended {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.runs, &other.runs)
    }
}

/// The cells of the memory view on their way, and in both what was wrong and is right now. Another edit, scrolling and the end of it show the view itself.
#[component]
pub fn Travel(props: &TravelProps) -> Html {
    let before = use_mut_ref(|| None::<Shared<Picture>>);
    let (playing, on_playing) = use_value(|| None::<Playing>);
    let (mended, on_mended) = use_value(|| None::<Mended>);
    {
        let (on_playing, drawn, viewport) =
            (on_playing.clone(), props.drawn.clone(), props.viewport);
        let (kind, fold) = (props.kind, props.fold);
        let on_mended = on_mended.clone();
        use_effect_with(props.picture.clone(), move |picture| {
            let last = before.replace(Some(picture.clone()));
            let was_wrong = last.clone().filter(|last| {
                last.meant.is_some() && picture.meant.is_none() && picture.spec.given().is_some()
            });
            let runs = was_wrong.map(|last| picture.mended(&last.drawing, kind, fold.as_ref()));
            on_mended.emit(runs.filter(|runs| !runs.is_empty()).map(|runs| Mended {
                picture: picture.clone(),
                runs: Rc::new(runs),
            }));
            let last = last.filter(|_| kind.has_addresses());
            let last = last.filter(|last| last != picture && !browser::prefers_stillness());
            let picture = picture.clone();
            let later = last.map(|last| {
                Timeout::new(FRAME_MS, move || {
                    let beats = moves(&last.drawing, &picture.drawing, &drawn.scene.window);
                    on_playing.emit((!beats.is_empty()).then(|| Playing {
                        picture,
                        viewport,
                        beats: Rc::new(beats),
                        at: 0,
                    }));
                })
            });
            move || drop(later)
        });
    }
    {
        let on_mended = on_mended.clone();
        use_effect_with(mended.clone(), move |mended| {
            let end = Timeout::new(MENDED_MS, move || on_mended.emit(None));
            let end = mended.is_some().then_some(end);
            move || drop(end)
        });
    }
    let mended = mended.filter(|mended| mended.picture == props.picture);
    let outline = mended.map(|mended| outline(&mended.runs, props));
    use_effect_with(playing.clone(), move |playing| {
        let next = playing.clone().map(|playing| {
            Timeout::new(playing.milliseconds(), move || {
                let at = playing.at + 1;
                let is_more = at < playing.beats.len();
                on_playing.emit(is_more.then_some(Playing { at, ..playing }));
            })
        });
        move || drop(next)
    });
    let now = playing
        .filter(|playing| playing.picture == props.picture && playing.viewport == props.viewport);
    let Some((playing, ways)) = now.as_ref().and_then(|now| Some((now, now.beat()?))) else {
        return outline.map_or_else(Html::default, Html::from);
    };
    let layer = |(index, way): (usize, &Way)| {
        let drawn = Rc::new(Drawn::new(way.scene.clone(), props.drawn.geometry.clone()));
        let milliseconds = playing.milliseconds();
        html! {
            <Layer key={format!("{}.{index}", playing.at)} {drawn} viewport={props.viewport} by={way.by} {milliseconds} look={props.look} />
        }
    };
    let Geometry { left, top, .. } = props.drawn.geometry;
    el("div")
        .class("grid-travels")
        .attr(
            Attr::Style,
            format!("clip-path:inset({top}px 0 0 {left}px)"),
        )
        .child(back(props))
        .children(ways.iter().enumerate().map(layer))
        .child(outline)
        .into()
}

/// An outline around what was mended.
fn outline(runs: &[Run], props: &TravelProps) -> Element {
    let Drawn {
        scene, geometry, ..
    } = &*props.drawn;
    let window = &scene.window;
    let seen = runs.iter().filter(|run| window.rows.contains(&run.row));
    let seen: Vec<Run> = seen.cloned().collect();
    let cell = [geometry.pitch_x, geometry.pitch_y];
    let (x, y) = clipped_offset(geometry, &props.viewport, scene);
    el("svg")
        .class("grid-marks grid-mended")
        .attr(Attr::Style, clip(geometry))
        .child(
            el("path")
                .attr(Attr::Transform, format!("translate({x},{y})"))
                .attr(Attr::D, Paths::outline(scene, &seen, cell, true)),
        )
}

/// Draws the background that hides the view under the moving cells.
fn back(props: &TravelProps) -> Element {
    let Drawn {
        scene, geometry, ..
    } = &*props.drawn;
    let (x, y) = offset(geometry, &props.viewport, scene);
    let size = scene.window.size();
    let style = format!(
        "left:{}px;top:{}px;width:{}px;height:{}px",
        i64::from(geometry.left) + x,
        i64::from(geometry.top) + y,
        size.columns * geometry.pitch_x,
        size.rows * geometry.pitch_y
    );
    el("div").class("grid-travel-back").attr(Attr::Style, style)
}

/// Properties of [`Layer`].
#[derive(Properties)]
struct LayerProps {
    drawn: Rc<Drawn>,
    viewport: Viewport,
    by: (i32, i32),
    milliseconds: u32,
    look: (Palette, Theme),
}

/// It has the key of its beat, and stays as it is.
impl PartialEq for LayerProps {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Cells that go the same way. The browser moves them: nothing is drawn anew on the way.
#[component]
fn Layer(props: &LayerProps) -> Html {
    let canvas = use_node_ref();
    use_paint_of(&canvas, &props.drawn, props.look);
    let pitch = |pitch: u32, by: i32| -by * pitch as i32;
    let geometry = &props.drawn.geometry;
    let style = format!(
        "--travel:translate({}px,{}px);animation-duration:{}ms",
        pitch(geometry.pitch_x, props.by.0),
        pitch(geometry.pitch_y, props.by.1),
        props.milliseconds
    );
    el("div")
        .class("grid-travel")
        .attr(Attr::Style, style)
        .child(cells(&props.drawn, &props.viewport, &canvas))
        .into()
}
