//! A tile, a reader or a descriptor in words, alone or beside something else.

pub(crate) mod says;
pub(crate) mod whole;

use crate::prelude::*;
use std::{collections::HashSet, sync::LazyLock};
use swizzle_core::reader::Verdict;
use swizzle_params::{ParamId, param_of_key};
use swizzle_text::vocabulary::mode_of_bytes;

// A tile in words: `B bf16 64x128 slice of 128x128 K-major 128B swizzle at 0x8000`. Each word that specifies
// something is marked, so that what is left can be named.

impl<'w> Sentence<'w> {
    /// Reads all words that say something by themselves.
    pub(crate) fn of(words: &'w Words, context: &Shown) -> Self {
        Self::of_operand(words, Register::Sentence, context, None)
    }

    /// The same of a text with both operands in it, for one of them.
    fn of_operand(words: &'w Words, register: Register, context: &Shown, operand: Option<Operand>) -> Self {
        let mut sentence = Self {
            words,
            operand,
            register,
            letters: letters(words),
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
            let said = sentence.said_operand();
            let tile = dimensions.tile(said);
            dimensions.mark(&mut sentence.used, |name| tile.is_some_and(|(_, at, _)| at.contains(&name)));
            if let Some((extents, [at, _], whose)) = tile {
                sentence.say_extents(at, extents);
                if said.is_none() && whose == Operand::B {
                    sentence.say_operand(at, Operand::B);
                }
            }
        }
        sentence.resolve_written();
        sentence.resolve_shape();
        sentence
    }

