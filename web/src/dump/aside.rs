//! The column beside the squares: the unit that is pointed at, or what was found; and below the foot all that is known of it.

use super::picture::images;
use super::*;
use crate::check::image::Thumbnail;
use crate::check::{SIDE, mode_paths, traced, wires};
use swizzle_dump::{Form as FoundForm, Held};

/// What the column is drawn from.
#[derive(Clone)]
pub struct Column {
    /// The dump.
    pub facts: Shared<Facts>,
    /// How it is looked at.
    pub desk: Desk,
    /// Holds the dump against another layout.
    pub on_against: Callback<Option<Against>>,
    /// Looks at another layout that fits.
    pub on_chosen: Callback<usize>,
    /// Shows the dump as images.
    pub on_picture: Callback<bool>,
}

impl Column {
    /// The column for a unit, or for none.
    pub fn draw(&self, unit: Option<u32>, width: f64) -> Html {
        match unit {
            Some(unit) => self.unit(unit, width),
            None => self.rest(width),
        }
    }

    /// A unit: its values, its way, where it is and where it is read.
    fn unit(&self, unit: u32, width: f64) -> Html {
        let (facts, picture) = (&self.facts, &self.facts.picture);
        let [columns, rows] = facts.size;
        let is_own = unit < columns * rows;
        let Some(place) = facts.read_at(unit).or_else(|| facts.held_at(unit)) else {
            return p("q", "Not in the dump.");
        };
        let address = |place: Option<u32>| {
            place.map_or_else(String::new, |place| format!("{:#x}", picture.address(place)))
        };
        let name = if is_own {
            format!("Row {}, unit {}", unit / columns, unit % columns)
        } else {
            format!("Unit at {}", address(Some(place)))
        };
        let value = |held: Held| {
            let words = |value: Option<Value>| value.map_or_else(|| "·".into(), |value| value.to_string());
            let expected = (!held.is_right).then(|| bare("small", words(held.expected)));
            tag("li", (!held.is_right).then_some("bad"), (words(held.actual), expected))
        };
        let (actual, expected) = picture.unit_text(place);
        let tone = if is_own && facts.is_wrong(unit) { "bad" } else { "" };
        let trace = facts.tile.as_ref().filter(|_| is_own && facts.against.is_none());
        in_turn((
            self.desk.pinned(name, unit),
            tag("ol", "values", picture.values(place).into_iter().map(value))
                .with("aria-label", "Values in memory order"),
            trace.map(|tile| traced(tile, Some(unit), width, facts.missing())),
            rows_of("written", address(facts.held_at(unit)), "read", address(facts.read_at(unit)), tone),
            p("s", actual),
            p(tone, expected),
        ))
    }

    /// What was found.
    fn rest(&self, width: f64) -> Html {
        let facts = &self.facts;
        let Some(found) = facts.found() else {
            let why = p(
                "l",
                "No canonical layout in any mode and phase matches most of the values; neither do rows of any pitch, padded or with units swapped.",
            );
            let help = p(
                "q",
                "It helps to specify the size of the matrix and the right element width, and to fill each cell with its index.",
            );
            return in_turn((part("No layout fits", in_turn((why, help))), self.door()));
        };
        let is_torn = facts.read.as_ref().is_some_and(|read| read.right_of().0 < read.right_of().1);
        let lines = found.writer_lines().map(|[actual, expected]| {
            div("two-lines", (span("bad", ("− ", actual)), span("ok", ("+ ", expected))))
        });
        let unit = (0..facts.got.len() as u32).find(|unit| facts.is_wrong(*unit));
        let law = unit
            .filter(|_| lines.is_some() && facts.bit_left_out().is_some())
            .zip(facts.tile.as_ref())
            .map(|(unit, tile)| tile.law(unit));
        let fit = found.mend().is_none() && !is_torn;
        html! {
            <>
                { for facts.told().map(|told| p("l mend", in_groups(&told))) }{ for lines }if is_torn { { self.typed("l") } }
                { for law.map(|(layout, at)| wires(&layout, Some(at), width, facts.missing(), false)) }
                if fit { { part("How well each layout fits", self.fit(|one| one.major == found.major)) } }
                { self.door() }{ to_below("Layout and all matches") }
            </>
        }
    }

    /// How many values of a typed descriptor's read are right.
    fn typed(&self, class: &'static str) -> Html {
        let said = self.facts.read.as_ref().map(|read| {
            let (right, of) = read.right_of();
            format!(
                "{} of {} values are the expected ones, from (mn {}, k {}) on.",
                grouped(right),
                grouped(of),
                read.first.mn,
                read.first.k
            )
        });
        several(said.map(|said| p(class, said)))
    }

    /// The dump as an image in small, which leads to the large ones.
    fn door(&self) -> Html {
        let [_, image] = images(&self.facts, None, false);
        let image = Some(image).filter(|image| image.extent().mn > 0);
        press(
            "pic-door face",
            (
                image.map(|image| html! { <Thumbnail {image} /> }),
                span(
                    "",
                    (
                        span("b", "Picture"),
                        " ",
                        bare("kbd", "P"),
                        " ",
                        html! { <br /> },
                        span("q s", "what is read, as an image"),
                    ),
                ),
            ),
            sends(&self.on_picture, true),
        )
        .with("aria-label", "Picture P: what is read, as an image")
    }

