//! The parts of the page around an operand: what is over, beside and under its squares.

use super::score::sign;
use super::state::KEYS;
use super::*;
use crate::frame;

/// What the parts of the page are drawn from.
pub struct At<'a> {
    /// The text, and what takes another.
    pub text: &'a AtHand,
    /// The same, once it is there.
    pub held: &'a Held,
    /// What was read of it.
    pub reading: &'a Shared<Reading>,
    /// The kernel in view.
    pub view: &'a Rc<KernelView>,
    /// Its number in the text.
    pub kernel: usize,
    /// The operand in view.
    pub place: Place,
    /// Its read, as Check opens it.
    pub part: Option<&'a Part>,
    /// Its tile and its read.
    pub facts: Option<&'a Shared<Facts>>,
    /// Why it is what it is, and what fixes it, once that is known.
    pub told: Option<&'a Told>,
    /// Its address in Check.
    pub link: Option<&'a str>,
    /// How it is looked at.
    pub look: Look,
    /// The same of the squares, and where.
    pub desk: &'a Desk,
    /// Takes acts.
    pub on: &'a Callback<Act>,
}

impl At<'_> {
    /// All of the page.
    pub fn page(&self) -> Html {
        let head = |tools| verdict_row(&self.view.verdict, self.findings_button(), tools);
        if self.is_narrow() {
            in_turn((head(Html::default()), self.narrow()))
        } else {
            in_turn((head(self.tools()), self.sentence(), self.fix(), self.work()))
        }
    }

    pub fn is_narrow(&self) -> bool {
        self.desk.window.0 < NARROW
    }

    /// The edit that mends what is in view: the line of its finding, and the edit.
    pub fn mend(&self) -> Option<&(u32, LineEdit)> {
        self.told.and_then(|told| told.mend.as_ref())
    }

    /// The instruction in view.
    pub fn row(&self) -> &Row {
        &self.view.rows[self.place.row]
    }

    /// The descriptor in view.
    pub fn given(&self) -> Option<Descriptor> {
        self.facts.and_then(|facts| facts.spec.given())
    }

    /// What a press does.
    pub fn acts(&self, act: Act) -> Callback<MouseEvent> {
        sends(self.on, act)
    }

    /// The number of a line, which shows it.
    pub fn number(&self, class: &'static str, line: u32) -> Html {
        press(class, line, self.acts(Act::Line(Some(line)))).with("aria-label", format!("Show line {line}"))
    }

    /// Counts of the findings, which open all of them.
    fn findings_button(&self) -> Html {
        let words = counts(self.view.findings.iter().map(|(found, _)| found.severity));
        if words.is_empty() || self.is_narrow() {
            return Html::default();
        }
        let found = self.desk.has_open("findings").then(|| self.findings());
        findings_button(words, found, self.desk.opens("findings"))
    }

    /// At the end of the title: comparison, view options, and what opens over the page.
    pub fn tools(&self) -> Html {
        let (desk, compare) = (self.desk, self.link.map(pair_to_complete));
        let options = desk.look.options(self.rows(), UNITS_MOST, true, &desk.on);
        desk.tools(compare, options, KEYS, !self.is_narrow())
    }

    /// Rows of a square: two atoms, unless another number was chosen. Cells of a narrow screen can be hit.
    fn rows(&self) -> u32 {
        let at = usize::from(!self.is_narrow());
        self.desk.look.rows_or(ROWS[at])
    }

    /// What is judged: the text as a chip, the kernel, and what was assumed.
    pub fn sentence(&self) -> Html {
        let view = self.view;
        let instructions = format!(", {}", counted(view.rows.len(), "instruction"));
        let target = view.target.as_ref().map(|target| format!(", checked as {target}"));
        let assumed = view.map_of(self.place).and_then(|map| map.assumed_bytes);
        let assumed = assumed.map(|base| format!(", shared memory assumed at {base:#x}"));
        div(
            "sentence small-words",
            (self.chip(), self.name(), instructions, format!(", {}", self.row().types), target, assumed),
        )
    }

    /// The text, folded to its name.
    fn chip(&self) -> Html {
        let lines = format!("{}, {} lines", self.held.name, grouped(self.reading.line_count()));
        chip(self.desk, "PTX", "kernel-input", lines, || {
            in_turn((
                given_by(Some(&*self.held.text), &self.text.on_given),
                text_button("", "Replace", self.text.away.clone()),
                alert("is-wrong toned", self.text.fault.clone()),
                p("hint", "It stays in this browser."),
            ))
        })
    }

    /// The kernel's name: of several, the word that opens their list.
    fn name(&self) -> Html {
        /// Letters of a name; a mangled one is longer.
        const LONG: usize = 44;
        let short = |name: &str| match name.char_indices().nth(LONG) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.to_owned(),
        };
        let view = self.view;
        let all = &self.reading.kernels;
        if all.len() < 2 {
            return span("b", short(&view.name)).with("title", view.name.clone());
        }
        let one = |(at, view): (usize, &Rc<KernelView>)| {
            let (tone, sign) = sign(view.verdict.kind);
            let is_here = at == self.kernel;
            press(classes!("item", tone), (sign, span("", short(&view.name))), self.acts(Act::Kernel(at)))
                .with("aria-pressed", is_here)
                .with("title", view.name.clone())
        };
        let names = || several(all.iter().enumerate().map(one));
        let opened = self.desk.has_open("kernels").then(|| pop("kernel-names", "Kernels", names()));
        let words = short(&view.name);
        let word = opener("word-place", "word", None, words, opened, self.desk.opens("kernels"));
        span("", (word, format!(" of {} kernels", all.len()))).with("title", view.name.clone())
    }

    /// Instructions and squares.
    fn work(&self) -> Html {
        let is_middle = self.desk.window.0 < MIDDLE;
        div(
            if is_middle { "stack gap-3" } else { "kernel" },
            (
                self.score(is_middle),
                tag(
                    "section",
                    "stack gap-3",
                    (div("cluster", (self.choices(), self.legend())), self.squares(), self.under()),
                ),
            ),
        )
    }

    /// Where the read starts, and where it should.
    fn legend(&self) -> Html {
        let starts = self.facts.and_then(|facts| {
            let expected = facts.spec.derived_descriptor(facts.spec.place()).ok();
            Some((start_of(self.given()?), expected.map(start_of)))
        });
        let is_wrong = self.facts.is_some_and(|facts| {
            let mut all = 0..facts.bytes.len() as u32;
            all.any(|unit| facts.is_wrong(unit) && facts.is_in_step(unit))
        });
        let key = |read: u32, expected: String| {
            in_turn((
                tag("b", "bad", "red"),
                format!(" read from {read:#x} "),
                html! { <svg width="20" height="12" aria-hidden="true"><path class="dash bad" d="M1 1h18v10h-18z" /></svg> },
                expected,
            ))
        };
        let words = starts.map(|(read, expected)| match expected {
            Some(expected) if expected != read => key(read, format!(" expected from {expected:#x}")),
            _ if is_wrong => key(read, " expected".into()),
            _ => html! { format!("read from {read:#x}") },
        });
        span("legend row push q s", words)
    }

    pub fn squares(&self) -> Html {
        let Some((facts, link)) = self.facts.zip(self.link) else {
            return p("q kernel-unseen", self.unseen());
        };
        html! {
            <Squares key={link.to_owned()} reading={self.reading} kernel={self.kernel} place={self.place} {facts} rows={self.rows()} desk={self.desk.clone()} on={self.on} />
        }
    }

    /// Under the squares: a line of the text, or what the operand follows from.
    fn under(&self) -> Html {
        let look = self.look;
        let count = self.told.map_or(0, |told| told.why.lines.len());
        let words = if look.has_chain { "Hide them" } else { "Show them" };
        let lines = (count > 0).then(|| {
            in_turn((
                format!(" follows from {} of PTX. ", counted(count, "line")),
                unfolds("plain", look.has_chain, words, self.acts(Act::Chain)),
            ))
        });
        let at_rest = p(
            "q",
            (
                self.given().map(|given| in_turn(("Descriptor ", bare("code", given.to_string()), lines))),
                self.link
                    .filter(|_| !self.view.is_of_registers)
                    .map(|link| in_turn((" · ", a("plain", link.to_owned(), "Open in Check")))),
            ),
        );
        in_turn((
            self.excerpt(),
            at_rest,
            instruction(self.row()),
            look.has_chain.then(|| div("beside", (div("", self.chain()), div("stack", self.fields())))),
        ))
    }

    /// Steps along K, and the fields of the descriptor.
    pub fn fields(&self) -> Html {
        let placed = self
            .part
            .filter(|part| !part.is_placed)
            .map(|_| p("hint", "The base address is not known from the PTX; 0x400 is assumed."));
        in_turn((self.steps(), self.facts.and_then(|facts| fields(facts)), placed))
    }

    /// Why there is no picture.
    pub fn unseen(&self) -> String {
        let name = self.place.side.name();
        match self.view.operand(self.place).side {
            Side::Registers => format!("{name} is in registers: no descriptor reads it."),
            Side::TensorMemory => format!("{name} is in tensor memory: no descriptor reads it."),
            Side::Shared => {
                format!("The PTX does not show enough of {name} to draw it. The finding says where it stops.")
            }
        }
    }
}

