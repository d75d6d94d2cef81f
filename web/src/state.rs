//! What the page knows, and how each action changes it. Nothing of the browser is in sight.

use std::mem::Discriminant;
use std::rc::Rc;

use swizzle_core::{
    Arch, Cells, Colour, Coord, Descriptor, Element, LboMode, LinkState, Major, Notice, Number,
    Opened, Operand, Order, Params, Shows, Sparsity, Spec, Swizzle, params_from_descriptor,
    params_on_arch, state_from_link,
};
use yew::prelude::*;

/// Sends actions from anywhere in the tree.
pub type Dispatch = UseReducerDispatcher<State>;

/// How many edits can be undone.
const HISTORY: usize = 500;

/// The page's state.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// What a link holds: parameters, view, pinned cell.
    pub shown: LinkState,
    /// Parts of the last link that could not be opened.
    pub notices: Vec<Notice>,
    /// How many links were opened: what was being typed belongs to the former one.
    pub opened: u32,
    /// Where the state came from, which decides what its address does to the browser's history.
    pub origin: Origin,
    // Shared, so that a new state does not copy all former ones.
    undo: Vec<Rc<LinkState>>,
    redo: Vec<Rc<LinkState>>,
    /// The control whose edits are still one step of Undo.
    unsettled: Option<Control>,
}

/// Where a state came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// Edits: the address follows in place.
    #[default]
    Edit,
    /// A deliberate jump: Back returns to what was before.
    Jump,
    /// The address itself.
    Address,
}

/// One change of a control.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    /// Instruction family.
    Arch(Arch),
    /// Operand.
    Operand(Operand),
    /// Dense or sparse.
    Sparsity(Sparsity),
    /// Element type.
    Element(Element),
    /// Major-ness.
    Major(Major),
    /// Swizzle mode.
    Swizzle(Swizzle),
    /// Extent along MN.
    Mn(u32),
    /// Extent along K.
    K(u32),
    /// Order of atoms.
    Order(Order),
    /// Start address.
    Start(u32),
    /// LBO, `None` for automatic.
    Lbo(Option<u32>),
    /// SBO, `None` for automatic.
    Sbo(Option<u32>),
    /// Column stride, `None` for automatic.
    Column(Option<u32>),
    /// Where the pattern starts, `None` for automatic.
    Pattern(Option<u32>),
    /// Base offset, `None` for automatic.
    BaseOffset(Option<u8>),
    /// What LBO is.
    LboMode(LboMode),
    /// Step along K.
    Step(u32),
    /// The selected step's descriptor.
    Descriptor(Descriptor),
    /// Start of the tile that was meant, `None` for automatic.
    MeantStart(Option<u32>),
    /// Swizzle that it was written with.
    MeantSwizzle(Option<Swizzle>),
    /// Its LBO.
    MeantLbo(Option<u32>),
    /// Its SBO.
    MeantSbo(Option<u32>),
    /// Bytes of a row, where it is a plain tile.
    MeantRow(Option<u32>),
    /// Tile or read.
    Shows(Shows),
    /// What a cell is.
    Cells(Cells),
    /// What its number says.
    Number(Number),
    /// What its colour says.
    Colour(Colour),
}

/// Where edits come from that are one step of Undo together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Control {
    /// A control of the panel: each makes edits of one kind.
    Of(Discriminant<Edit>),
    /// The box that takes anything.
    Box,
}

impl Control {
    fn of(edit: Edit) -> Self {
        Self::Of(std::mem::discriminant(&edit))
    }
}