    /// Reads keys of a link beside descriptors, and beside words the swizzle and the start of the tile.
    pub(crate) fn take_pairs(&mut self, with_fields: bool) {
        let words = self.words;
        let is_pair = |i: usize| is_pair(words, i) && matches!(words.gap(i), "=" | ": " | " = ");
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
    fn take(&mut self, i: usize) -> Option<usize> {
        // Fields, and a head before them.
        // `B operand: bf16 128x64` is a heading, where it does not name what follows.
        let is_field = |i: usize| is_field(self.words, i) && self.lower(i) != "operand";
        let is_value = i > 0 && is_field(i - 1) && self.last(i) != "shape";
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
        if is_in("stride strides", self.last(i)) {
            return None;
        }
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

    /// A word of the table.
    fn meaning(&mut self, i: usize) -> Option<usize> {
        let word = self.words.word(i);
        // No name in the table is that short, and most words of a long text are not names.
        let is_number = word.len() < 2 || is_digits(word);
        let name = if is_number { String::new() } else { compared(word) };
        let meaning = meaning(&name)?;
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
        match plain_name(self.words, i) {
            _ if !is_pair(self.words, i) => None,
            "swizzle" | "swizzle_mode" => {
                let (mode, taken) = self.mode_behind(i)?;
                self.say_swizzle(i, mode);
                Some(taken)
            }
            "start" | "start_bytes" => self.start_behind(i),
            _ => None,
        }
    }

    /// The operand of the tile, as far as the text specifies it.
    fn said_operand(&self) -> Option<Operand> {
        let said = self.shown.said.reader.operand;
        self.operand.or(said.filter(|_| self.facts.contains(&"operand")))
    }

    /// Whether it says something of a tile itself, and not only where one is.
    fn is_of_tile(&self) -> bool {
        let is_of_tile = |fact: &&str| !is_in("start strides operand stages", fact);
        self.facts.iter().any(is_of_tile)
    }

    /// Specifies a value, unless there is no picture of it or an earlier word specifies another.
    fn say(&mut self, fact: &'static str, i: usize, change: impl FnOnce(&mut Shown)) {
        let mut next = self.shown;
        change(&mut next);
        let part = quoted(&self.words.text[self.words.signed(i)]);
        let why = match check(&next.said) {
            Err(error) => format!("{error}: it {NOT_READ}"),
            Ok(()) if self.facts.contains(&fact) && next.said != self.shown.said => {
                // A log has these on each of its lines.
                let is_of_line = is_in("operand step block stage", fact);
                if is_of_line && self.register != Register::Sentence {
                    return;
                }
                format!("differs from an earlier value, and {NOT_READ}")
            }
            Ok(()) => {
                self.shown = next;
                if !self.facts.contains(&fact) {
                    self.facts.push(fact);
                }
                return;
            }
        };
        self.push(part, why);
    }

    fn say_operand(&mut self, i: usize, operand: Operand) {
        self.say("operand", i, |shown| shown.said.reader.operand = Some(operand));
    }

    fn say_major(&mut self, i: usize, major: Major) {
        self.say("major", i, |shown| shown.said.tile.major = Some(major));
    }

    fn say_swizzle(&mut self, i: usize, mode: Swizzle) {
        self.say("swizzle", i, |shown| shown.said.tile.swizzle = Some(mode));
    }

    fn say_element(&mut self, i: usize, element: Element) {
        self.say("element", i, |shown| shown.said.tile.element = Some(element));
    }

    fn say_extents(&mut self, i: usize, (mn, k): (u32, u32)) {
        self.say("extents", i, |shown| {
            (shown.said.tile.mn, shown.said.tile.k) = (Some(mn), Some(k));
        });
    }

    /// Adds a notice, unless it is there: a text of nothing but contradictions says enough with a few.
    fn push(&mut self, part: String, why: String) {
        let notice = notice(&part, why);
        if self.notices.len() < NOTICES_MAX && !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    fn note(&mut self, i: usize, why: &str) {
        self.push(quoted(self.words.word(i)), why.to_string());
    }

    /// A word in lower case; empty behind the last.
    fn lower(&self, i: usize) -> &str {
        self.words.lower(i)
    }

    /// The one before it; empty before the first.
    fn last(&self, i: usize) -> &str {
        i.checked_sub(1).map_or("", |before| self.lower(before))
    }

    /// Whether only whitespace separates a word from the next.
    fn is_joined(&self, i: usize) -> bool {
        i + 1 < self.words.at.len() && self.words.gap(i).trim().is_empty()
    }

    /// The first word from one on, or one of a few behind it, that is none of these.
    fn skip(&self, from: usize, most: usize, words: &str) -> usize {
        let is_one = |at: &usize| is_in(words, self.lower(*at));
        from + (from..from + most).take_while(is_one).count()
    }

    // Negations in words: `not K-major`, `non-K-major`, `not swizzled`. Of two majors, the other one is left; of anything else
    // nothing is left, and the words are named.

    /// How many words from this one deny something; none where they do not. What the word after `not` says is kept as its
    /// opposite.
    fn take_negation(&mut self, i: usize) -> Option<usize> {
        let is_not = |at| is_in("not non isn't never nor except", self.lower(at));
        let is_one = is_not(i) && self.is_joined(i) && !is_not(i + 1);
        if !is_one || self.register == Register::Code {
            return None;
        }
        let mut denied = self.clone();
        denied.shown.said.tile.major = None;
        denied.facts.retain(|fact| *fact != "major");
        let taken = denied.take(i + 1)?;
        let is_known = |fact: &&str| is_in("major operand", fact) || self.facts.contains(fact);
        let major = denied.shown.said.tile.major;
        if let Some(one) = denied.written.get(self.written.len()) {
            self.written.push(Written { major: one.major.other(), ..*one });
        } else if let Some(major) = major.filter(|_| denied.facts.iter().all(is_known)) {
            self.say_major(i, major.other());
        } else {
            let part = quoted(&self.words.text[self.words.span(i..i + 1 + taken)]);
            self.push(part, format!("is a negation, and {NOT_READ}"));
        }
        Some(1 + taken)
    }

    /// Says the values of the first phrase that begins with a word; returns how many words it has.
    fn take_phrase(&mut self, i: usize) -> Option<usize> {
        if !begins_phrase(self.lower(i)) {
            return None;
        }
        let (end, said) = PHRASES.iter().find_map(|[pattern, values, kind]| {
            let is_read = kind.is_empty() || self.register != Register::Code;
            let (end, said) = is_read.then(|| self.words.phrase_saying(i, pattern, values))??;
            let is_name = || self.words.gap(end - 1).trim_start().starts_with('=');
            (!kind.ends_with("free") || !is_name()).then_some((end, said))
        })?;
        for (key, value) in said {
            match (key, value.parse()) {
                // The unit of strides is seen later.
                ("lbo" | "sbo", Ok(value)) => {
                    if !self.is_joined(i) && !is_pair(self.words, i) {
                        return None;
                    }
                    let stride = &mut self.strides[usize::from(key == "sbo")];
                    if *stride.get_or_insert(value) != value {
                        self.note(i, "is here twice; the second was not read");
                    }
                    continue;
                }
                ("base_offset", Ok(value @ 0..8)) => {
                    self.base_offset = Some(value as u8);
                    continue;
                }
                ("unit", _) => {
                    self.stride_unit = self.stride_unit.or(StrideUnit::from_name(&value).ok());
                    continue;
                }
                _ => {}
            }
            let known = key_named(key)?;
            self.say(key, i, |shown| {
                // A value that no tile has is told by what checks it.
                let _ = known.read(shown, &value);
            });
        }
        Some(end - i)
    }
}

/// The parameter whose key a word is, beside descriptors, where it is taken at its word.
fn of_tile(words: &Words, i: usize) -> Option<&'static Param> {
    param_of_key(plain_name(words, i)).filter(|param| param.is_plain)
}

// The state of reading a text: the words read so far, the values that they specified, and the notices about them.

/// Notices of one text that are kept.
const NOTICES_MAX: usize = 32;

/// The operand letters that occur in a text.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Letters {
    /// Letters of at most one operand.
    One,
    /// Letters of both.
    Both,
    /// Letters of both, beside one descriptor.
    BothOfOne,
}

/// A layout in words.
#[derive(Clone, Copy)]
struct Written {
    at: usize,
    /// The major of M × K or N × K: row-major is K-major.
    major: Major,
    /// The operand that the name before the layout specifies: `LayoutB = …`.
    whose: Option<Operand>,
    /// Whether it is a layout of CUTLASS, whose B is K × N.
    is_cutlass: bool,
}

/// A text, and what has been read of it so far.
#[derive(Clone)]
pub(crate) struct Sentence<'w> {
    pub(crate) words: &'w Words,
    register: Register,
    letters: Letters,
    /// The operand whose tile is read from a text with both operands in it.
    operand: Option<Operand>,
    /// Whether each word was read.
    pub(crate) used: Vec<bool>,
    /// Row-major and column-major layouts, until their operand is known.
    written: Vec<Written>,
    /// The major that was taken where words leave it open.
    open_major: Option<Major>,
    /// Whether K is the first of the extents, where their names tell.
    is_k_first: Option<bool>,
    /// The shape of an instruction, and its word.
    instruction: Option<(usize, [u32; 3])>,
    /// The architecture that was chosen, regardless of what the words say.
    chosen: Option<Arch>,
    /// The state that is shown, with the specified values.
    pub(crate) shown: Shown,
    /// Names of the specified values.
    pub(crate) facts: Vec<&'static str>,
    pub(crate) notices: Vec<Notice>,
    /// LBO and SBO as they are written, and the first word that has one.
    strides: [Option<u32>; 2],
    base_offset: Option<u8>,
    /// Their unit, where it is written.
    stride_unit: Option<StrideUnit>,
}

