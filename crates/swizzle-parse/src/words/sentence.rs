//! A tile in words: `B bf16 64x128 slice of 128x128 K-major 128B swizzle at 0x8000`. Each word that specifies
//! something is marked, so that what is left can be named.

use super::*;

impl<'w> Sentence<'w> {
    /// Reads all words that say something by themselves.
    pub(crate) fn of(words: &'w Words, register: Register, context: &Shown) -> Self {
        Self::of_operand(words, register, context, None)
    }

    /// The same of a text with both operands in it, for one of them.
    pub(crate) fn of_operand(
        words: &'w Words,
        register: Register,
        context: &Shown,
        operand: Option<Operand>,
    ) -> Self {
        let mut sentence = Self {
            words,
            operand,
            register,
            letters: role::letters(words),
            used: vec![false; words.at.len()],
            shown: *context,
            written: Vec::new(),
            open_major: None,
            is_k_first: None,
            instruction: None,
            chosen: None,
            facts: Vec::new(),
            notices: Vec::new(),
            strides: [None; 2],
            base_offset: None,
            stride_unit: None,
        };
        let dimensions = Dimensions::of(words);
        if let Some(dimensions) = &dimensions {
            dimensions.mark(&mut sentence.used, |_| true);
            sentence.is_k_first = dimensions.is_k_first();
        }
        let mut i = 0;
        while i < words.at.len() {
            let taken = if sentence.used[i] { Some(1) } else { sentence.take(i) };
            sentence.used[i..i + taken.unwrap_or(0)].fill(true);
            i += taken.unwrap_or(1);
        }
        if let Some(dimensions) = &dimensions {
            sentence.take_dimensions(dimensions);
        }
        sentence.resolve_written();
        sentence.resolve_shape();
        sentence
    }

    /// Reads keys of a link beside descriptors, and beside words the swizzle and the start of the tile.
    pub(crate) fn take_pairs(&mut self, with_fields: bool) {
        let words = self.words;
        let is_pair = |i: usize| names::is_pair(words, i) && matches!(words.gap(i), "=" | ": " | " = ");
        let mut counts = vec![0_u32; PARAMS.len()];
        for i in words.each().filter(|i| is_pair(*i)) {
            if let Some(known) = of_tile(words, i) {
                counts[known.id as usize] += 1;
            }
        }
        for i in words.each() {
            if self.used[i] {
                continue;
            }
            let pair = is_pair(i).then(|| self.pair(i, &counts)).flatten();
            let field = |sentence: &mut Self| with_fields.then(|| sentence.field(i)).flatten();
            let taken = pair.or_else(|| field(self)).unwrap_or(0);
            self.used[i..i + taken].fill(true);
        }
    }

    /// How many words from this one say something together; none where it says nothing.
    pub(crate) fn take(&mut self, i: usize) -> Option<usize> {
        // Fields, and a head before them.
        let is_field = |i: usize| names::is_field(self.words, i) && !role::is_name(self.words, i);
        let is_value = i > 0 && is_field(i - 1);
        if is_value || is_field(i) || is_unit_of_field(self.words, i) {
            return None;
        }
        self.take_phrase(i)
            .or_else(|| self.take_negation(i))
            .or_else(|| self.take_role(i))
            .or_else(|| self.extents(i))
            .or_else(|| self.take_mode(i))
            .or_else(|| self.take_place(i))
            .or_else(|| self.meaning(i))
            .or_else(|| self.take_shape(i))
    }

    fn extents(&mut self, i: usize) -> Option<usize> {
        // `128x64xf16` of MLIR.
        let typed = with_type(self.words.word(i));
        let extents = typed.map(|([mn, k, _], _)| ((mn, k), 1));
        let ((mn, k), taken) = extents.or_else(|| extents_at(self.words, i))?;
        // `64x128 slice of 128x128`
        let is_whole = |word: &str| is_in("of in within inside buffer from", word);
        let before = self.last(i);
        let is_buffer = is_whole(before) || before == "a" && is_whole(self.last(i - 1));
        if is_buffer && (self.facts.contains(&"extents") || self.is_k_first.is_some() || before == "buffer") {
            self.say("buffer", i, |shown| {
                shown.said.tile.buffer_mn = Some(mn);
                shown.said.tile.buffer_k = Some(k);
            });
        } else {
            self.say_extents(i, (mn, k));
        }
        if let Some(([.., stages], element)) = typed {
            self.say_element(i, element);
            if stages > 1 {
                self.say("stages", i, |shown| shown.said.tile.stages = Some(stages));
            }
        }
        Some(taken)
    }

