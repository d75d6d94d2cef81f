//! The two squares with what is pointed at: matrix, memory, the wire between them, the steps below, and the column at the right.

use super::*;
use crate::cells::Event as CellEvent;
use crate::frame;
use swizzle_draw::Cells as CellKind;

/// Properties of [`Work`].
#[derive(Clone, Properties, PartialEq)]
pub struct WorkProps {
    /// The state.
    pub desk: Desk,
    /// What follows from it.
    pub facts: Shared<Facts>,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// Size of the window.
    pub window: (f64, f64),
    /// The field of the descriptor whose stride is drawn.
    pub field: Option<FieldId>,
    /// Whether the steps follow each other by themselves.
    pub is_playing: bool,
    /// Called to play or pause them.
    pub on_play: Callback<()>,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// Rows of a tile that is seen atom by atom.
const ALL_ROWS: u32 = ROWS[ROWS.len() - 1];
/// Side of the cell of an element.
const ELEMENT: f64 = 36.0;

/// Whether cells have the ISA's colours and numbers: on figure pages, and where it was asked for.
pub fn is_as_isa(desk: &Desk) -> bool {
    let dress = desk.look.dress;
    dress.unwrap_or_else(|| is_other_view(&desk.shown))
}

/// Whether cells have other colours or numbers than Check's own, or are those of a figure.
pub fn is_other_view(shown: &Shown) -> bool {
    let view = View { shows: Shows::Tile, ..shown.view };
    view != View::default() || figure_of_said(&shown.said).is_some()
}

/// Rows in view: what was chosen, or one atom, or two where the second is wrong and the window has room for both, or all of a
/// tile of many atoms. Then the most rows that there are to choose.
pub fn rows_in_view(desk: &Desk, facts: &Facts, width: f64) -> (u32, u32) {
    let (look, is_wide) = (desk.look, width >= NARROW);
    let is_two = is_wide && (facts.has_wrong() || desk.is_fixed || look.has_drawer);
    // As text, cells are what is written in them.
    let has_all = is_wide && has_overview(facts) && !is_as_isa(desk) && !look.is_text;
    let most = if has_all { ALL_ROWS } else { UNITS_MOST };
    // Both blocks of units that stand, one below the other.
    let is_mn_major = facts.spec.tile().major == Major::Mn;
    let is_two = is_two || is_wide && is_mn_major && facts.units[0] > facts.slots() && !is_as_isa(desk);
    let rows = match (has_all, is_two) {
        (true, _) => most,
        (false, true) => 16,
        (false, false) => 8,
    };
    (look.rows.unwrap_or(rows).min(most), most)
}

/// The squares, and the column beside them.
#[component]
pub fn Work(props: &WorkProps) -> Html {
    let WorkProps { desk, facts, field, window, .. } = props;
    let is_overview = props.is_overview();
    let is_wide = window.0 >= NARROW;
    let shape = (is_wide, props.has_both(), is_overview);
    let on = (facts.clone(), *field, is_as_isa(desk), shape);
    let scenes = use_derived(on, |(facts, field, is_isa, shape)| {
        let (is_wide, has_both, is_overview) = shape;
        if *is_overview {
            return overview::scenes(facts).map(Shared::new).to_vec();
        }
        let dress = Dress::of(facts, *is_isa);
        let matrix = matrix_as(facts, &dress, *is_wide, *has_both);
        [matrix, memory(facts, &dress, *field)].map(Shared::new).to_vec()
    });
    let shown = Some(*desk.in_view()).filter(|shown| shown.view.cells == CellKind::Elements);
    let elements = use_derived(shown, |shown| {
        let picture = drawn::Picture::of(shown.as_ref()?)?;
        let scene = |kind| Shared::new(picture.scene(kind, drawn::Dress::default()));
        Some([PaneKind::Matrix, PaneKind::Memory].map(scene))
    });
    let (looked, drawn) = (props.looked(), props.clone());
    let on_look = looked.on.clone();
    let instead = elements.map(|scenes| {
        Rc::new(move |at: usize, on_hover: &Callback<Option<u32>>| {
            html! { <Elements props={drawn.clone()} scene={&scenes[at]} {at} on_look={&on_look} {on_hover} /> }
        }) as Instead
    });
    let on_picture = props.on.reform(|is_picture| {
        let shows = if is_picture { Shows::Picture } else { Shows::Tile };
        Act::edit(Edit::Shows(shows))
    });
    let aside = aside_of(props, WorkProps::aside);
    let standing = match is_overview {
        true => scenes[1].rows() / scenes[0].rows(),
        // Cells of more rows are low enough.
        false if props.rows() > SLOTS => 1,
        false => scenes[0].columns / scenes[0].seam.max(1),
    };
    let (first, rows) = (props.first(), props.rows());
    html! {
        <frame::Work {scenes} got={&facts.got} {first} {rows} {standing} picture={(props.pictures(), Some(on_picture))} {instead} under={props.under()} {aside} desk={looked} />
    }
}

impl WorkProps {
    fn is_narrow(&self) -> bool {
        self.window.0 < NARROW
    }