/// The byte that a descriptor reads first.
pub fn start_of(held: Descriptor) -> u32 {
    u32::from(held.decode().start_field) * UNIT_BYTES
}

impl At<'_> {
    /// One square at a time, and sheets.
    pub fn narrow(&self) -> Html {
        let look = self.desk.look;
        let choose = self.desk.on.reform(move |side| frame::Look { side, ..look });
        let tabs = tabs("View", ["Matrix", "Memory", "Chain"], look.side, &choose);
        let view = if look.side == 2 { maybe(self.chain()) } else { self.squares() };
        let here = format!("{}, stage {}", self.place.side.name(), self.place.stage);
        in_turn((
            self.fix(),
            self.score(true),
            div("row apart kernel-narrow", (tabs, span("q s", here))),
            view,
            self.excerpt(),
            self.sheets(),
        ))
    }

    /// The bar of sheets, and the one that is open.
    fn sheets(&self) -> Html {
        let faults = self.view.findings.iter();
        let faults = faults.filter(|(one, _)| one.severity != Severity::Note);
        let look = self.desk.look;
        sheets(look, faults.count(), &self.desk.on, |sheet| match sheet {
            Sheet::Edit => div("stack", (self.sentence(), div("cluster", self.choices()), self.tools())),
            Sheet::Bits => in_turn((
                p("m b", self.given().map(|given| given.to_string())),
                self.fields(),
                instruction(self.row()),
            )),
            Sheet::Findings => self.findings(),
            Sheet::Trace => match self.facts {
                Some(facts) => traced(facts, look.pinned, 336.0, 0),
                None => p("q", self.unseen()),
            },
        })
    }
}
