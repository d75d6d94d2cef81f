//! Why an operand is what it is: its descriptor's fields, the lines of the text from which they follow, and the text around one.

use super::*;
use swizzle_lints::kernel::TensorPart;

/// Lines that are shown at once.
const SHOWN: usize = 16;
/// Lines around one.
const AROUND: u32 = 4;
/// Letters of a line.
const WIDE: usize = 160;

impl At<'_> {
    /// The lines from which an operand follows, the nearest first.
    pub fn chain(&self) -> Option<Html> {
        let lines = &self.told?.why.lines;
        let at_fault = self.mend().map(|(_, edit)| edit.line);
        let link = |line: &WhyLine| {
            let is_at_fault = at_fault == Some(line.line);
            let text: String = line.text.chars().take(WIDE).collect();
            tag(
                "li",
                classes!("row", is_at_fault.then_some("bad")),
                (
                    self.number("plain", line.line),
                    bare("code", text),
                    line.notes().map(|note| html! { <small>{ note }</small> }),
                ),
            )
        };
        let (first, rest) = lines.split_at(lines.len().min(SHOWN));
        Some(in_turn((
            tag("ol", "ptx", first.iter().map(link)),
            (!rest.is_empty()).then(|| {
                bare(
                    "details",
                    (
                        bare("summary", format!("{} more lines", rest.len())),
                        tag("ol", "ptx", rest.iter().map(link)),
                    ),
                )
            }),
        )))
    }

    /// The line of the text that is shown, with those around it.
    pub fn excerpt(&self) -> Option<Html> {
        let line = self.look.line?;
        let row = |(number, text): (u32, &str)| {
            let text: String = text.chars().take(WIDE).collect();
            tag(
                "li",
                classes!("row", (number == line).then_some("is-here")),
                (bare("b", number), bare("code", text)),
            )
        };
        let close = button("is-icon", "Close the excerpt", icon(icon::CLOSE), self.acts(Act::Line(None)));
        Some(section(
            "excerpt",
            "PTX excerpt",
            (
                titled(format!("PTX, line {line}"), close),
                tag("ol", "ptx scroller", self.reading.around(line, AROUND).into_iter().map(row))
                    .with("tabindex", "0"),
            ),
        ))
    }

    /// The reads of the walk along K that an operand is in: where each starts.
    pub fn steps(&self) -> Option<Html> {
        let (view, place) = (self.view, self.place);
        let (walk, _) = view.operand(place).walk?;
        let one = |row: &usize| {
            let part = view.part(*row, place.side, place.stage);
            let given = part.as_ref().and_then(|part| part.shown.said.given);
            let start = given.map_or_else(|| "?".into(), |given| format!("{:#x}", start_of(given)));
            let verdict = view.rows[*row].operands[place.side as usize].verdict;
            let class = classes!("button", (verdict == Some(VerdictKind::Wrong)).then_some("bad"));
            let label = part.map(|part| format!("Step {} from {start}", part.step)).unwrap_or_default();
            let onclick = self.acts(Act::To(Place { row: *row, ..place }));
            press(class, start, onclick).with("aria-label", label).with("aria-pressed", *row == place.row)
        };
        let all = view.walks[walk].rows.iter().map(one);
        Some(in_turn((bare("h2", "Steps along K start at"), group("cluster m s", "Steps along K", all))))
    }
}

/// The fields of the operand's descriptor.
pub fn fields(facts: &Facts) -> Option<Html> {
    let (spec, given) = (&facts.spec, facts.spec.given()?);
    let wanted = spec.derived_descriptor(spec.place()).ok();
    let readings = readings_from_descriptor(spec, given);
    let one = readings.into_iter().map(|reading| {
        let id = reading.field.id;
        // A place is compared as it is; of what has no effect nothing is expected.
        let wanted = wanted
            .map(|wanted| wanted.get(id))
            .filter(|wanted| *wanted != reading.raw && id == FieldId::Start);
        let wanted = wanted.map(|raw| format!("expected {:#x}", raw * 16));
        let class = wanted.is_some().then_some("bad b");
        let note = wanted.or_else(|| (reading.effect == Effect::Unused).then(|| "no effect here".into()));
        div(
            tint(id),
            (
                bare("dt", reading.field.name),
                tag("dd", class, (in_groups(&reading.value), " ", bare("small", note.unwrap_or_default()))),
            ),
        )
    });
    Some(tag("dl", "facts", one).with("aria-label", "Fields of the descriptor"))
}

/// What an instruction asks for: its descriptor field by field, and its operands among the 512 columns of tensor memory.
pub fn instruction(row: &Row) -> Html {
    let word = row.word.as_ref().map(|word| {
        let idesc = word.idesc;
        let mut fields = InstructionDescriptor::fields(idesc.kind()).to_vec();
        fields.retain(|field| field.id != InstructionFieldId::Reserved);
        fields.sort_by_key(|field| field.low);
        let one = fields
            .into_iter()
            .map(|field| span("", (field.id.name(), " ", bare("b", instruction_value_text(idesc, field)))));
        in_turn((
            p(
                "",
                (
                    "Instruction ",
                    bare("code", idesc.to_string()),
                    format!(": {}", instruction_shape_text(idesc)),
                ),
            ),
            group("cluster q s", "Fields of the instruction descriptor", one),
        ))
    });
    let bar = |at: usize, part: &TensorPart| html! { <path style={format!("fill:var(--cell-{at})")} d={format!("M{} 0h{}v12h-{}z", part.first, part.columns, part.columns)} /> };
    let words = |part: &TensorPart| {
        let last = part.first + part.columns - 1;
        format!("{} {}–{last}", part.name, part.first)
    };
    let words: Vec<String> = row.tensor.iter().map(words).collect();
    let tensor = (!words.is_empty()).then(|| div("row q s", (html! { <svg width="512" height="12" aria-hidden="true"><path style="fill:var(--empty)" d="M0 0h512v12h-512z" />{ for row.tensor.iter().enumerate().map(|(at, part)| bar(at, part)) }</svg> }, format!("Columns of tensor memory: {}", words.join(", ")))));
    in_turn((word, tensor))
}
