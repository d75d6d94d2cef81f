//! Pairs beside a descriptor about its tile: `SBO 512`, `swizzle=64B`. Such pairs may also print the descriptor's own fields.

use super::*;

impl Sentence<'_> {
    /// Marks the pairs, and says a swizzle that is written by name: one written as a number is a field.
    pub(crate) fn take_beside(&mut self, choice: &PasteChoice) {
        let words = self.words;
        if let (Some(chosen), Some(said)) = (choice.arch, self.shown.said.arch())
            && self.facts.contains(&"arch")
            && chosen != said
        {
            let notice =
                notice(said.name(), format!("differs from the chosen {}, and {NOT_READ}", chosen.name()));
            self.notices.push(notice);
        }
        if self.register != Register::Named {
            return;
        }
        let is_of_one = value::long_numbers(words).len() == 1;
        for i in 0..words.at.len().saturating_sub(1) {
            if self.used[i] || !names::is_pair(words, i) {
                continue;
            }
            let taken = match names::compared(words, i) {
                "lbo" | "lbo_bytes" | "sbo" | "sbo_bytes" => self.take_phrase(i),
                "swizzle" | "swizzle_mode" => {
                    // A code has one digit, and is the field.
                    let is_code = words.word(i + 1).parse::<u32>().is_ok_and(|code| code < 8);
                    self.mode_behind(i).filter(|_| !is_code).map(|(mode, taken)| {
                        self.say_swizzle(i, mode);
                        taken
                    })
                }
                "m" | "n" | "k" if is_of_one && words.word(i).bytes().all(|b| b.is_ascii_uppercase()) => {
                    let part = format!("{}={}", words.word(i), words.word(i + 1));
                    self.notices.push(notice(&part, format!("is only one extent, and {NOT_READ}")));
                    None
                }
                _ => None,
            };
            self.used[i..i + taken.unwrap_or(0)].fill(true);
        }
    }

    /// Says the strides of the tile that are beside a descriptor: those that are the descriptor's fields in units of 16 bytes say
    /// nothing new.
    pub(crate) fn give_strides_to(&mut self, pasted: &mut Pasted) {
        let Some(given) = pasted.shown.said.given else {
            return;
        };
        let own = given.get(FieldId::BaseOffset);
        if let Some(other) = self.base_offset.filter(|said| u64::from(*said) != own) {
            let why = format!("differs from the descriptor’s field {own}, and {NOT_READ}");
            self.push(format!("base offset {other}"), why);
        }
        for (which, name, id) in [(0, "LBO", FieldId::Lbo), (1, "SBO", FieldId::Sbo)] {
            let field = given.get(id) as u16;
            let Some(value) = self.strides[which] else {
                continue;
            };
            let said = pasted.shown.said;
            let takes_lbo = || spec_from_said(&said).is_ok_and(|spec| !spec.has_column_stride());
            let tile = &mut pasted.shown.said.tile;
            let is_bytes = value.is_multiple_of(UNIT_BYTES) && value / UNIT_BYTES < FIELD_VALUES;
            // No stride that leads from atom to atom is shorter.
            let is_of_tile = is_bytes && value >= 8 * UNIT_BYTES && value != field.into();
            if is_of_tile && which == 1 {
                tile.sbo_bytes = Some(value);
            } else if is_of_tile && takes_lbo() {
                tile.lbo_bytes = Some(value);
            } else if ![field.into(), bytes_from_field(field)].contains(&value) {
                self.notices.push(notice(
                    &format!("{name} {value}"),
                    format!("differs from the descriptor’s field {field}, and {NOT_READ}"),
                ));
                continue;
            }
            if !self.facts.contains(&"strides") {
                self.facts.push("strides");
            }
        }
    }

    /// Strides in the one unit in which they are those of the tile that words say, where their names do not say it.
    pub(crate) fn unit_of_tile(
        &self,
        choice: &PasteChoice,
        read: impl Fn(&PasteChoice) -> Answer,
    ) -> Option<Pasted> {
        if choice.unit.is_some() || !self.is_of_tile() {
            return None;
        }
        let fitting = |unit: StrideUnit| {
            let pasted = read(&choice.with(unit)).ok()?;
            let spec = pasted.shown.spec().ok()?;
            (spec.verdict() == Verdict::Fits).then_some(pasted)
        };
        match (fitting(StrideUnit::Units), fitting(StrideUnit::Bytes)) {
            (Some(_), Some(_)) | (None, None) => None,
            // Their own unit: asked for, unless it is taken anyway.
            (Some(pasted), None) => read(choice).is_err().then_some(pasted),
            (None, Some(mut pasted)) => {
                pasted.notices.push(notice("strides", "are read in bytes, which match the tile"));
                Some(pasted)
            }
        }
    }
}
