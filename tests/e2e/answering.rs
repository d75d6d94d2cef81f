//! How the question of a stop is answered without a mouse.

use serde_json::{Value, json};
use swizzle_core::{Coord, Named};
use swizzle_draw::Cells;
use swizzle_draw::scene::{
    CellAt, Drawing, LoadPicture, LoadSide, PaneKind, Window, id_of_element, id_of_place,
};
use swizzle_learn::{FigureKind, Judged, Kind, LESSONS, Part, Stop, shown_from_keys, value_in_link};
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_tmem::plan::{Cell, ReadBack};
use swizzle_view::Shown;
use swizzle_view::link::{LanesShown, TensorMemoryShown, form_from_link};
use swizzle_warp::Wires;

use crate::page::Page;
use crate::stop::{READ, address, answer, facts_of, opened, option, spec_of, stops_of, typed};

/// More than there are stops of the Tab key on a page.
const TABS: usize = 120;

/// How many presses of Tab, or of Shift and Tab, lead to what has a name, perhaps inside of something; 0 where none does.
/// Only where to look: whether they do lead there is seen when they are pressed.
const PRESSES: &str = "
    const [name, isBack, around] = arguments;
    const here = document.activeElement;
    const isAhead = (one) => {
        const [from, to] = isBack ? [one, here] : [here, one];
        return from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING;
    };
    const all = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
        .filter((one) => one.tabIndex >= 0 && !one.disabled && one.getClientRects().length && isAhead(one));
    if (isBack) all.reverse();
    const words = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim();
    const isNamed = (one) => words(one) === name || /[,:]$/.test(name) && words(one).startsWith(name);
    return all.findIndex((one) => isNamed(one) && one.closest(around)) + 1;
";

/// What has the focus: its name, or its words.
const FOCUS: &str = "
    const at = document.activeElement;
    return (at.getAttribute('aria-label') ?? at.textContent).trim();
";

/// Whether nothing has the focus: the element that had it is gone.
const IS_LOST: &str = "return document.activeElement === document.body";

/// The cell of a figure's view that has an element.
fn cell_of(state: &Shown, kind: PaneKind, element: Coord) -> Result<CellAt> {
    let spec = spec_of(state)?;
    let drawing = Drawing::of(&state.looked_at(&spec), state.view);
    let layout = drawing.drawn.layout();
    let each = match drawing.view.cells {
        Cells::Units => layout.per_unit(),
        Cells::Elements => 1,
    };
    let (along, across) = element.along_and_across(layout.major());
    let id = id_of_element(Coord::at(layout.major(), along / each * each, across));
    let size = drawing.size(kind);
    let cells = drawing.scene(kind, &Window::all(size)).cells;
    let found = (0..).zip(cells).find(|(_, cell)| cell.id == id);
    let found = found.map(|(at, _)| CellAt { column: at % size.columns, row: at / size.columns });
    found.ok_or_else(|| Error::new(format!("{element:?} is not in {kind:?}")))
}

impl Page {
    /// Waits until parts of what a stop shows are these.
    pub(crate) fn says(&self, parts: &Value) -> Result<()> {
        self.session().wait_for(&format!("{parts:#}"), |_| {
            let shown = self.session().execute(READ, &[])?;
            let parts = parts.as_object().into_iter().flatten();
            for (part, expected) in parts {
                if shown[part] != *expected {
                    return Err(Error::new(format!("{part} is {:#}", shown[part])));
                }
            }
            Ok(Some(()))
        })
    }

