//! Two states of Check as one: a pin, a view and a step of both, and a history in which a change of both is one step.

use super::*;
use crate::check::state::Desk;

/// Everything that can happen on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// One of the two changes.
    Side(usize, Of),
    /// Both change alike.
    Both(Of),
    /// One of the two is mended.
    Mend(SideSaid),
    /// An element of the tile is pinned in both, or none.
    Pin(Option<Coord>),
    /// Each shows what the side of this index shows.
    Put([usize; 2]),
    /// The side whose parameters are in the drawer, and which is seen where there is room for one.
    At(usize),
    /// Memory is in view, or the matrix.
    Memory(bool),
    /// The last change is undone, or made again.
    Step(Action),
    /// The address changed under the page.
    Address(String),
}

/// The state of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Both.
    pub sides: [Desk; 2],
    /// Whether the second one is still to be said.
    pub asks: bool,
    /// The side whose parameters are in the drawer.
    pub at: usize,
    /// Whether memory is in view.
    pub is_memory: bool,
    /// What the address said of each: what could not be read of it stays there until that side is edited.
    said: [String; 2],
    /// Which sides each step changed: those that can be undone, and those that can be made again.
    steps: [Vec<[bool; 2]>; 2],
}

impl Pair {
    /// The state of an address.
    pub fn from_address(hash: &str) -> Self {
        let links = pair_to_open(hash).unwrap_or_default();
        let mut pair = Self {
            sides: links.map(|link| Desk::from_address(&link)),
            asks: !names_second(hash),
            at: 1,
            is_memory: false,
            said: pair_from_link(hash).unwrap_or_default(),
            steps: Default::default(),
        };
        // What a link pins in the second is pinned in both.
        if let Some(at) = pair.pinned() {
            pair.pin(Some(at));
        }
        pair
    }

    /// The values of both.
    pub fn shown(&self) -> [Shown; 2] {
        self.sides.each_ref().map(|side| side.shown)
    }

    /// The link of both, or of the first and a question.
    pub fn link(&self) -> String {
        let [first, second] = [0, 1].map(|at| {
            if self.sides[at].notices.is_empty() {
                link_from_shown(&self.sides[at].shown)
            } else {
                self.said[at].clone()
            }
        });
        if self.asks { pair_to_complete(&first) } else { pair_of_links(&first, &second) }
    }

    /// The pinned element of the tile.
    pub fn pinned(&self) -> Option<Coord> {
        self.sides[0].pinned().or(self.sides[1].pinned())
    }

    /// How both are looked at.
    pub fn look(&self) -> Look {
        self.sides[0].look
    }

    /// Whether one read of each is compared, and not the tiles.
    pub fn is_read(&self) -> bool {
        self.sides[0].shown.view.shows == Shows::Read
    }

    /// Whether anything can be undone, and made again.
    pub fn can(&self) -> [bool; 2] {
        self.steps.each_ref().map(|steps| !steps.is_empty())
    }

    /// The state after an act.
    pub fn after(&self, act: Act) -> Self {
        let mut next = self.clone();
        match act {
            Act::Side(side, of) => next.change(side, of),
            Act::Both(of) => next.sides = next.sides.map(|side| side.after(of.clone())),
            Act::Mend(SideSaid { side, said }) => next.change(side, Of::fix(said)),
            Act::Pin(at) => next.pin(at),
            Act::Put(from) => {
                let shown = self.shown();
                for (side, from) in from.into_iter().enumerate() {
                    next.put(side, shown[from]);
                }
                next.asks = false;
            }
            Act::At(at) => next.at = at,
            Act::Memory(is_memory) => next.is_memory = is_memory,
            Act::Step(action) => return next.stepped(action),
            Act::Address(hash) => {
                if let Some(links) = pair_to_open(&hash) {
                    next.asks = !names_second(&hash);
                    next.said = pair_from_link(&hash).unwrap_or_default();
                    for (side, link) in links.into_iter().enumerate() {
                        next.change(side, Of::Of(Action::Address(link)));
                    }
                }
            }
        }
        let depth = |pair: &Self| pair.sides.each_ref().map(|side| side.history.depth());
        let (before, now) = (depth(self), depth(&next));
        let grown = [0, 1].map(|side| now[side] > before[side]);
        match grown.contains(&true) {
            true => next.steps = [[self.steps[0].clone(), vec![grown]].concat(), Vec::new()],
            // What was typed was given up.
            false if [0, 1].iter().any(|side| now[*side] < before[*side]) => {
                next.steps[0].pop();
            }
            false => {}
        }
        next
    }

    /// A side changes; what is of both follows in the other.
    fn change(&mut self, side: usize, of: Of) {
        let other = 1 - side;
        let step = match of {
            Of::Of(Action::Edit(Edit::Value(ParamId::Step, Some(step)))) => step.number(),
            _ => None,
        };
        // One thing is open over the page.
        if let Of::Look(_) | Of::Open(_) = of {
            self.sides[other].look = match of {
                Of::Look(look) => look.closed(),
                _ => self.sides[other].look.closed(),
            };
        }
        if let Of::Of(Action::Paste(shown, _)) = &of {
            self.said[side] = link_from_shown(shown);
            self.asks &= side == 0;
        }
        let shows = self.sides[side].shown.view.shows;
        self.sides[side] = self.sides[side].after(of);
        if self.asks {
            return;
        }
        // A descriptor that is pasted into one shows its read: so does the other then, or there is nothing to compare.
        let now = self.sides[side].shown.view.shows;
        if now != shows && self.sides[other].shown.view.shows != now {
            self.sides[other] = self.sides[other].after(Of::edit(Edit::Shows(now)));
        }
        let steps = self.sides[other].shown.spec().map_or(0, |spec| spec.steps());
        if let Some(step) = step.filter(|step| *step < steps) {
            self.sides[other] = self.sides[other].after(Of::step(step));
        }
    }

    fn put(&mut self, side: usize, shown: Shown) {
        let acts = [Action::Settle, Action::Paste(shown, Vec::new()), Action::Settle];
        for act in acts {
            self.sides[side] = self.sides[side].after(Of::Of(act));
        }
    }

    fn pin(&mut self, at: Option<Coord>) {
        let tile = Shown { pinned: at, ..self.sides[0].shown.showing(Shows::Tile) };
        let pinned = tile.showing(self.sides[0].shown.view.shows).pinned;
        for (side, pinned) in [pinned, None].into_iter().enumerate() {
            self.sides[side] = self.sides[side].after(Of::Of(Action::Pin(pinned)));
        }
    }

    fn stepped(mut self, action: Action) -> Self {
        let from = usize::from(action == Action::Redo);
        let Some(step) = self.steps[from].pop() else {
            return self;
        };
        self.steps[1 - from].push(step);
        for side in (0..2).filter(|side| step[*side]) {
            self.sides[side] = self.sides[side].after(Of::Of(action.clone()));
        }
        self
    }
}