/// Words of English that join others, words for what is spoken of, and keywords and types of C, Rust, Python, PTX and LLVM.
const FILLERS: &str = "a an the this that these is are was be of in on at to for from with without by and or as it its my our has \
    have i we per using use uses used via into each both tile tiles matrix operand descriptor descriptors desc \
    descs layout layouts atom smem shared memory buffer element elements elem dtype type datatype data shape size \
    sizes extents extent mode byte bytes b bits unit units major start starts starting address addr offset hex \
    packed atoms along dense value raw result tensor core cores gemm mma instruction chip arch gpu target nvidia \
    step block stage thread lane warp cta dim input rows columns cols wide slice window subtile const constexpr \
    auto static inline volatile unsigned signed int long short char void bool struct return let mut var def \
    template typename typedef class static_cast reinterpret_cast uint64_t uint32_t uint16_t int64_t int32_t \
    uintptr_t size_t u64 u32 i64 i32 usize uint64 uint32 int64 std cuda uint2 device host forceinline self printf \
    print p x cute cutlass torch tl triton jnp np numpy jax tilelang t gl gluon ttgl ttg memdesc memref workgroup \
    address_space allocate_shared_memory local_alloc layouttype tensormapswizzle swizzlemode tcgen05swizzlemode \
    tirx mxf8 mx_float8_t mx_float4_t mx_float6_t nv_float4_t ptx kernel dynamic then";

