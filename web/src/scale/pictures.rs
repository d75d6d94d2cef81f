//! The four linked pictures: factors, blocks in memory, tensor memory, steps along K.

use swizzle_core::Operand;
use swizzle_draw::scene::{
    BandCell, Formula, ScalePane, ScalePictures, ScaleWindow, Scene, step_rows,
};
use swizzle_lints::mma_text;
use swizzle_tmem::scale::{Followed, Order, ScaleStage};
use yew::prelude::*;

use super::lead::gap;
use super::steps::{OnStep, ROW, steps};
use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::view::{BandGeometry, Bands, Shared};

/// Target of the pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Pointed {
    /// A factor in a picture.
    Factor(ScalePane, (u32, u32)),
    /// An instruction.
    Step(u32),
    /// A copy.
    Copy(usize),
}

/// Sizes that follow from the room there is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Room {
    /// The arrangement of the pictures: beside each other, two by two, or one below the other.
    pub(super) class: &'static str,
    /// Width of a factor, and of a word.
    factor: u32,
    word: u32,
    /// Distance between one picture and the next.
    pub(super) gap: u32,
    /// The same on the map of blocks.
    pub(super) map_gap: u32,
}

/// Height of a cell.
const CELL: u32 = 32;
/// Room for the heads of columns.
const TOP: u32 = 20;
/// Room for the heads of rows.
const LEFT: u32 = 40;
/// Distance between one band and the next, and between one block and the next.
const BAND_GAP: u32 = 20;
const BLOCK_GAP: u32 = 28;

impl Room {
    /// For a width, 0 while it is not known.
    pub(super) const fn of(width: u32) -> Self {
        let (class, factor, word, gap, map_gap) = match width {
            0 => ("is-row is-waiting", 32, 36, 40, 80),
            1100.. => ("is-row", 32, 36, 40, 80),
            968..1100 => ("is-row", 28, 32, 28, 40),
            568..968 => ("is-square", 36, 36, 40, 64),
            336..568 => ("is-stack", 32, 36, 40, 40),
            1..336 => ("is-stack", 28, 30, 40, 40),
        };
        Self {
            class,
            factor,
            word,
            gap,
            map_gap,
        }
    }

    /// Width of a cell of a picture.
    const fn pitch(self, pane: ScalePane) -> u32 {
        match pane {
            ScalePane::Matrix => self.factor,
            ScalePane::Memory | ScalePane::Tensor => self.word,
        }
    }
}

/// Places of the cells of a picture, given the width of one.
pub(super) fn geometry(
    pictures: &ScalePictures<'_>,
    pane: ScalePane,
    pitch_x: u32,
) -> BandGeometry {
    let rows = (0..pictures.bands(pane)).map(|band| pictures.band_size(pane, band).rows);
    let gap = match pane {
        ScalePane::Memory => BLOCK_GAP,
        ScalePane::Matrix | ScalePane::Tensor => BAND_GAP,
    };
    BandGeometry {
        pitch_x,
        pitch_y: CELL,
        left: LEFT,
        top: TOP,
        gap,
        rows: rows.collect(),
        columns: pictures.band_size(pane, 0).columns,
    }
}

/// Data that the pictures are drawn from.
pub(super) struct Pictures<'a> {
    pub(super) stage: &'a Shared<ScaleStage>,
    /// The scenes, by picture.
    pub(super) scenes: [Shared<Vec<Scene>>; 3],
    /// The part in view.
    pub(super) window: ScaleWindow,
    /// The factor at hand.
    pub(super) followed: &'a Followed,
    pub(super) pointed: Option<Pointed>,
    pub(super) room: Room,
    pub(super) look: Look,
    pub(super) on_pointed: &'a Callback<Option<Pointed>>,
    /// Called with a factor that is pinned.
    pub(super) on_pin: &'a Callback<(u32, u32)>,
    pub(super) on_key: &'a Callback<KeyboardEvent>,
}

/// The name of the operand's factors.
pub(super) const fn name(operand: Operand) -> &'static str {
    match operand {
        Operand::A => "SFA",
        Operand::B => "SFB",
    }
}

/// The head of a picture: its number, its name, and how it is read.
pub(super) fn head(number: u32, title: &'static str, how: &str) -> Element {
    el("header")
        .class("scale-head")
        .child(
            el("h2")
                .child(el("b").child(number.to_string()))
                .child(title),
        )
        .child(el("p").child(how.to_owned()))
}