    /// Packed layouts, and how many cells each places right; each can be looked at.
    fn fit(&self, is_listed: impl Fn(&Alternative) -> bool) -> Html {
        let facts = &self.facts;
        let best = facts.recognized.found.first();
        let one = |one: &Alternative| {
            let form = (one.swizzle, one.major);
            let is_found = best.is_some_and(|found| {
                found.form == FoundForm::Canonical(one.swizzle) && found.major == one.major
            });
            let is_here = facts.against == Some(form) || facts.against.is_none() && is_found;
            let part = f64::from(one.right) / f64::from(one.of.max(1)) * 100.0;
            let next = (!is_here && !is_found).then_some(form);
            let name = format!("{}, {}-major", one.swizzle.name(), one.major.name());
            let content = in_turn((
                thumbnail(SIDE, &mode_paths(one.swizzle)),
                span(
                    "",
                    (
                        span("row apart", (span("b", name), span("m s", grouped(one.right)))),
                        html! { <i style={format!("--part:{part}%")}></i> },
                    ),
                ),
            ));
            pressed(
                (one.right == one.of).then_some("is-good"),
                is_here,
                content,
                sends(&self.on_against, next),
            )
        };
        group("fit", "Layouts", facts.recognized.alternatives.iter().filter(|one| is_listed(one)).map(one))
    }

    /// Below the foot: the layout in full, the others, the writer, what is wrong with a typed descriptor.
    pub fn below(&self) -> Html {
        let facts = &self.facts;
        let Some(found) = facts.found() else {
            return Html::default();
        };
        let read =
            facts.read.as_ref().map(|_| part("Typed descriptor", in_turn((self.typed(""), self.findings()))));
        let writer = found.writer_lines().map(|[actual, expected]| {
            let mend = found.mend().map(|mend| p("mended", in_groups(&mend)));
            part(
                "Writer: byte of each unit",
                in_turn((mend, rows("", [("Actual", actual.into(), "bad")]), copies("Expected", &expected))),
            )
        });
        let name = if facts.is_readable() { "Alternatives" } else { "Closest layouts" };
        in_turn((self.layout(found), self.rivals(), read, writer, part(name, self.fit(|_| true))))
    }

    /// The facts of the layout, and what the dump leaves open.
    fn layout(&self, found: &Found) -> Html {
        let facts = &self.facts;
        let fact = |fact: Fact| {
            let open = if fact.is_shown { "" } else { " (not shown)" };
            (fact.name, (fact.value + open).into(), "")
        };
        let assumed = found.rests_on_its_extents(&facts.recognized.asked).then(|| {
            format!("{} × {} is assumed, because no size was specified: rows of a matrix of another width can contain the same bytes. Specify M, N or K.", found.shape.mn, found.shape.k)
        });
        let open = found
            .undetermined_text()
            .map(|names| format!("This dump does not show {names}; values of a packed tile are used."));
        let notes = [found.open_start_text().map(|open| open + "."), open, assumed];
        let (title, name) = if facts.is_readable() {
            ("Layout found", "Descriptor")
        } else {
            ("Cause", "Descriptor after the fix")
        };
        let descriptor = facts.descriptor().map(|descriptor| copies(name, &descriptor.to_string()));
        let content = in_turn((
            p("b", found.text()),
            p("", found.readable().text()),
            rows("", found.facts().into_iter().map(fact)),
            notes.into_iter().flatten().map(|note| p("hint", note)),
            descriptor.map(|hex| in_turn((p("q", name), hex))),
        ));
        part(title, content)
    }

    /// The other layouts that fit as well, each to be looked at.
    fn rivals(&self) -> Html {
        let (all, chosen) = (&self.facts.recognized.found, self.facts.chosen);
        // A layout that a descriptor reads needs no second description as rows.
        let is_readable = all.first().is_some_and(|found| found.readable() != Readable::No);
        let is_rival =
            |(at, found): &(usize, &Found)| *at == chosen || !is_readable || found.readable() != Readable::No;
        let rivals: Vec<(usize, &Found)> = all.iter().enumerate().filter(is_rival).collect();
        let one = |(at, found): &(usize, &Found)| {
            pressed("item", *at == chosen, found.text(), sends(&self.on_chosen, *at))
        };
        match rivals.len() {
            0 | 1 => Html::default(),
            _ => part("All matches", group("matches", "All matches", rivals.iter().map(one))),
        }
    }

    /// Errors and warnings on a typed descriptor, and what fixes them.
    fn findings(&self) -> Html {
        let tile = self.facts.tile.as_ref().filter(|_| self.facts.is_readable());
        let all = tile.map_or(&[][..], |tile| &tile.findings).iter();
        let finding = |finding: &Finding| {
            let repair = |repair: &Repair| {
                let hex =
                    repair.change.descriptor.map(|descriptor| copies("descriptor", &descriptor.to_string()));
                bare("li", (&repair.label, hex))
            };
            let more = bare("ul", finding.repairs.iter().map(repair));
            card(finding, finding.severity, more, "")
        };
        let all = all.filter(|finding| finding.severity != Severity::Note);
        tag("ul", "stack", all.map(finding))
    }
}

/// Where a unit was written, and where it is read.
pub fn rows_of(
    one: &'static str,
    written: String,
    other: &'static str,
    read: String,
    tone: &'static str,
) -> Html {
    rows("is-apart", [(one, written.into(), ""), (other, read.into(), tone)])
}