/// Everything that can happen to the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A control moved. Edits of one control are one step of Undo until [`Action::Settle`].
    Edit(Edit),
    /// The control was left alone: the next edit is a step of its own.
    Settle,
    /// What is being edited turned out to be no value: back to what stood there before, as if nothing had been typed.
    Cancel,
    /// The box was read. What is typed there is one step of Undo, and of the browser's history.
    Paste(LinkState, Vec<Notice>),
    /// A finding's repair.
    Repair(Params),
    /// A cell was pinned, or none.
    Pin(Option<Coord>),
    /// An element of the tile is to be shown: pinned where it is drawn, in the read if the step reads it.
    Show(Coord),
    /// A link of ours was followed inside the page.
    Jump(String),
    /// The address changed under the page.
    Address(String),
    /// The last step back.
    Undo,
    /// And forth again.
    Redo,
    /// The notices were read.
    DismissNotices,
}

impl State {
    /// The state of an address.
    #[must_use]
    pub fn from_address(hash: &str) -> Self {
        let Opened { state, notices } = state_from_link(hash);
        Self {
            shown: state,
            notices,
            origin: Origin::Address,
            ..Self::default()
        }
    }

    /// What was shown before the last step.
    #[must_use]
    pub fn left(&self) -> Option<&LinkState> {
        self.undo.last().map(Rc::as_ref)
    }

    /// Whether there is something to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is something to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    fn with(&self, shown: LinkState, control: Option<Control>) -> Self {
        let mut undo = self.undo.clone();
        let goes_on = control.is_some() && self.unsettled == control;
        if !goes_on {
            undo.push(Rc::new(self.shown.clone()));
            if undo.len() > HISTORY {
                undo.remove(0);
            }
        }
        Self {
            shown,
            notices: Vec::new(),
            opened: self.opened,
            origin: Origin::Edit,
            undo,
            redo: Vec::new(),
            unsettled: control,
        }
    }

    fn opened(&self, link: &str, origin: Origin) -> Self {
        let Opened { state, notices } = state_from_link(link);
        if state == self.shown && notices == self.notices {
            return Self {
                origin: Origin::Address,
                ..self.clone()
            };
        }
        Self {
            notices,
            opened: self.opened + 1,
            origin,
            ..self.with(state, None)
        }
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        match action {
            Action::Edit(edit) => {
                let shown = edited(&self.shown, edit);
                if shown == self.shown {
                    return self;
                }
                Rc::new(self.with(shown, Some(Control::of(edit))))
            }
            Action::Paste(shown, notices) if shown == self.shown && notices == self.notices => self,
            Action::Paste(shown, notices) => {
                let goes_on = self.unsettled == Some(Control::Box);
                Rc::new(Self {
                    notices,
                    opened: self.opened + u32::from(!goes_on),
                    origin: if goes_on { Origin::Edit } else { Origin::Jump },
                    ..self.with(shown, Some(Control::Box))
                })
            }
            Action::Settle if self.unsettled.is_none() => self,
            Action::Settle => Rc::new(Self {
                unsettled: None,
                ..(*self).clone()
            }),
            Action::Cancel if self.unsettled.is_none() => self,
            Action::Cancel => {
                let mut next = (*self).clone();
                if let Some(shown) = next.undo.pop() {
                    next.shown = Rc::unwrap_or_clone(shown);
                }
                next.unsettled = None;
                next.origin = Origin::Edit;
                Rc::new(next)
            }
            Action::Repair(params) => {
                let shown = LinkState {
                    params,
                    ..self.shown.clone()
                };
                Rc::new(self.with(shown, None))
            }
            Action::Pin(pinned) if pinned == self.shown.pinned => self,
            // Pinning looks at the state, it does not change it: no step of Undo.
            Action::Pin(pinned) => Rc::new(Self {
                shown: LinkState {
                    pinned,
                    ..self.shown.clone()
                },
                origin: Origin::Edit,
                ..(*self).clone()
            }),
            Action::Show(at) => {
                let mut tile = self.shown.clone();
                (tile.view.shows, tile.pinned) = (Shows::Tile, Some(at));
                let shown = match moved_pin(&tile, self.shown.view.shows) {
                    Some(pinned) => LinkState {
                        pinned: Some(pinned),
                        ..self.shown.clone()
                    },
                    None => tile,
                };
                Rc::new(Self {
                    shown,
                    origin: Origin::Edit,
                    ..(*self).clone()
                })
            }
            Action::Jump(link) => Rc::new(self.opened(&link, Origin::Jump)),
            Action::Address(hash) => Rc::new(self.opened(&hash, Origin::Address)),
            Action::Undo => stepped(self, false),
            Action::Redo => stepped(self, true),
            Action::DismissNotices => Rc::new(Self {
                notices: Vec::new(),
                ..(*self).clone()
            }),
        }
    }
}