/// A formula, with how well it is attested.
pub(super) fn foot(
    formula: &Formula,
    attested: Option<(swizzle_tmem::Mark, &'static str)>,
) -> Element {
    let lines = formula.lines.iter().map(|line| {
        let result = (!line.result.is_empty()).then(|| el("b").child(line.result.clone()));
        fragment()
            .child(line.text.clone())
            .child(result)
            .child("\n")
    });
    let mark = attested.map(|(mark, source)| {
        el("p")
            .class("scale-attested")
            .attr(Attr::Title, source)
            .child(el("b").child("Evidence:"))
            .child(" ")
            .child(mark.text_with(source))
    });
    el("footer")
        .class("scale-foot")
        .child(el("h3").child(formula.title.clone()))
        .child(el("pre").children(lines))
        .child(mark)
}

impl Pictures<'_> {
    /// Returns the drawing as data.
    pub(super) fn data(&self) -> ScalePictures<'_> {
        ScalePictures {
            stage: self.stage,
            window: self.window,
            reading: 0,
        }
    }

    fn at(&self) -> (u32, u32) {
        (self.followed.row, self.followed.factor)
    }

    /// Returns the cells of a picture that an instruction or a copy at hand uses.
    fn marked(&self, pane: ScalePane) -> Vec<BandCell> {
        match self.pointed {
            Some(Pointed::Step(step)) => {
                let factors = self.stage.factors_of_step(step);
                self.data()
                    .where_is(pane, |_, factor| factors.contains(&factor))
            }
            Some(Pointed::Copy(copy)) => {
                let copy = self.stage.copies.get(copy);
                self.data().where_is(pane, |row, factor| {
                    copy.is_some_and(|copy| copy.brings(row, factor))
                })
            }
            Some(Pointed::Factor(..)) | None => Vec::new(),
        }
    }

    fn title(&self, pane: ScalePane) -> (&'static str, String) {
        let shape = &self.stage.shape;
        match pane {
            ScalePane::Matrix => (
                "Scale factors",
                format!(
                    "{} rows × {} K blocks; number: byte",
                    shape.rows, shape.factors
                ),
            ),
            ScalePane::Memory => (
                "Shared memory",
                "a unit of 16 bytes in each line; number: row".into(),
            ),
            ScalePane::Tensor => (
                "Tensor memory",
                "lanes × columns of 4 bytes; number: row".into(),
            ),
        }
    }

    /// Whether a line leads to a picture from the one before it, and on to the next: only between pictures side by side.
    fn has_leads(&self, pane: ScalePane) -> (bool, bool) {
        let (is_row, is_stack) = (self.room.class == "is-row", self.room.class == "is-stack");
        let has_step = self.followed.step.is_some();
        match pane {
            ScalePane::Matrix => (false, !is_stack),
            ScalePane::Memory => (!is_stack, is_row),
            ScalePane::Tensor => (is_row, !is_stack && has_step),
        }
    }

    /// A picture of cells, and the heights at which a line leaves it.
    fn bands(&self, pane: ScalePane) -> (Element, BandGeometry, Vec<u32>) {
        let data = self.data();
        let geometry = geometry(&data, pane, self.room.pitch(pane));
        let at = data.places(pane, self.at());
        let marked = self.marked(pane);
        let edges: Vec<u32> = at
            .iter()
            .map(|cell| geometry.y(cell.band, cell.at.row + 1))
            .collect();
        let (comes, goes) = self.has_leads(pane);
        let leads = at.iter().zip(&edges).flat_map(|(cell, y)| {
            let (left, right) = (geometry.x(cell.at.column), geometry.x(cell.at.column + 1));
            [
                comes.then_some((*y, 0, left)),
                goes.then_some((*y, right, geometry.width() + 2)),
            ]
        });
        let leads = leads.flatten().collect::<Vec<_>>();
        let (title, how) = self.title(pane);
        let factor_at = {
            let (stage, window) = (self.stage.clone(), self.window);
            move |cell: BandCell| {
                let data = ScalePictures {
                    stage: &stage,
                    window,
                    reading: 0,
                };
                data.factor_at(pane, cell)
            }
        };
        let on_at = {
            let factor_at = factor_at.clone();
            self.on_pointed.reform(move |cell: Option<BandCell>| {
                let found = cell.and_then(&factor_at);
                found.map(|found| Pointed::Factor(pane, found))
            })
        };
        let on_press = {
            let on_pin = self.on_pin.clone();
            Callback::from(move |cell: BandCell| {
                if let Some(found) = factor_at(cell) {
                    on_pin.emit(found);
                }
            })
        };
        let between = match pane {
            ScalePane::Memory => (1..data.bands(pane))
                .map(|band| {
                    (
                        band,
                        format!("block {}, 512 bytes", data.block_number(band)),
                    )
                })
                .collect(),
            ScalePane::Matrix | ScalePane::Tensor => Vec::new(),
        };
        let bands = html! {
            <Bands
                scenes={self.scenes[pane as usize].clone()} geometry={geometry.clone()}
                name={format!("{title}: {how}. Arrow keys change row and K block.")}
                look={(self.look.palette, self.look.theme)} is_words={pane != ScalePane::Matrix}
                break_at={data.word_break(pane)} {between} {at} {marked} {leads} {on_at} {on_press}
                on_key={Some(self.on_key.clone())}
            />
        };
        let picture = el("div").class("scale-picture").child(bands);
        (picture, geometry, edges)
    }

    /// One picture by itself, under its name.
    pub(super) fn pane(&self, pane: ScalePane) -> Element {
        let (title, how) = self.title(pane);
        let (picture, ..) = self.bands(pane);
        el("section")
            .attr(Attr::AriaLabel, title)
            .child(el("h2").child(title).child(el("small").child(how)))
            .child(picture)
    }

    /// All four, with the lines between them.
    pub(super) fn draw(&self) -> Element {
        let data = self.data();
        let operand = self.stage.shape.operand;
        let part = |pane: ScalePane, number: u32, formula: Formula, picture: Element| {
            let (title, how) = self.title(pane);
            el("section")
                .class("scale-pane")
                .class(["is-1", "is-2", "is-3"][pane as usize])
                .attr(Attr::AriaLabel, title)
                .child(head(number, title, &how))
                .child(picture)
                .child(foot(&formula, Some(data.attested(pane))))
        };
        let (matrix, geometry, from_matrix) = self.bands(ScalePane::Matrix);
        let (memory, _, from_memory) = self.bands(ScalePane::Memory);
        let (tensor, _, from_tensor) = self.bands(ScalePane::Tensor);
        let rows = step_rows(self.stage, self.at());
        let here = match self.pointed {
            Some(Pointed::Step(step)) => Some(step),
            _ => self.followed.step.map(|(step, _)| step),
        };
        let step_at = self.followed.step.and_then(|(step, _)| {
            let at = rows.iter().position(|row| row.step == step)?;
            Some(TOP + at as u32 * ROW + ROW / 2)
        });
        let across = |from: &[u32], to: &[u32]| -> Vec<(u32, u32)> {
            from.iter()
                .flat_map(|from| to.iter().map(move |to| (*from, *to)))
                .collect()
        };
        let size = (self.room.gap, geometry.height() + 2);
        let on = OnStep {
            on_at: self
                .on_pointed
                .reform(|step: Option<u32>| step.map(Pointed::Step)),
            on_press: {
                let (row, on_pin) = (self.followed.row, self.on_pin.clone());
                let per_step = self.stage.shape.scaling.per_step();
                on_pin.reform(move |step: u32| (row, step * per_step))
            },
        };
        let table = match rows.is_empty() {
            true => el("p").class("scale-unknown").child(
                "K = 96 (sm_103a): the ids count bytes, and factors may run across two words. The figures that place them \
                 could not be read, and no program was found that does.",
            ),
            false => steps(&rows, here, operand, self.look, &on),
        };
        let read = mma_text(self.stage, self.followed);
        let steps_head = format!("{} operand and id of each mma", name(operand));
        let attested = self.stage.steps_attested();
        let steps_part = el("section")
            .class("scale-pane is-4")
            .attr(Attr::AriaLabel, "K step")
            .child(head(4, "K step", &steps_head))
            .child(
                el("div")
                    .class("scale-picture")
                    .child(table)
                    .child(read.map(|read| el("p").class("hint").child(read))),
            )
            .child(foot(&Formula::of_step(self.stage, self.followed), attested));
        let stage = self.stage;
        el("div")
            .class("scale-pictures")
            .class(self.room.class)
            .child(part(
                ScalePane::Matrix,
                1,
                Formula::of_matrix(stage, self.followed),
                matrix,
            ))
            .child(gap("is-1", size, 0, &across(&from_matrix, &from_memory)))
            .child(part(
                ScalePane::Memory,
                2,
                Formula::of_memory(stage, self.followed),
                memory,
            ))
            .child(gap("is-2", size, 0, &across(&from_memory, &from_tensor)))
            .child(part(
                ScalePane::Tensor,
                3,
                Formula::of_tensor(stage, self.followed, 0),
                tensor,
            ))
            .child(gap(
                "is-3",
                size,
                0,
                &step_at.map_or(Vec::new(), |at| across(&from_tensor, &[at])),
            ))
            .child(steps_part)
    }
}

/// Name of the order of blocks, over a picture.
pub(super) const fn order_words(order: Order) -> &'static str {
    match order {
        Order::Tensor => "K blocks first, as in global memory",
        Order::Stage => "rows first",
    }
}