    /// Waits for a stop as it is when it is opened.
    pub(crate) fn opens_stop(&self, lesson: usize, place: usize) -> Result<&'static Stop> {
        self.says(&opened(lesson, place)?)?;
        Ok(&LESSONS[lesson].stops[place])
    }

    /// What has the focus: its name, or its words.
    pub(crate) fn focus(&self) -> Result<String> {
        self.text_of(FOCUS)
    }

    /// Presses Tab, or Shift and Tab, until what has this name has the focus.
    pub(crate) fn tab_to(&self, name: &str, is_back: bool) -> Result<()> {
        self.tab_into(name, is_back, "body")
    }

    /// The same, to what is inside of something.
    pub(crate) fn tab_into(&self, name: &str, is_back: bool, around: &str) -> Result<()> {
        let chord: &[&str] = if is_back { &[keys::SHIFT, keys::TAB] } else { &[keys::TAB] };
        let arguments = [json!(name), json!(is_back), json!(around)];
        let presses = self.session().execute(PRESSES, &arguments)?;
        let presses = presses.as_u64().unwrap_or_default().max(1) as usize;
        self.session().chords(&vec![chord; presses])?;
        let is_around = format!("return document.activeElement.closest('{around}') !== null");
        for _ in 0..TABS {
            let focus = self.focus()?;
            // A view, and a word that is a control, say more of themselves behind their names.
            let is_view = name.ends_with([',', ':']);
            let is_view = is_view && focus.starts_with(name);
            if (focus == name || is_view)
                && (around == "body" || self.session().execute(&is_around, &[])? == true)
            {
                return Ok(());
            }
            self.session().chord(chord)?;
        }
        Err(Error::new(format!("Tab does not lead to {name} in {around}")))
    }

    /// Goes to what has this name and presses Enter.
    pub(crate) fn enter(&self, name: &str) -> Result<()> {
        self.tab_to(name, false)?;
        self.session().chord(&[keys::ENTER])
    }

    /// Types where the focus is.
    pub(crate) fn type_here(&self, text: &str) -> Result<()> {
        let letters: Vec<String> = text.chars().map(String::from).collect();
        let keys: Vec<[&str; 1]> = letters.iter().map(|letter| [letter.as_str()]).collect();
        let chords: Vec<&[&str]> = keys.iter().map(|key| &key[..]).collect();
        self.session().chords(&chords)
    }

    /// Answers the question of the stop that is shown, once more where it was answered before.
    pub(crate) fn answers(&self) -> Result<()> {
        self.does("has .learn-ask")?;
        let again = "if (document.querySelector('.learn-right')) [...document.querySelectorAll('.learn-ask button')].pop().click()";
        self.session().execute(again, &[])?;
        let here = self.link()?;
        let found = stops_of(|_| true).find(|(lesson, place)| address(*lesson, *place) == here);
        let (lesson, place) = found.ok_or_else(|| Error::new(here))?;
        self.answer_right(self.opens_stop(lesson, place)?)
    }

    /// Answers the question of a stop right, and waits for what is said then. The way on is ahead of the focus.
    pub(crate) fn answer_right(&self, stop: &Stop) -> Result<()> {
        match &stop.ask.kind {
            Kind::Click { in_memory, element } => {
                let begins = shown_from_keys(stop.figure.link);
                let (mn, k) = *element;
                self.pin_by_keys(&begins, *in_memory, Coord { mn, k })?;
            }
            Kind::Cell { part, element } => self.press_cell_by_keys(stop, *part, element)?,
            Kind::Number(name) => {
                self.tab_to("Your answer: decimal, or hex with 0x", false)?;
                self.type_here(&typed(stop, name)?)?;
                self.session().chord(&[keys::ENTER])?;
            }
            Kind::Choose(options) => {
                let place = option(stop, options.len(), Judged::Right)?;
                self.tab_into(options[place].0, false, ".learn-options")?;
                self.session().chord(&[keys::ENTER])?;
            }
            Kind::Make(goal) => {
                match stop.figure.kind() {
                    FigureKind::TensorMemory => self.turn_knobs_of_tensor_memory(stop, goal)?,
                    FigureKind::Wires => self.close_wires(goal)?,
                    FigureKind::Tile => self.turn_knobs(stop, &shown_from_keys(goal))?,
                }
                self.tab_to("Check", false)?;
                self.session().chord(&[keys::ENTER])?;
            }
        }
        let focus = self.focus()?;
        self.says(&json!({ "right": format!("Right. {}", answer(stop)?) }))?;
        let is_lost = self.session().execute(IS_LOST, &[])? == true;
        if is_lost || focus != self.focus()? {
            return Err(Error::new(format!("the focus left {focus}")));
        }
        Ok(())
    }

    /// Walks to the cell of an element and presses Enter there.
    fn pin_by_keys(&self, state: &Shown, in_memory: bool, element: Coord) -> Result<()> {
        let (kind, name) =
            if in_memory { (PaneKind::Memory, "Memory") } else { (PaneKind::Matrix, "Matrix") };
        self.tab_to(name, false)?;
        let CellAt { column, row } = cell_of(state, kind, element)?;
        let times = |key: &'static [&'static str], count: u32| vec![key; count as usize];
        let chords = [
            // The first leads to the first cell.
            times(&[keys::DOWN], 1),
            times(&[keys::PAGE_DOWN], row / 16),
            times(&[keys::DOWN], row % 16),
            times(&[keys::RIGHT], column),
            times(&[keys::ENTER], 1),
        ];
        self.session().chords(&chords.concat())
    }

    /// Walks to a cell of tensor memory, or to its register, and presses Enter there.
    fn press_cell_by_keys(&self, stop: &Stop, part: Part, element: &str) -> Result<()> {
        let (side, name) = match part {
            Part::Registers => (LoadSide::Registers, "Threads and registers"),
            _ => (LoadSide::Cells, "Lanes and columns"),
        };
        let asked = facts_of(stop, stop.asked_link())?;
        let times = |key: &'static [&'static str], count: u32| vec![key; count as usize];
        if part == Part::Matrix {
            let numbers: Vec<u32> = element.split(' ').filter_map(|number| number.parse().ok()).collect();
            self.tab_to("In shared memory", false)?;
            let chords = [
                times(&[keys::DOWN], numbers[0] + 1),
                times(&[keys::RIGHT], numbers[1]),
                times(&[keys::ENTER], 1),
            ];
            return self.session().chords(&chords.concat());
        }
        let of = |what: &str| asked.number(&format!("{what} {element}"));
        let of = |what: &str| of(what).map_or(0, |number| number.value as u32);
        let [cta, lane, column] = ["cta", "lane", "column"].map(of);
        let shown = form_from_link::<TensorMemoryShown>(stop.figure.link).shown;
        let laid = shown.plan.laid();
        let read = ReadBack::new(&laid, shown.cell, shown.shape, shown.num);
        let read = read.map_err(|why| Error::new(why.to_string()))?;
        // As many registers as the figure has.
        let page = if shown.shape.lanes() == 32 { 8 } else { 4 };
        let picture = LoadPicture { laid, read: read.with_page(page) };
        let sheets = picture.sheets(side);
        let columns = sheets.first().map_or(1, |sheet| sheet.across.len());
        let id = id_of_place(Cell { cta, lane, column });
        let at = sheets.iter().flat_map(|sheet| &sheet.cells).position(|cell| cell.id == id);
        let at = at.ok_or_else(|| Error::new("no such cell"))?;
        let (row, column) = ((at / columns) as u32, (at % columns) as u32);
        self.tab_to(name, false)?;
        // The first key leads to the first cell.
        let chords = [times(&[keys::DOWN], row + 1), times(&[keys::RIGHT], column), times(&[keys::ENTER], 1)];
        self.session().chords(&chords.concat())
    }

    /// Closes the wires that a goal has closed.
    fn close_wires(&self, goal: &str) -> Result<()> {
        let wires = form_from_link::<LanesShown>(goal).shown.wires;
        for wire in (0..Wires::COUNT).filter(|wire| wires.is_closed(*wire)) {
            self.tab_into(&format!("Wire {}:", wire + 1), false, ".switches")?;
            self.session().chord(&[keys::ENTER])?;
        }
        Ok(())
    }

    /// Sets the controls beneath a figure of tensor memory to what a goal has.
    fn turn_knobs_of_tensor_memory(&self, stop: &Stop, goal: &str) -> Result<()> {
        for knob in stop.figure.knobs {
            let label = match *knob {
                "column_1" => "First column of D 2",
                other => return Err(Error::new(format!("no name is known for {other}"))),
            };
            let value = value_in_link(goal, knob);
            self.tab_past_text(label)?;
            self.type_here(&value.unwrap_or_default())?;
            self.session().chord(&[keys::ENTER])?;
        }
        Ok(())
    }

    /// Sets the controls beneath a figure to what a goal has.
    fn turn_knobs(&self, stop: &Stop, goal: &Shown) -> Result<()> {
        let goal = spec_of(goal)?;
        let read = goal.read(0).params();
        for knob in stop.figure.knobs {
            let (label, value) = match *knob {
                "swizzle" | "swizzle_alone" => {
                    self.choose_by_keys("Swizzle", read.swizzle.name())?;
                    continue;
                }
                "start" => ("Start", format!("0x{:x}", read.start_bytes)),
                "base_offset" => ("Base offset", read.base_offset.to_string()),
                "lbo_bytes" => ("LBO in bytes", read.lbo_bytes.to_string()),
                "sbo_bytes" => ("SBO in bytes", read.sbo_bytes.to_string()),
                other => return Err(Error::new(format!("no name is known for {other}"))),
            };
            self.tab_past_text(label)?;
            // Tab has selected the previous value.
            self.type_here(&value)?;
            self.session().chord(&[keys::ENTER])?;
        }
        Ok(())
    }

    /// Goes to a control beneath the figure, not to one in a sentence that has the same name.
    fn tab_past_text(&self, name: &str) -> Result<()> {
        self.tab_into(name, false, "figcaption")
    }

    /// Chooses a name beneath the figure: from a list, or from some buttons.
    fn choose_by_keys(&self, label: &str, name: &str) -> Result<()> {
        let is_list =
            "return Boolean(document.querySelector(`figcaption select[aria-label='${arguments[0]}']`))";
        if self.session().execute(is_list, &[json!(label)])? != true {
            self.tab_past_text(name)?;
            return self.session().chord(&[keys::ENTER]);
        }
        self.tab_past_text(label)?;
        let chosen = "return [...document.activeElement.options].map((one) => one.value)
            .concat([document.activeElement.selectedIndex])";
        let list = self.session().execute(chosen, &[])?;
        let list = list.as_array().cloned().unwrap_or_default();
        let from = list.last().and_then(Value::as_u64).unwrap_or_default();
        let to = list.iter().position(|one| one == name);
        let to = to.ok_or_else(|| Error::new(format!("{name} is not in the list")))? as u64;
        let key: &[&str] = if to > from { &[keys::DOWN] } else { &[keys::UP] };
        let presses = vec![key; to.abs_diff(from) as usize];
        self.session().chords(&presses)
    }
}