    fn take_dimensions(&mut self, dimensions: &Dimensions) {
        let said = self.said_operand();
        let Some(((mn, k), [at, k_at], whose)) = dimensions.tile(said) else {
            dimensions.mark(&mut self.used, |_| false);
            return;
        };
        dimensions.mark(&mut self.used, |name| name == at || name == k_at);
        self.say_extents(at, (mn, k));
        if said.is_none() && whose == Operand::B {
            self.say_operand(at, Operand::B);
        }
    }

    /// A word of the table.
    fn meaning(&mut self, i: usize) -> Option<usize> {
        let word = self.words.word(i);
        // No name in the table is that short, and most words of a long text are not names.
        let is_number = word.len() < 2 || is_digits(word);
        let name = if is_number { String::new() } else { compared(word) };
        let meaning = vocabulary::meaning(&name)?;
        // Code has these for other things.
        let is_type = matches!(meaning, Meaning::Element(_) | Meaning::ElementAs(_) | Meaning::NoElement);
        if is_type && self.register == Register::Code && Element::from_name(word).is_err() {
            return None;
        }
        // `kind::f16` multiplies bf16, too.
        if is_type && self.last(i) == "kind" && name == "f16" {
            return Some(1);
        }
        if name == "half" && is_in("high low first second the one", self.last(i)) {
            return None;
        }
        match meaning {
            Meaning::Element(element) => self.say_element(i, element),
            Meaning::ElementAs(element) => {
                self.note(i, &format!("is read as {}, the type that tensor cores multiply", element.name()));
                self.say_element(i, element);
            }
            Meaning::NoElement => {
                self.note(i, &format!("is not an operand type in shared memory, and {NOT_READ}"))
            }
            Meaning::Swizzle(mode) => self.say_swizzle(i, mode),
            Meaning::NoSwizzle => self.note(i, &format!("is not a descriptor mode, and {NOT_READ}")),
            Meaning::Layout(mode, major) => {
                self.say_swizzle(i, mode);
                self.say_major(i, major);
            }
            Meaning::Arch(arch) => {
                self.say("arch", i, |shown| shown.said = shown.said.with_arch(arch));
            }
            Meaning::Chip(chip) => {
                self.say("arch", i, |shown| shown.said = shown.said.with_chip(chip));
            }
            Meaning::NoArch => self.note(i, &format!("has neither wgmma nor tcgen05, and {NOT_READ}")),
            Meaning::Major(major) => self.say_major(i, major),
            Meaning::MajorOf(operand) => {
                self.say_major(i, Major::Mn);
                self.say_operand(i, operand);
            }
            Meaning::AsWritten(major) => self.take_written(i, major),
            Meaning::Operand(operand) => self.say_operand(i, operand),
        }
        Some(1)
    }

    /// A key of a link with its value, as found beside a descriptor. Loop counters are called `k` and `step`, too: the extents
    /// count if both are present, each once.
    fn pair(&mut self, i: usize, counts: &[u32]) -> Option<usize> {
        let words = self.words;
        let param = of_tile(words, i)?;
        let known = param.key;
        let count = |id: ParamId| counts[id as usize];
        let is_extent = matches!(param.id, ParamId::Mn | ParamId::K);
        let is_meant =
            count(param.id) == 1 && (!is_extent || count(ParamId::Mn) == 1 && count(ParamId::K) < 2);
        let read = |next: &mut Shown, name: &str, i: usize| {
            let value = &words.text[words.signed(i + 1)];
            key_named(name).is_some_and(|key| key.read(next, value).is_ok())
        };
        let mut next = self.shown;
        if !is_meant || !read(&mut next, known, i) {
            return None;
        }
        // Both extents make one value.
        let other = if known == "mn" { "k" } else { "mn" };
        if is_extent {
            let is_other = |at: &usize| of_tile(words, *at).is_some_and(|param| param.key == other);
            match (i + 2..words.at.len()).find(is_other) {
                Some(at) if read(&mut next, other, at) => self.used[at..at + 2].fill(true),
                // No loop counts in mn.
                None if known == "mn" => {}
                _ => return None,
            }
        }
        self.say(if is_extent { "extents" } else { known }, i, |shown| *shown = next);
        Some(2)
    }

    /// `swizzle=64` or `start=0x400` beside a tile in words: of the tile.
    fn field(&mut self, i: usize) -> Option<usize> {
        if let Some(taken) = self.mode_by_code(i) {
            return Some(taken);
        }
        match names::compared(self.words, i) {
            _ if !names::is_pair(self.words, i) => None,
            "swizzle" | "swizzle_mode" => {
                let (mode, taken) = self.mode_behind(i)?;
                self.say_swizzle(i, mode);
                Some(taken)
            }
            "start" | "start_bytes" => self.start_behind(i),
            _ => None,
        }
    }
}

/// The parameter whose key a word is, beside descriptors.
fn of_tile(words: &Words, i: usize) -> Option<&'static Param> {
    names::plain(names::compared(words, i))
}
