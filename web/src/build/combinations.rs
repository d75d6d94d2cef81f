//! All supported combinations of a chip: type × major × mode. A press uses one; what is pointed at says why it is supported or not.

use super::picker::{picture, signs, use_text};
use super::*;
use swizzle_core::Named;
use swizzle_text::chip::{ChipFact, facts_of_chip, from_hopper, headline};

/// Columns of the table, the name and the instruction included.
const COLUMNS: &str = "12";

/// Properties of [`Combinations`].
#[derive(Properties, PartialEq)]
pub struct CombinationsProps {
    /// The state.
    pub desk: Desk,
    /// What is built.
    pub facts: Shared<Facts>,
    /// The part that is in view.
    pub part: SupportShown,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// The id of a cell in the document.
fn id((element, major, mode): Place) -> String {
    format!("cell-{}-{}-{}", element.name(), major.name(), mode.name())
}

/// The table over the page.
#[component]
pub fn Combinations(props: &CombinationsProps) -> Html {
    let CombinationsProps { desk, facts, part, on } = props;
    let (hovered, on_hovered) = use_value(|| None::<Place>);
    // A chip without descriptors has no table.
    let chip = if part.has_table() { part.chip() } else { part.arch.first_chip() };
    let key = (chip, part.operand, part.sparsity);
    let table = use_memo(key, |(chip, operand, sparsity)| support_table(*chip, *operand, *sparsity));
    let used = facts.place();
    let view = View {
        table: &table,
        part: *part,
        used,
        at: hovered.or(part.cell()).unwrap_or(used),
        look: desk.look,
        on,
        hover: on_hovered.reform(Some),
        choose: {
            let (on, part) = (on.clone(), *part);
            let table = table.clone();
            Callback::from(move |place: Place| {
                // What was pointed at is the same place on another chip.
                on_hovered.emit(None);
                let (element, major, mode) = place;
                let cell = table.row(element).and_then(|row| row.cell(major, mode));
                let is_read = cell.is_some_and(|cell| cell.support != Support::Illegal);
                on.emit(if is_read { Act::Place(place) } else { Act::Part(part.with_cell(place)) });
            })
        },
    };
    let close = link_from_build(&desk.built());
    let title = match part.chip().arch() {
        Some(Arch::Wgmma) => format!("What wgmma reads on {}", chip.name()),
        Some(Arch::Tcgen05) => format!("What tcgen05.mma reads on {}", chip.name()),
        None => headline(part.chip()),
    };
    let counts = part.has_table().then(|| view.counts());
    tag("section", "pop combinations stack gap-3", (div("cluster", (tag("h2", "l b", title), counts, a("button is-icon push", close.clone(), icon(icon::CLOSE)).with("aria-label", "Close"))), view.choices(), html! { if part.has_table() {
                <div class="combinations-body">{ view.table() }<div class="stack gap-3" aria-live="polite">{ maybe(view.reason(&close)) }</div></div>
                { view.notes() }
                { folded(format!("What {} has", chip.name()), facts_table("Chip", &facts_of_chip(chip))) }
            } else {
                { facts_table("What it has", &facts_of_chip(part.chip())) }
                { facts_table("What becomes of a Hopper tile and its kernel", &from_hopper(part.chip())) }
            } })).with("role", "dialog").with("aria-label", "Supported combinations")
}

/// Facts of a chip with their sources.
fn facts_table(name: &'static str, facts: &[ChipFact]) -> Html {
    let row = |fact: &ChipFact| {
        bare(
            "tr",
            (
                bare("th", fact.name).with("scope", "row"),
                bare("td", &fact.text),
                tag("td", "q s", fact.source),
            ),
        )
    };
    table(name, [name, "", "Source"], facts.iter().map(row))
}

/// What the parts are drawn from.
struct View<'v> {
    table: &'v SupportTable,
    part: SupportShown,
    used: Place,
    at: Place,
    look: Look,
    on: &'v Callback<Act>,
    hover: Callback<Place>,
    choose: Callback<Place>,
}