/// The counters of a log: their numbers say nothing of a descriptor.
pub(crate) const COUNTERS: &str = "bid blockidx blockidx_x block_id blockid blk ctaid cta_id count gid i id idx index it iter iteration j k \
    k_block kblock ki kk lane_id laneid line m mn n num pid pipe rank sm smid t thread_id threadid threadidx \
    threadidx_x tid time ts warp_id warpid warp_idx wg y z";

/// Words that a message names one by one: what is more is counted.
const NAMED_MAX: usize = 16;

pub(crate) fn is_filler(word: &str) -> bool {
    let lower = word.get(..word.len().min(24)).unwrap_or("").to_ascii_lowercase();
    let bare = lower.trim_matches('_');
    bare.is_empty() || is_in(FILLERS, bare)
}

/// The kind of text that words are in.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Register {
    /// A sentence: each word says something.
    Sentence,
    /// Names with values, and what a program printed: a name says what follows it.
    Named,
    /// Source code, whose names are its own.
    Code,
}

impl Register {
    /// That of a text with numbers or fields in it.
    pub(crate) fn of(text: &str) -> Self {
        let bare = text.trim();
        // JSON, and a dictionary of Python.
        let is_data = ["{\"", "[{\"", "{'"].iter().any(|start| bare.starts_with(start));
        let is_apart = |at: usize| at == 0 || text[..at].ends_with(' ');
        let is_shifted = text.contains("<<");
        let inside = text.split_once('{').map_or("", |(_, inside)| inside);
        let has_members = inside.contains(any_of(":=;(<,\n"));
        // A sign that stands alone before a number, `at +512`, `+ 8 pad`, or between words, `bf16 | 64x64`, is a sentence's.
        let is_sign = |(at, sign): (usize, &str)| {
            let behind = &text[at + 1..];
            let is_word = is_in("| & @ %", sign) && behind.starts_with(' ') && !is_shifted;
            // `%5` and `@1` are names.
            let is_number = has_digit_first(behind.trim_start_matches(' ')) && !is_in("% @ $", sign);
            !is_apart(at) || !(is_number || is_word)
        };
        let is_brace = |(at, _): (usize, &str)| has_members || !is_apart(at);
        let is_arrow = |(at, _): (usize, &str)| !is_apart(at) || text[..at].ends_with(") ");
        let is_comment = |at: usize| text[..at].contains(any_of(";("));
        let is_statement = text.contains(any_of("=([\n")) || !has_digit_first(bare);
        let is_end = |line: &str| is_statement && line.trim_end().ends_with(';');
        let is_code = text.match_indices(any_of("%@$|*&^+")).any(is_sign)
            || text.match_indices('{').any(is_brace)
            || text.match_indices("->").any(is_arrow)
            || text.find("//").is_some_and(is_comment)
            || text.lines().any(is_end);
        if !is_data && is_code { Self::Code } else { Self::Named }
    }
}

/// Whether a short number counts what a log is of: threads, steps, its lines. Beside anything else it is a value.
fn is_count(words: &Words, i: usize) -> bool {
    let before = words.before(i);
    let is_first = i == 0 || before.contains('\n');
    let last = words.last(i).to_ascii_lowercase();
    is_first
        || before.trim_end().ends_with(any_of("([:#="))
        || before.trim() == "," && is_digits(&last)
        || words.gap(i).trim_start().starts_with(':')
        || is_in(COUNTERS, &last)
        || is_in("step block stage thread lane warp cta", &last)
}