    fn rows(&self) -> u32 {
        rows_in_view(&self.desk, &self.facts, self.window.0).0
    }

    /// Whether cells are atoms.
    fn is_overview(&self) -> bool {
        self.rows() == ALL_ROWS
    }

    fn pinned(&self) -> Option<u32> {
        self.desk.pinned().map(|at| self.facts.unit(at))
    }

    /// The same for what any page has.
    pub fn looked(&self) -> frame::Desk {
        frame::Desk { look: self.look(), on: self.on_look(), window: self.window, ink: self.ink.clone() }
    }

    /// How the squares are looked at; the pin is in the link.
    fn look(&self) -> Look {
        let atom = |unit| atom_of(&self.facts, unit);
        let pinned = self.pinned();
        Look { pinned: if self.is_overview() { pinned.map(atom) } else { pinned }, ..self.desk.look }
    }

    /// Takes another look.
    fn on_look(&self) -> Callback<Look> {
        let (look, rows, is_narrow) = (self.look(), self.rows(), self.is_narrow());
        let is_overview = self.is_overview();
        let (facts, on) = (self.facts.clone(), self.on.clone());
        Callback::from(move |next: Look| {
            let free = |next: Look| Act::Look(Look { pinned: None, ..next });
            if next.pinned == look.pinned {
                // A part of the whole is looked at unit by unit.
                if is_overview && next.first != look.first {
                    let [before, now] = [look, next].map(|look| look.first.unwrap_or_default());
                    let (first, block) = overview::part_at(&facts, before, now);
                    on.emit(Act::edit(Edit::number(ParamId::Block, block)));
                    let (rows, first) = (Some(UNITS_MOST), Some(first));
                    return on.emit(free(Look { rows, first, ..next }));
                }
                let is_turned = is_narrow && next.first != look.first;
                let rows = next.rows.or(is_turned.then_some(rows));
                return on.emit(free(Look { rows, ..next }));
            }
            on.emit(Act::pin(next.pinned.map(|unit| facts.element(unit))));
            // A narrow screen has no room for the column, so a press opens its sheet.
            if is_narrow && next.pinned.is_some() {
                let sheet = Some(Sheet::Trace);
                on.emit(free(Look { sheet, ..look }));
            }
        })
    }

    /// First row of each until rows were chosen: on a narrow screen the atom where what is wrong begins, else the atom that the
    /// step in view reads.
    fn first(&self) -> [u32; 2] {
        let facts = &self.facts;
        let is_k_major = facts.spec.tile().major == Major::K;
        if !self.is_narrow() && !self.is_overview() && is_k_major {
            let row = facts.spec.first_element(facts.place()).mn;
            return [row / self.rows() * self.rows(), self.line_of_step()];
        }
        let wrong = (0..).zip(&*facts.got).find(|(unit, got)| unit != *got);
        match wrong {
            Some((unit, _)) if self.is_narrow() => {
                let (row, rows) = (unit / facts.units[0].max(1), self.rows());
                [row / rows * rows, 0]
            }
            _ => [0, 0],
        }
    }

    /// Whether rows are wider than an atom.
    fn is_beside(&self) -> bool {
        self.facts.spec.tile().major == Major::K && self.facts.units[0] > self.facts.slots()
    }

    /// Whether two atoms are side by side: where there is room for them, in rows that are high enough.
    fn has_both(&self) -> bool {
        let is_low = !self.is_narrow() && self.rows() <= SLOTS;
        is_low && self.is_beside() && !is_as_isa(&self.desk)
    }