fn stepped(state: Rc<State>, forward: bool) -> Rc<State> {
    let mut next = (*state).clone();
    let (from, to) = if forward {
        (&mut next.redo, &mut next.undo)
    } else {
        (&mut next.undo, &mut next.redo)
    };
    let Some(shown) = from.pop() else {
        return state;
    };
    let left = std::mem::replace(&mut next.shown, Rc::unwrap_or_clone(shown));
    to.push(Rc::new(left));
    next.unsettled = None;
    next.notices = Vec::new();
    next.origin = Origin::Edit;
    Rc::new(next)
}

/// The pinned element where tile and read are exchanged: the one counts from its own first element, the other from the
/// step's. What the step does not read cannot stay pinned.
fn moved_pin(shown: &LinkState, shows: Shows) -> Option<Coord> {
    let (at, spec) = (shown.pinned?, Spec::new(&shown.params).ok()?);
    let first_k = shown.params.step * spec.read_k();
    let k = match (shown.view.shows, shows) {
        (Shows::Tile, Shows::Read) => at.k.checked_sub(first_k)?,
        (Shows::Read, Shows::Tile) => at.k + first_k,
        _ => at.k,
    };
    let is_there = shows == Shows::Tile || k < spec.read_k() && at.mn < spec.read_extent().mn;
    is_there.then_some(Coord { k, ..at })
}