/// A notice for each word that nothing read.
pub(crate) fn unread(words: &Words, used: &[bool], register: Register) -> Vec<Notice> {
    if register == Register::Code {
        return Vec::new();
    }
    let is_in_print = register == Register::Named;
    // `cta_group::2`: one part, not two.
    let is_modifier = |i: usize| words.gap(i) == "::" && has_digit_first(words.word(i + 1));
    let is_named = |i: usize| {
        let behind = words.gap(i).trim_start();
        let before = words.before(i).trim_end();
        // A remark, and modifiers of PTX, with a number or alone.
        let is_remark = before.strip_suffix(" (").is_some_and(|before| !before.ends_with(['=', ':']))
            && behind.starts_with(')')
            && words.word(i).chars().all(|c| c.is_ascii_lowercase());
        let is_label = behind.starts_with(any_of(":=[(.")) && !is_modifier(i)
            || before.ends_with(any_of(".#(")) && !is_remark && !before.ends_with(" .");
        // A log counts its lines, threads and steps.
        let word = words.word(i);
        is_in_print && (is_label || word.len() <= 4 && is_digits(word) && is_count(words, i))
    };
    // `foo=7`: a name and a number that nothing read.
    let is_value = |i: usize| has_digit_first(words.word(i)) && !used[i];
    let is_set = |i: usize| {
        let name = words.lower(i);
        is_in_print
            && is_in("= : \": =( =[", words.gap(i).trim())
            && !used[i]
            && !is_value(i)
            && is_value(i + 1)
            && !is_filler(name)
            && !is_in(COUNTERS, name)
            && !words.before(i).trim_end().ends_with(['.', '$'])
    };
    // `0x40 + 2`, and `+4` behind it: the number's own.
    let mut added = vec![false; words.at.len()];
    for i in 1..words.at.len() {
        let sign = words.before(i).trim_matches(any_of(",; \n(["));
        let last = i - 1 - usize::from(i > 1 && is_in("then and step steps", words.lower(i - 1)));
        let is_number = used[last] && words.lower(last).starts_with("0x");
        added[i] = is_value(i) && is_in("+ - * ^ &", sign) && (is_number || added[last]);
    }
    let mut set = vec![false; words.at.len() + 1];
    for i in (1..words.at.len()).filter(|i| is_set(i - 1)) {
        set[i - 1..=i].fill(true);
    }
    // `desc_b = (unknown)`: a descriptor without its number.
    let is_missing = |i: usize| {
        let gap = words.gap(i);
        let is_value = used.get(i + 1).is_none_or(|used| *used) || has_digit_first(words.word(i + 1));
        is_in_print
            && words.lower(i).contains("desc")
            && gap.trim_start().starts_with([':', '='])
            && !(is_value || gap.contains('\n') || is_filler(words.word(i + 1)))
    };
    let is_said = |i: usize| used[i] || added[i] || is_filler(words.word(i)) || is_named(i) && !set[i];
    let is_open = |i: &usize| is_missing(*i) || !is_said(*i);
    let mut named: Vec<&str> = Vec::new();
    let mut more = 0_usize;
    for i in words.each().filter(is_open) {
        let end = if is_modifier(i) { words.at[i + 1].end } else { words.at[i].end };
        let word = &words.text[words.signed(i).start..end];
        if named.contains(&word) {
        } else if named.len() < NAMED_MAX {
            named.push(word);
        } else {
            more += 1;
        }
    }
    let more = (more > 0).then(|| not_read(&format!("{more} more words")));
    named.into_iter().map(not_read).chain(more).collect()
}

// Phrases that say a value: the rows of `phrases.txt`.

static PHRASES: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| rows(include_str!("phrases.txt")).collect());

/// Whether a phrase begins with a word: most do with none.
fn begins_phrase(word: &str) -> bool {
    static FIRST: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let firsts = PHRASES.iter().filter_map(|[pattern, ..]| pattern.split(' ').next());
        firsts.flat_map(|names| names.split(',')).collect()
    });
    // A longer number is a descriptor.
    has_digit_first(word) && word.len() < 16 || FIRST.contains(word)
}