    /// The first line of the atom that the step in view begins in, from the first one of the tile on.
    fn line_of_step(&self) -> u32 {
        let facts = &self.facts;
        let unit = facts.unit(facts.spec.first_element(facts.place())) as usize;
        let (first, last) = facts.span();
        let line = |byte: u32| (byte / LINE).saturating_sub(first / LINE);
        let here = facts.bytes.get(unit).copied().map_or(0, line);
        let most = (line(last) + 1).saturating_sub(2 * self.rows());
        (here / SLOTS * SLOTS).min(most)
    }

    /// The steps under the matrix, and what is said of memory and of all reads.
    fn under(&self) -> Html {
        let Self { desk, facts, on, .. } = self;
        let more = (!self.is_narrow()).then(|| {
            let conflicts = conflicts::line(facts, desk.look.open == Some(CONFLICTS), on);
            (conflicts, table_button(facts, on, desk.look.open == Some(READS)))
        });
        let (conflicts, table) = more.unwrap_or_default();
        let in_view = if self.has_both() { 8 } else { 4 };
        in_turn((
            steps(facts, in_view, (self.is_playing, &self.on_play), on),
            self.is_narrow().then(|| places(facts, on)),
            div("row", (conflicts, table)),
        ))
    }

    /// The images of the tile, where they are in view.
    fn pictures(&self) -> Option<Html> {
        let (side, gap) = (8.0 * cell_side(self.window), (!self.is_narrow()).then_some(GAP));
        let on = self.on.reform(Act::Of);
        (self.desk.is_picture()).then(|| html! { <Pictures facts={&self.facts} {side} {gap} {on} /> })
    }

    /// The column at the right: what is open, or the unit in view, or several descriptors, or the reason, or a hint.
    fn aside(&self, unit: Option<u32>, width: f64) -> Html {
        let Self { facts, on, desk, .. } = self;
        let unit = unit.filter(|unit| facts.has(*unit));
        // An atom is marked for the unit that is pinned in it.
        let own = self.pinned().filter(|own| self.is_overview() && unit == Some(atom_of(facts, *own)));
        let unit = own.or(unit);
        match unit {
            _ if desk.look.open == Some(CONFLICTS) => conflicts::piles(facts, &self.ink, width, on),
            _ if desk.is_picture() => {
                html! { <><Faces {facts} on={on.reform(Act::Of)} />{ self.door() }</> }
            }
            Some(at) => {
                in_turn((self.unit_head(at), traced(facts, unit, width, 0), self.places(), self.door()))
            }
            None => match given_list(facts, on) {
                Some(given) => in_turn((given, facts.has_wrong().then(|| self.reason(width)))),
                None if facts.has_wrong() => in_turn((self.reason(width), self.places())),
                None => {
                    let noun = if self.is_overview() { "an atom" } else { "a unit" };
                    // Below the picture of metadata there is no room for wires without numbers.
                    let has_room = SparseK::per_stored(&facts.spec) == 1;
                    in_turn((
                        self.shape(width),
                        self.places(),
                        div(
                            "rest",
                            (
                                p("", format!("Point at {noun} to follow it to its byte.")),
                                has_room.then(|| traced(facts, unit, width, 0)),
                            ),
                        ),
                        self.door(),
                    ))
                }
            },
        }
    }

    /// Block and stage, and where the read in view starts.
    fn places(&self) -> Html {
        let Self { facts, on, .. } = self;
        in_turn((places(facts, on), start_of(&facts.spec, facts.place())))
    }

    /// What is special in the shape of the tile, with its numbers.
    fn shape(&self, width: f64) -> Option<Html> {
        let spec = &self.facts.spec;
        let shape = shape_text(spec)?;
        let facts = shape.facts.into_iter();
        let facts = facts.map(|(name, value)| (name, value.into(), ""));
        let sparse = SparseK::of(spec).filter(|_| SparseK::per_stored(spec) > 1);
        let sparse = sparse.map(|k| {
            let is_half = spec.tile().element.per_unit() > 2 * k.group;
            let part = if is_half { "Half of a unit" } else { "One unit" };
            let words = format!("{part}, an example of metadata above it. {}.", k.metadata_text(spec));
            in_turn((metadata(k, width), p("q s", words)))
        });
        Some(in_turn((p("l", shape.text), sparse, rows("", facts))))
    }

