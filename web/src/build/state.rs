//! The state of the page Build: the tile with its history, what was specified of the instruction, and beside them what is only
//! looked at.

use super::*;
use crate::state::State;

/// Type, major and mode: a cell of the table of combinations.
pub type Place = (Element, Major, Swizzle);

/// The one thing that is open over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A word of the sentence.
    Value(Key),
    /// Why a layout is supported or not.
    Reason(Place),
    /// Why a mode is recommended.
    Best,
    /// A field of the instruction descriptor, by its lowest bit.
    Field(u8),
}

/// How the state is looked at; neither in the link nor a step of Undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The read that is looked at, of those of the stage.
    pub read: usize,
    /// The stage.
    pub stage: u32,
    /// Whether the drawer is open.
    pub has_drawer: bool,
    /// Whether the reads are drawn in the tile.
    pub has_tile: bool,
    /// Whether the rows of types are in view that the chip does not read.
    pub has_unread: bool,
}

/// Everything that can happen on the page.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and most are values that change")]
pub enum Act {
    /// The tile changes.
    Of(Action),
    /// A value changes, of the tile or the instruction.
    Row(Key, Change),
    /// A layout is chosen.
    Place(Place),
    /// Another language of the code.
    Language(Language),
    /// An instruction descriptor in the place of the built one, or none.
    Idesc(Option<u32>),
    /// Another part of the table of combinations is in view, or another cell.
    Part(SupportShown),
    /// Something opens; what is open closes.
    Open(Open),
    /// The view changes.
    Look(Look),
    /// All parameters are shown, or no longer.
    Drawer,
    /// The address changed under the page.
    Address(String),
}

/// The state of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Desk {
    tile: Rc<State>,
    /// Specified values of the instruction.
    pub instruction: SaidInstruction,
    /// Language of the code.
    pub language: Language,
    /// An instruction descriptor in the place of the built one.
    pub idesc: Option<u32>,
    /// The part of the table of combinations that is in view, if the table is open.
    pub part: Option<SupportShown>,
    /// Parts of the link that were not read.
    pub unread: Vec<Notice>,
    /// Whether anything changed since the address was read.
    pub is_edited: bool,
    /// How the state is looked at.
    pub look: Look,
    /// What is open.
    pub open: Open,
}

impl Deref for Desk {
    type Target = State;

    fn deref(&self) -> &State {
        &self.tile
    }
}

/// The layout of a link, without a descriptor: it is computed here.
fn layout(shown: Shown) -> Shown {
    Shown { said: shown.said.without_given(), ..shown }
}

impl Desk {
    /// The state of an address. The table of combinations is over the tile that was looked at last.
    pub fn from_address(hash: &str, last: Option<&str>) -> Self {
        let mut desk = Self {
            tile: Rc::new(State::of(layout(
                last.map_or_else(Shown::default, |link| shown_from_link(link).shown),
            ))),
            instruction: SaidInstruction::default(),
            language: Language::Cuda,
            idesc: None,
            part: None,
            unread: Vec::new(),
            is_edited: false,
            look: Look::default(),
            open: Open::default(),
        };
        desk.read(hash);
        desk.tile = Rc::new(State::of(desk.tile.shown));
        desk
    }

    fn read(&mut self, hash: &str) {
        self.is_edited = false;
        self.open = Open::Nothing;
        if Route::of(hash) == Route::Support {
            let OpenedForm { shown, notices } = form_from_link::<SupportShown>(hash);
            (self.part, self.unread) = (Some(shown), notices);
            return;
        }
        let OpenedForm { shown, notices } = build_from_link(hash);
        let of_link = layout(shown.layout);
        if of_link != self.tile.shown {
            self.tile = Rc::new(self.tile.after(Action::Begin(of_link)));
            self.look.read = 0;
        }
        (self.instruction, self.language, self.idesc) = (shown.instruction, shown.language, shown.idesc);
        (self.part, self.unread) = (None, notices);
    }

    /// The page as a link has it, without the table.
    pub fn built(&self) -> BuildShown {
        BuildShown {
            layout: self.tile.shown,
            instruction: self.instruction,
            language: self.language,
            idesc: self.idesc,
        }
    }

    /// The link of what is in view.
    pub fn link(&self) -> String {
        match &self.part {
            Some(part) => link_from_form(part),
            None => link_from_build(&self.built()),
        }
    }

    /// The state after an act.
    pub fn after(&self, act: Act) -> Self {
        let mut next = self.clone();
        match act {
            Act::Of(action) => next.take(action),
            Act::Row(key, change) => next.change(key, change),
            Act::Place(place) => {
                let part = next.part.map(|part| part.with_cell(place));
                next.part = part;
                next.take(Action::Repair(with_place(self.tile.shown.said, place, part.as_ref())));
            }
            Act::Language(language) => next.language = language,
            Act::Idesc(idesc) => next.idesc = idesc,
            Act::Part(part) => next.part = Some(part),
            Act::Open(open) => {
                next.open = if open == self.open { Open::Nothing } else { open };
                next.take(Action::Settle);
            }
            Act::Look(look) => next.look = look,
            Act::Drawer => next.look.has_drawer = !self.look.has_drawer,
            Act::Address(hash) => {
                next.read(&hash);
                return next;
            }
        }
        if next.part != self.part || next.built() != self.built() {
            (next.is_edited, next.unread) = (true, Vec::new());
        }
        next
    }

    fn take(&mut self, action: Action) {
        let before = self.tile.shown;
        self.tile = Rc::new(self.tile.after(action));
        if self.tile.shown != before {
            // Bits that were flipped belong to the descriptor of the former tile.
            self.idesc = None;
        }
    }

    fn change(&mut self, key: Key, change: Change) {
        if let Change::To(Some(Scalar::Choice(_))) = change {
            self.open = Open::Nothing;
        }
        match (key, change) {
            (_, Change::Open) => *self = self.after(Act::Open(Open::Value(key))),
            (_, Change::Settle) => self.take(Action::Settle),
            (_, Change::Try(_)) => {}
            (Key::Tile(_), Change::Cancel(_)) => self.take(Action::Cancel),
            (Key::Tile(id), Change::To(value)) => {
                self.take(Action::Edit(Edit::Value(id, value)));
            }
            (Key::Of(key), Change::To(value) | Change::Cancel(value)) => {
                if let Some(parameter) = parameter(BUILD, key) {
                    self.instruction = parameter.with(&self.built(), value).instruction;
                    self.idesc = None;
                }
            }
        }
    }
}

/// A tile with the layout of a cell. Its size, start and stages stay; what was specified of strides was of another layout.
pub fn with_place(said: Said, (element, major, mode): Place, part: Option<&SupportShown>) -> Said {
    let mut said = said.without_given();
    if let Some(part) = part {
        said = said.with_chip(part.chip());
        said.reader.operand = Some(part.operand);
        said.reader.sparsity = Some(part.sparsity);
    }
    said.tile.element = Some(element);
    said.tile.major = Some(major);
    said.tile.swizzle = Some(mode);
    (said.tile.lbo_bytes, said.tile.sbo_bytes) = (None, None);
    said
}
