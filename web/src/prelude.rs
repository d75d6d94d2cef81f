//! What the parts of the page use: Yew, the kit, views of cells, frames, and the terms of the crates below.

pub(crate) use crate::browser::{self, file, late_style};
pub(crate) use crate::cells::*;
pub(crate) use crate::frame::*;
pub(crate) use crate::hooks::*;
pub(crate) use crate::kit::*;
pub(crate) use crate::page::embedded::bar_or_way;
pub(crate) use crate::page::figure_part::{FigurePart, PartFigureProps};
pub(crate) use crate::page::load::split_point;
pub(crate) use crate::page::load::{Arrival, Loading, missing, use_loaded};
pub(crate) use crate::page::loaded_page;
pub(crate) use crate::page::places::Word;
pub(crate) use crate::page::{Anything, Format, other_bar, part_of, undo_tools, use_linked};
pub(crate) use crate::state::{Action, Edit, State};
pub(crate) use gloo_events::EventListener;
pub(crate) use gloo_timers::callback::Timeout;
pub(crate) use gloo_timers::future::TimeoutFuture;
pub(crate) use std::cell::RefCell;
pub(crate) use std::ops::{Deref, Range};
pub(crate) use std::rc::Rc;
pub(crate) use swizzle_code::{build::*, *};
pub(crate) use swizzle_core::descriptor::*;
pub(crate) use swizzle_core::hardware::*;
pub(crate) use swizzle_core::reader::VerdictKind;
pub(crate) use swizzle_core::{Coord, Extent, Said, SaidTile, Spec, Swizzle};
pub(crate) use swizzle_draw::image::Image;
pub(crate) use swizzle_draw::scene::{Label, PaneKind, tile_words};
pub(crate) use swizzle_draw::{Colour, Palette, Shows, Theme, View, cell_caption, hex};
pub(crate) use swizzle_infer::WholeRead;
pub(crate) use swizzle_learn::{Answer, Stop, stop_address};
pub(crate) use swizzle_lints::*;
pub(crate) use swizzle_params::{ParamId, Scalar, SpecError};
pub(crate) use swizzle_parse::PasteChoice;
pub(crate) use swizzle_text::*;
pub(crate) use swizzle_view::link::*;
pub(crate) use swizzle_view::state::{FACES, figure_of_said};
pub(crate) use swizzle_view::{Notice, Route, Shown, link_from_shown, shown_from_link};
pub(crate) use swizzle_warp::Rows;
pub(crate) use wasm_bindgen::JsCast as _;
pub(crate) use web_sys::{
    Event, HtmlCanvasElement, HtmlElement, HtmlImageElement, HtmlInputElement, KeyboardEvent,
};
pub(crate) use yew::platform::spawn_local;
pub(crate) use yew::prelude::*;