    fn unit_head(&self, unit: u32) -> Html {
        let Self { facts, on, .. } = self;
        let [along, _] = facts.units;
        // Of a sparse tile, what a unit stands for.
        let per_unit = facts.spec.layout().per_unit()
            * match facts.spec.tile().major {
                Major::K => SparseK::per_stored(&facts.spec),
                Major::Mn => 1,
            };
        let (row, at) = (unit / along, unit % along);
        let next = Act::pin(self.pinned().is_none().then(|| facts.element(unit)));
        let name = match facts.spec.tile().major {
            Major::K => format!("Row {row}, unit {at}"),
            Major::Mn => format!("K {row}, {} unit {at}", facts.along_name()),
        };
        in_turn((
            titled(name, pin(self.pinned().is_some(), sends(on, next))),
            p(
                "q under",
                format!("elements {} {}–{}", facts.along_name(), at * per_unit, (at + 1) * per_unit - 1),
            ),
        ))
    }

    /// Why the read is wrong, and what it looks like.
    fn reason(&self, side: f64) -> Html {
        let Self { facts, on, .. } = self;
        let (text, more) = facts.findings.first().map_or(("", ""), |finding| finding.text_parts());
        in_turn((
            div("reason", (p("l", in_groups(text)), p("q s", in_groups(more)))),
            press("big-pic", html! { <Picture {facts} is_read={true} {side} /> }, sends(on, self.picture()))
                .with("aria-label", "Picture"),
            p("q s", ("Picture ", bare("kbd", "P"))),
        ))
    }

    fn picture(&self) -> Act {
        Act::edit(Edit::Shows(self.desk.picture()))
    }

    /// The image in small, which leads to the large one.
    fn door(&self) -> Html {
        if self.facts.whole.is_none() {
            return Html::default();
        }
        let Self { facts, on, desk, .. } = self;
        let (name, about) = match (desk.is_picture(), facts.has_wrong()) {
            (true, _) => ("Matrix and memory", ""),
            (false, true) => ("Picture", "what is read, as an image"),
            (false, false) => ("Picture", "the tile as an image"),
        };
        press(
            "pic-door",
            (
                html! { <Picture {facts} is_read={true} side={64.0} /> },
                span("", (span("b", name), " ", bare("kbd", "P"), " ", html! { <br /> }, span("q s", about))),
            ),
            sends(on, self.picture()),
        )
    }
}

/// Properties of [`Elements`].
#[derive(Properties, PartialEq)]
struct ElementsProps {
    props: WorkProps,
    scene: Shared<Scene>,
    at: usize,
    on_look: Callback<Look>,
    on_hover: Callback<Option<u32>>,
}

/// Elements of as many rows as a square shows, in a view that scrolls.
#[component]
fn Elements(elements: &ElementsProps) -> Html {
    let ElementsProps { props, scene, at, .. } = elements;
    let (over, on_over) = use_value(|| None::<u32>);
    let look = props.look();
    let pinned = props.desk.pinned().map(drawn::id);
    let here = pinned.or(over);
    let rows = look.rows_or(props.rows()).min(scene.rows());
    let firsts = look.first.unwrap_or_default();
    let side = |count: u32| f64::from(count) * ELEMENT;
    let first = firsts[*at].min(scene.rows() - rows);
    let geometry = scene.geometry((side(scene.columns), side(rows)), rows, first, here);
    let on_look = elements.on_look.clone();
    let cells_on = look.on_cells((rows, firsts), None, Callback::noop(), on_look);
    let (facts, on, on_hover, at) = (props.facts.clone(), props.on.clone(), elements.on_hover.clone(), *at);
    let on = Callback::from(move |event: CellEvent| match event.pinning(pinned, here) {
        CellEvent::Pin(id) => on.emit(Act::pin(id.map(drawn::element))),
        CellEvent::Point(id) => {
            on_over.emit(id);
            on_hover.emit(id.map(|id| facts.unit(drawn::element(id))));
        }
        event => cells_on.emit((at, event)),
    });
    div(
        "scroller",
        html! { <Cells {scene} {geometry} gutter={drawn::gutter(scene)} is_rail_behind={true} hot={Hot::at(here)} is_loud={look.is_loud} ink={&props.ink} {on} /> },
    )
}