/// The state after a control moved. Values that the new choice makes meaningless go back to automatic.
fn edited(shown: &LinkState, edit: Edit) -> LinkState {
    let mut next = shown.clone();
    let params = &mut next.params;
    match edit {
        Edit::Arch(arch) => *params = params_on_arch(params, arch),
        Edit::Operand(operand) => params.operand = operand,
        Edit::Sparsity(sparsity) => params.sparsity = sparsity,
        Edit::Element(element) => params.element = element,
        Edit::Major(major) => params.major = major,
        Edit::Swizzle(swizzle) => {
            params.swizzle = swizzle;
            params.invalid_swizzle = None;
        }
        Edit::Mn(mn) => params.mn = mn,
        Edit::K(k) => params.k = k,
        Edit::Order(order) => params.order = order,
        Edit::Start(bytes) => params.start_bytes = bytes,
        Edit::Lbo(bytes) => params.lbo_bytes = bytes,
        Edit::Sbo(bytes) => params.sbo_bytes = bytes,
        Edit::Column(bytes) => params.column_bytes = bytes,
        Edit::Pattern(bytes) => params.pattern_bytes = bytes,
        Edit::BaseOffset(base_offset) => params.base_offset = base_offset,
        Edit::LboMode(mode) => {
            params.lbo_mode = mode;
            params.lbo_bytes = None;
        }
        Edit::Step(step) => params.step = step,
        Edit::Descriptor(descriptor) => match params_from_descriptor(descriptor, params) {
            Ok(decoded) => *params = decoded,
            Err(_) => return shown.clone(),
        },
        Edit::MeantStart(bytes) => params.meant.start_bytes = bytes,
        Edit::MeantSwizzle(swizzle) => params.meant.swizzle = swizzle,
        Edit::MeantLbo(bytes) => params.meant.lbo_bytes = bytes,
        Edit::MeantSbo(bytes) => params.meant.sbo_bytes = bytes,
        Edit::MeantRow(bytes) => params.meant.row_bytes = bytes,
        Edit::Shows(shows) => {
            next.pinned = moved_pin(shown, shows);
            next.view.shows = shows;
        }
        Edit::Cells(cells) => next.view.cells = cells,
        Edit::Number(number) => next.view.number = number,
        Edit::Colour(colour) => next.view.colour = colour,
    }
    if next.params.check().is_err() {
        return shown.clone();
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(state: &State, actions: &[Action]) -> State {
        let start = Rc::new(state.clone());
        let end = actions
            .iter()
            .fold(start, |state, action| state.reduce(action.clone()));
        (*end).clone()
    }

    fn edit(edit: Edit) -> Action {
        Action::Edit(edit)
    }

    #[test]
    fn typing_a_number_is_one_step_of_undo() {
        let typed = [edit(Edit::K(1)), edit(Edit::K(12)), edit(Edit::K(128))];
        let state = after(&State::default(), &typed);
        assert_eq!(state.shown.params.k, 128);
        let undone = after(&state, &[Action::Undo]);
        assert_eq!(undone.shown, State::default().shown);
        assert!(!undone.can_undo() && undone.can_redo());
        assert_eq!(after(&undone, &[Action::Redo]).shown, state.shown);
    }

    #[test]
    fn what_turns_out_to_be_no_value_leaves_no_trace() {
        let typed = [
            edit(Edit::BaseOffset(Some(1))),
            edit(Edit::BaseOffset(Some(7))),
        ];
        let cancelled = after(&after(&State::default(), &typed), &[Action::Cancel]);
        assert_eq!(cancelled.shown, State::default().shown);
        assert!(!cancelled.can_undo());
        assert_eq!(after(&cancelled, &[Action::Cancel]), cancelled);
    }

    #[test]
    fn a_settled_control_begins_a_new_step() {
        let actions = [edit(Edit::K(96)), Action::Settle, edit(Edit::K(128))];
        let undone = after(&after(&State::default(), &actions), &[Action::Undo]);
        assert_eq!(undone.shown.params.k, 96);
    }

    #[test]
    fn an_edit_that_changes_nothing_leaves_no_trace() {
        let state = after(&State::default(), &[edit(Edit::K(64))]);
        assert!(!state.can_undo());
    }

    #[test]
    fn what_has_no_picture_is_not_taken() {
        let state = after(
            &State::default(),
            &[edit(Edit::Mn(0)), edit(Edit::BaseOffset(Some(8)))],
        );
        assert_eq!(state.shown, State::default().shown);
    }

    #[test]
    fn a_new_edit_ends_redo() {
        let actions = [edit(Edit::K(128)), Action::Undo, edit(Edit::Mn(128))];
        assert!(!after(&State::default(), &actions).can_redo());
    }

    #[test]
    fn wgmma_has_no_absolute_mode_to_keep() {
        let actions = [
            edit(Edit::Arch(Arch::Tcgen05)),
            edit(Edit::LboMode(LboMode::Absolute)),
            edit(Edit::Arch(Arch::Wgmma)),
        ];
        let state = after(&State::default(), &actions);
        assert_eq!(state.shown.params.lbo_mode, LboMode::Relative);
    }

    #[test]
    fn a_jump_can_be_undone_and_a_bad_one_says_why() {
        let state = after(&State::default(), &[Action::Jump("#/figure/157".into())]);
        assert_eq!((state.shown.params.mn, state.origin), (8, Origin::Jump));
        assert_eq!(after(&state, &[Action::Undo]).shown, State::default().shown);
        let bad = after(&state, &[Action::Address("#/figure/1".into())]);
        assert_eq!(bad.notices.len(), 1);
        assert_eq!(after(&bad, &[edit(Edit::K(128))]).notices, []);
    }

    #[test]
    fn former_states_are_shared() {
        let one = after(&State::default(), &[edit(Edit::K(128))]);
        let two = after(&one, &[Action::Settle, edit(Edit::K(96))]);
        assert_eq!(two.undo.len(), 2);
        assert!(Rc::ptr_eq(&one.undo[0], &two.undo[0]));
    }
}