/// The first word behind a phrase, and the values that a row gives to names.
type Saying = (usize, Vec<(&'static str, String)>);

impl Words {
    /// What the first phrase of a table says that begins with a word.
    pub(crate) fn first_saying(&self, from: usize, table: &'static str) -> Option<Saying> {
        rows(table).find_map(|[pattern, values]| self.phrase_saying(from, pattern, values))
    }

    /// What a phrase of a pattern says: `#1` is the first number or mode that was found.
    fn phrase_saying(&self, from: usize, pattern: &str, values: &'static str) -> Option<Saying> {
        let (end, found) = self.phrase(from, pattern)?;
        let pairs = values.split(' ').filter_map(|one| one.split_once('='));
        let said = pairs.map(|(key, value)| {
            let which = value.strip_prefix('#').and_then(|which| which.parse().ok());
            let value = which.map_or(value, |which: usize| &found[which - 1]);
            (key, value.into())
        });
        Some((end, said.collect()))
    }

    /// The same with the numbers and modes of the phrase.
    pub(crate) fn phrase(&self, from: usize, pattern: &str) -> Option<(usize, Vec<String>)> {
        let (mut at, mut found) = (from, Vec::new());
        for part in pattern.split(' ') {
            let bare = part.trim_start_matches('~');
            let (is_apart, part) = (bare.len() < part.len(), bare);
            let names = part.trim_end_matches(any_of("?*+"));
            let (least, most) = match &part[names.len()..] {
                "?" => (0, 1),
                "*" => (0, 3),
                "+" => (1, 2),
                _ => (1, 1),
            };
            let mut count = 0;
            while count < most
                && (at == from || is_apart || is_in_phrase(self.gap(at - 1), names))
                && let Some(taken) = self.part(at, names, &mut found)
            {
                (at, count) = (at + taken, count + 1);
            }
            if count < least {
                return None;
            }
        }
        Some((at, found))
    }

    /// How many words from one on are a part of a pattern.
    fn part(&self, at: usize, names: &str, found: &mut Vec<String>) -> Option<usize> {
        let word = self.lower(at);
        let (value, count) = match names.strip_prefix('@') {
            None if names == "%" => (mode_of(self, at)?.name().into(), 1),
            None => {
                let is_one =
                    |name| name == word || name == self.word(at) || name == "SWIZZLE" && is_swizzle(word);
                return names.split(',').any(is_one).then_some(1);
            }
            Some(unit) if unit.starts_with(any_of("-_")) => {
                let number = word.strip_suffix(unit)?;
                (number.parse::<u32>().ok()?.to_string(), 1)
            }
            // Larger than any address.
            Some("a") if self.amount(at).is_none() && literal(word).is_some_and(|it| it >> 32 != 0) => {
                (u32::MAX.to_string(), 1)
            }
            Some(kind) => {
                let (value, count, unit) = self.amount(at)?;
                let is_one = match kind {
                    "" | "c" => count == 1,
                    "u" => unit.is_some(),
                    "a" => unit != UNITS,
                    "bytes" => unit == BYTES,
                    "units" => unit == UNITS,
                    _ => true,
                };
                (value.to_string(), is_one.then_some(count)?)
            }
        };
        found.push(value);
        Some(count)
    }
}

/// Whether this may be between the words of a phrase, before one of these names.
fn is_in_phrase(gap: &str, names: &str) -> bool {
    let gap = gap.trim();
    gap.is_empty()
        || !names.starts_with("byte") && is_in("= : :: .", gap)
        || is_in("% @c", names) && is_in("( ==", gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_keys_of_links_and_numbers_of_their_patterns() {
        for [pattern, values, kind] in PHRASES.iter() {
            let count = pattern.split(' ').filter(|part| part.starts_with(any_of("@%")));
            let count = count.count();
            for value in values.split(' ') {
                let (key, value) = value.split_once('=').expect(values);
                let is_of_strides = is_in("lbo sbo base_offset unit", key);
                assert!(is_of_strides || key_named(key).is_some(), "{key}");
                let which = value.strip_prefix('#').and_then(|which| which.parse().ok());
                let which: usize = which.unwrap_or(count);
                assert!(which <= count, "{pattern}");
            }
            assert!(["", "prose", "prose, free"].contains(kind), "{kind}");
        }
    }
}
