//! The parts of the page around an operand: what is over, beside and under its squares.

use super::chain::{chain, fields, steps};
use super::fix::{fix, list};
use super::page::AtHand;
use super::score::sign;
use super::squares::{MIDDLE, Squares, choices};
use super::start::{given_by, limit};
use super::state::KEYS;
use super::told::Told;
use super::*;
use swizzle_lens::Part;

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
            html! { <>{ head(Html::default()) }{ self.narrow() }</> }
        } else {
            html! { <>{ head(self.tools()) }{ self.sentence() }{ self.fix() }{ self.work() }</> }
        }
    }

    pub fn is_narrow(&self) -> bool {
        self.desk.window.0 < NARROW
    }

    fn mend(&self) -> Option<&(u32, LineEdit)> {
        self.told.and_then(|told| told.mend.as_ref())
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

    pub fn findings(&self) -> Html {
        html! { <>{ list(self.view, self.place, self.mend(), self.on) }{ limit() }</> }
    }

    /// What is judged: the text as a chip, the kernel, and what was assumed.
    pub fn sentence(&self) -> Html {
        let view = self.view;
        let instructions = format!(", {}", counted(view.rows.len(), "instruction"));
        let types = &view.rows[self.place.row].types;
        let target = view.target.as_ref().map(|target| format!(", checked as {target}"));
        let assumed = view.map_of(self.place).and_then(|map| map.assumed_bytes);
        let assumed = assumed.map(|base| format!(", shared memory assumed at {base:#x}"));
        html! { <div class="sentence small-words">{ self.chip() }{ self.name() }{ instructions }{ format!(", {types}") }{ target }{ assumed }</div> }
    }

    /// The text, folded to its name.
    fn chip(&self) -> Html {
        let held = self.held;
        let lines = format!("{}, {} lines", held.name, grouped(self.reading.line_count()));
        chip(self.desk, "PTX", "kernel-input", lines, || {
            html! {
                <>
                    { given_by(Some(&*held.text), &self.text.on_given) }
                    { text_button("", "Replace", self.text.away.clone()) }
                    { alert("is-wrong toned", self.text.fault.clone()) }
                    { p("hint", "It stays in this browser.") }
                </>
            }
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
            return html! { <span class="b" title={view.name.clone()}>{ short(&view.name) }</span> };
        }
        let one = |(at, view): (usize, &Rc<KernelView>)| {
            let (tone, sign) = sign(view.verdict.kind);
            let is_here = at == self.kernel;
            html! { <button type="button" class={classes!("item", tone)} aria-pressed={is_here.to_string()} title={view.name.clone()} onclick={sends(self.on, Act::Kernel(at))}>{ sign }<span>{ short(&view.name) }</span></button> }
        };
        let names = || html! { <>{ for all.iter().enumerate().map(one) }</> };
        let opened = self.desk.has_open("kernels");
        let opened = opened.then(|| pop("kernel-names", "Kernels", names()));
        let words = html! { short(&view.name) };
        let word = opener(["word-place", "word"], None, words, opened, self.desk.opens("kernels"));
        html! { <span title={view.name.clone()}>{ word }{ format!(" of {} kernels", all.len()) }</span> }
    }

    /// The fault; its place is kept while its edit is looked for.
    pub fn fix(&self) -> Html {
        fix(self.view, self.place, self.told.map(|told| told.mend.as_ref()), self.is_narrow(), self.on)
    }

    /// Instructions and squares.
    fn work(&self) -> Html {
        let is_middle = self.desk.window.0 < MIDDLE;
        html! {
            <div class={if is_middle { "stack gap-3" } else { "kernel" }}>
                { score(self.view, self.place, is_middle, self.on) }
                <section class="stack gap-3"><div class="cluster">{ self.choices() }{ self.legend() }</div>{ self.squares() }{ self.under() }</section>
            </div>
        }
    }

    pub fn choices(&self) -> Html {
        let mn = self.facts.map_or(0, |facts| facts.spec.extent().mn);
        choices(self.view, self.place, mn, self.on)
    }

    /// Where the read starts, and where it should.
    fn legend(&self) -> Html {
        let starts = self.facts.and_then(|facts| {
            let start = |bits: swizzle_core::Descriptor| u32::from(bits.decode().start_field) * 16;
            Some((
                start(facts.spec.given()?),
                facts.spec.derived_descriptor(facts.spec.place()).ok().map(start),
            ))
        });
        let is_wrong = self.facts.is_some_and(|facts| {
            let mut all = 0..facts.bytes.len() as u32;
            all.any(|unit| facts.is_wrong(unit) && facts.is_in_step(unit))
        });
        let key = |read: u32, expected: String| {
            html! {
                <><b class="bad">{ "red" }</b>{ format!(" read from {read:#x} ") }<svg width="20" height="12" aria-hidden="true"><path class="dash bad" d="M1 1h18v10h-18z" /></svg>{ expected }</>
            }
        };
        let words = starts.map(|(read, expected)| match expected {
            Some(expected) if expected != read => key(read, format!(" expected from {expected:#x}")),
            _ if is_wrong => key(read, " expected".into()),
            _ => html! { format!("read from {read:#x}") },
        });
        html! { <span class="legend row push q s">{ for words }</span> }
    }

    pub fn squares(&self) -> Html {
        let Some((facts, link)) = self.facts.zip(self.link) else {
            return p("q kernel-unseen", unseen(self.view, self.place));
        };
        html! {
            <Squares key={link.to_owned()} reading={self.reading.clone()} kernel={self.kernel} place={self.place} facts={facts.clone()} rows={self.rows()} desk={self.desk.clone()} on={self.on.clone()} />
        }
    }

    /// Under the squares: a line of the text, or what the operand follows from.
    fn under(&self) -> Html {
        let look = self.look;
        let count = self.told.map_or(0, |told| told.why.lines.len());
        let given = self.facts.and_then(|facts| facts.spec.given());
        let words = if look.has_chain { "Hide them" } else { "Show them" };
        let lines = (count > 0).then(|| {
            html! { <>{ format!(" follows from {} of PTX. ", counted(count, "line")) }{ unfolds("plain", look.has_chain, html! { words }, sends(self.on, Act::Chain)) }</> }
        });
        let at_rest = html! {
            <p class="q">
                if let Some(given) = given { { "Descriptor " }<code>{ given.to_string() }</code>{ for lines } }
                if let Some(link) = self.link.filter(|_| !self.view.is_of_registers) { { " · " }{ a("plain", link.to_owned(), "Open in Check") } }
            </p>
        };
        html! { <>{ for look.line.map(|line| excerpt(self.reading, line, self.on)) }{ at_rest }{ instruction(&self.view.rows[self.place.row]) }if look.has_chain { <div class="beside"><div>{ self.chain() }</div><div class="stack">{ self.fields() }</div></div> }</> }
    }

    pub fn chain(&self) -> Html {
        let at_fault = self.mend().map(|(_, edit)| edit.line);
        self.told.map(|told| chain(&told.why, at_fault, self.on)).unwrap_or_default()
    }

    /// Steps along K, and the fields of the descriptor.
    pub fn fields(&self) -> Html {
        let placed = self
            .part
            .filter(|part| !part.is_placed)
            .map(|_| p("hint", "The base address is not known from the PTX; 0x400 is assumed."));
        html! { <>{ steps(self.view, self.place, self.on) }{ for fields(self.facts.map(|facts| &**facts)) }{ for placed }</> }
    }
}

/// Why there is no picture.
pub fn unseen(view: &KernelView, place: Place) -> String {
    let name = place.side.name();
    match view.operand(place).side {
        Side::Registers => format!("{name} is in registers: no descriptor reads it."),
        Side::TensorMemory => format!("{name} is in tensor memory: no descriptor reads it."),
        Side::Shared => {
            format!("The PTX does not show enough of {name} to draw it. The finding says where it stops.")
        }
    }
}