impl View<'_> {
    /// How many cells are supported; the verdict on the tile in use goes with it.
    fn counts(&self) -> Html {
        let (element, major, mode) = self.used;
        let used = self.table.row(element).and_then(|row| row.cell(major, mode)).map(|cell| cell.support);
        let verdict = match used {
            Some(Support::Legal) => VerdictKind::Right,
            Some(Support::Contested) => VerdictKind::Warning,
            Some(Support::Illegal) => VerdictKind::Wrong,
            None => VerdictKind::Incomplete,
        };
        let [legal, contested, illegal] =
            [Support::Legal, Support::Contested, Support::Illegal].map(|one| self.table.count(one));
        // Rows that the chip does not read at all are counted in one line.
        let folded = self.table.rows.iter().filter(|row| !self.look.has_unread && !row.is_read());
        let folded: usize = folded.map(|row| row.cells.len()).sum();
        let mut words = vec![format!("{legal} supported")];
        words.extend((contested > 0).then(|| format!("{contested} contested")));
        words.push(format!("{illegal} not supported"));
        words.extend((folded > 0).then(|| format!("{folded} of them folded")));
        span("q s counts", words.join(", ")).with("data-verdict", verdict.name())
    }

    /// Chip, operand and sparsity.
    fn choices(&self) -> Html {
        let part = self.part;
        let chips = |is_of_warps: bool| {
            let shown = Chip::ALL.iter().filter(|chip| SupportShown::is_shown(**chip));
            let own = shown.filter(move |chip| chip.arch().is_none() == is_of_warps);
            own.map(move |chip| (chip.name(), part.with_chip(*chip))).collect()
        };
        let operands =
            Operand::ALL.iter().map(|operand| (operand.name(), SupportShown { operand: *operand, ..part }));
        let forms = Sparsity::ALL.iter().map(|form| (form.name(), SupportShown { sparsity: *form, ..part }));
        let of = |part: &SupportShown| (part.chip(), part.operand, part.sparsity);
        let choice = |label: &'static str, all: Vec<(&'static str, SupportShown)>| {
            let all = all.into_iter();
            let all = all.map(|(words, one)| (words, of(&one) == of(&part), Act::Part(one)));
            segments(label, all, self.on)
        };
        div(
            "cluster",
            (
                choice("Chip", chips(false)),
                choice("Chip with mma.sync alone", chips(true)),
                part.has_table().then(|| {
                    in_turn((choice("Operand", operands.collect()), choice("Sparsity", forms.collect())))
                }),
            ),
        )
    }

    fn table(&self) -> Html {
        let mode = |(_, mode): (Major, Swizzle)| {
            let text = mode.name().strip_prefix("128B-").unwrap_or(mode.name());
            tag("th", "q s", text).with("scope", "col")
        };
        // Types of one width stand together.
        let bits = |row: &SupportRow| row.element.pitch_bits();
        let groups = self.table.rows.chunk_by(|one, next| bits(one) == bits(next)).map(|rows| {
            let rows = rows.iter().filter(|row| row.is_read());
            bare("tbody", rows.map(|row| self.row(row)))
        });
        let unread: Vec<&SupportRow> = self.table.rows.iter().filter(|row| !row.is_read()).collect();
        // The cell that has the focus is the one that is explained.
        let (places, from) = (self.places(), self.at);
        let onkeydown = move |event: KeyboardEvent| {
            if let Some(next) = moved(&places, from, &event.key()) {
                event.prevent_default();
                browser::focus_on(browser::document().get_element_by_id(&id(next)));
            }
        };
        html! {
            <div class="scroller" tabindex="0" role="region" aria-label="The matrix"><table class="combos" {onkeydown}>
                <thead><tr><td></td>{ for Major::ALL.iter().map(|major| html! { <th scope="colgroup" colspan="5" class="q s">{ format!("{}-major", major.name()) }</th> }) }<td></td></tr>
                    <tr><td></td>{ for support_columns().map(mode) }<th scope="col" class="q s">{ "instruction" }</th></tr></thead>
                { for groups }
                if !unread.is_empty() { { self.folded(&unread) } }
            </table></div>
        }
    }

    /// The rows without a supported cell, as one line.
    fn folded(&self, rows: &[&SupportRow]) -> Html {
        let names: Vec<&str> = rows.iter().map(|row| row.element.name()).collect();
        let cells: usize = rows.iter().map(|row| row.cells.len()).sum();
        let is_open = self.look.has_unread;
        let words =
            format!("Not read by {}: {} ({cells} combinations)", self.table.chip.name(), names.join(", "));
        let onclick = sends(self.on, Act::Look(Look { has_unread: !is_open, ..self.look }));
        html! {
            <tbody><tr><td colspan={COLUMNS}>{ unfolds("plain s", is_open, words, onclick) }</td></tr>
                { for rows.iter().filter(|_| is_open).map(|row| self.row(row)) }</tbody>
        }
    }

    fn row(&self, of: &SupportRow) -> Html {
        let element = of.element;
        let (plain, form) = match element.name().split_once('-') {
            Some((plain, form)) => (plain, form),
            None if element.is_padded() => (element.name(), "padded"),
            None => (element.name(), ""),
        };
        bare(
            "tr",
            (
                tag("th", "m", (plain, " ", bare("small", form))).with("scope", "row"),
                of.cells.iter().map(|cell| html! { <td>{ self.cell(cell) }</td> }),
                tag("td", "m s q nowrap", of.instruction_text(self.table.chip)),
            ),
        )
    }

    fn cell(&self, cell: &SupportCell) -> Html {
        let place = place_of(cell);
        let (is_at, is_used) = (self.at == place, self.used == place);
        let (tone, drawing, words) = signs(cell.support);
        let used = if is_used { ", tile in use" } else { "" };
        let label = format!("{}: {}{used}", name(place), words);
        let (onfocus, onpointermove) = (sends(&self.hover, place), sends(&self.hover, place));
        // One of them is reached by Tab, the others by arrow keys.
        html! {
            <button type="button" id={id(place)} class={classes!("combo", tone, is_at.then_some("is-at"))} aria-label={label} aria-current={is_used.then_some("true")}
                tabindex={if is_at { "0" } else { "-1" }} {onfocus} {onpointermove} onclick={sends(&self.choose, place)}>{ drawing.map(icon) }</button>
        }
    }

    /// The places that are shown, row by row.
    fn places(&self) -> Vec<Place> {
        let (read, unread): (Vec<&SupportRow>, Vec<&SupportRow>) =
            self.table.rows.iter().partition(|row| row.is_read());
        let unread = unread.into_iter().filter(|_| self.look.has_unread);
        let cells = read.into_iter().chain(unread).flat_map(|row| &row.cells);
        cells.map(place_of).collect()
    }

    /// Why the cell in view is supported or not, its atom, and the instruction that reads it.
    fn reason(&self, build: &str) -> Option<Html> {
        let (element, major, mode) = self.at;
        let (row, chip) = (self.table.row(element)?, self.table.chip);
        let cell = row.cell(major, mode)?;
        let is_off = cell.support == Support::Illegal;
        let instead = row.instead_of(cell).filter(|_| is_off);
        let text = if cell.text.is_empty() { "All sources list it." } else { &cell.text };
        let (tone, _, words) = signs(cell.support);
        let way = match instead {
            Some(other) => text_button("", &use_text(cell, other), sends(&self.choose, place_of(other))),
            None if self.used == self.at => a("button", build.to_owned(), "Build this tile"),
            None => text_button("", "Use this layout", sends(&self.choose, self.at)),
        };
        let drawn = if is_off { instead } else { Some(cell) };
        let facts = drawn.map(|drawn| {
            let all = instruction_facts(chip, drawn).into_iter();
            in_turn((
                p("b", if is_off { "Supported instead" } else { "Instruction" }),
                div(
                    "row gap-3",
                    (
                        thumbnail(80, &picture(drawn.swizzle, drawn.major)),
                        rows("", all.map(|(name, value)| (name, value.into(), ""))),
                    ),
                ),
            ))
        });
        Some(in_turn((
            div(
                "",
                (
                    p("b", name(self.at)),
                    p(classes!((!is_off).then_some(tone), "toned"), words),
                    p("", text),
                    p("q s", cell.source),
                ),
            ),
            p("", way),
            facts,
        )))
    }

    /// Where sources disagree, and what the table rests on.
    fn notes(&self) -> Html {
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for cell in self.table.cells() {
            let note = (&*cell.text, cell.source);
            if cell.support == Support::Contested && !seen.contains(&note) {
                seen.push(note);
            }
        }
        let (chip, source) = (self.table.chip.name(), self.table.chip.source());
        let rests = if self.table.chip.is_measured() {
            format!("{chip}: {source}.")
        } else {
            format!(
                "{chip} has not been run here: these cells rest on documents and code, not on measurements. Source: {source}."
            )
        };
        in_turn((p("hint", "Press a cell to use it; size, start and stages stay the same."), tag("details", "fold", (tag("summary", "s q", "Notes"), tag("ul", "stack gap-1 s", (seen.iter().map(|(text, source)| html! { <li>{ *text }{ " " }<small>{ *source }</small></li> }), bare("li", rests)))))))
    }
}

/// Returns the place that an arrow key leads to.
pub fn moved(places: &[Place], from: Place, key: &str) -> Option<Place> {
    let columns = support_columns().count();
    let at = places.iter().position(|place| *place == from)?;
    let (row, column) = (at / columns, at % columns);
    let (row, column) = match key {
        "ArrowLeft" => (row, column.checked_sub(1)?),
        "ArrowRight" => (row, column + 1),
        "ArrowUp" => (row.checked_sub(1)?, column),
        "ArrowDown" => (row + 1, column),
        "Home" => (row, 0),
        "End" => (row, columns - 1),
        _ => return None,
    };
    let next = places.get(row * columns + column).copied();
    next.filter(|_| column < columns)
}
