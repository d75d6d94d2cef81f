//! The state of reading a text: the words read so far, the values that they specified, and the notices about them.

use super::*;

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
pub(crate) struct Written {
    pub(crate) at: usize,
    /// The major of M × K or N × K: row-major is K-major.
    pub(crate) major: Major,
    /// The operand that the name before the layout specifies: `LayoutB = …`.
    pub(crate) whose: Option<Operand>,
    /// Whether it is a layout of CUTLASS, whose B is K × N.
    pub(crate) is_cutlass: bool,
}

/// A text, and what has been read of it so far.
#[derive(Clone)]
pub(crate) struct Sentence<'w> {
    pub(crate) words: &'w Words,
    pub(crate) register: Register,
    pub(crate) letters: Letters,
    /// The operand whose tile is read from a text with both operands in it.
    pub(crate) operand: Option<Operand>,
    /// Whether each word was read.
    pub(crate) used: Vec<bool>,
    /// Row-major and column-major layouts, until their operand is known.
    pub(crate) written: Vec<Written>,
    /// The major that was taken where words leave it open.
    pub(crate) open_major: Option<Major>,
    /// Whether K is the first of the extents, where their names tell.
    pub(crate) is_k_first: Option<bool>,
    /// The shape of an instruction, and its word.
    pub(crate) instruction: Option<(usize, [u32; 3])>,
    /// The architecture that was chosen, regardless of what the words say.
    pub(crate) chosen: Option<Arch>,
    /// The state that is shown, with the specified values.
    pub(crate) shown: Shown,
    /// Names of the specified values.
    pub(crate) facts: Vec<&'static str>,
    pub(crate) notices: Vec<Notice>,
    /// LBO and SBO as they are written, and the first word that has one.
    pub(crate) strides: [Option<u32>; 2],
    pub(crate) base_offset: Option<u8>,
    /// Their unit, where it is written.
    pub(crate) stride_unit: Option<StrideUnit>,
}

impl Sentence<'_> {
    /// The operand of the tile, as far as the text specifies it.
    pub(crate) fn said_operand(&self) -> Option<Operand> {
        let said = self.shown.said.reader.operand;
        self.operand.or(said.filter(|_| self.facts.contains(&"operand")))
    }

    /// Whether it says something of a tile itself, and not only where one is.
    pub(crate) fn is_of_tile(&self) -> bool {
        let is_of_tile = |fact: &&str| !is_in("start strides operand stages", fact);
        self.facts.iter().any(is_of_tile)
    }

    /// Specifies a value, unless there is no picture of it or an earlier word specifies another.
    pub(crate) fn say(&mut self, fact: &'static str, i: usize, change: impl FnOnce(&mut Shown)) {
        let mut next = self.shown;
        change(&mut next);
        let part = short(&self.words.text[self.words.signed(i)]);
        let why = match swizzle_params::check(&next.said) {
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

    pub(crate) fn say_operand(&mut self, i: usize, operand: Operand) {
        self.say("operand", i, |shown| shown.said.reader.operand = Some(operand));
    }

    pub(crate) fn say_major(&mut self, i: usize, major: Major) {
        self.say("major", i, |shown| shown.said.tile.major = Some(major));
    }

    pub(crate) fn say_swizzle(&mut self, i: usize, mode: Swizzle) {
        self.say("swizzle", i, |shown| shown.said.tile.swizzle = Some(mode));
    }

    pub(crate) fn say_element(&mut self, i: usize, element: Element) {
        self.say("element", i, |shown| shown.said.tile.element = Some(element));
    }

    pub(crate) fn say_extents(&mut self, i: usize, (mn, k): (u32, u32)) {
        self.say("extents", i, |shown| {
            (shown.said.tile.mn, shown.said.tile.k) = (Some(mn), Some(k));
        });
    }

    /// Adds a notice, unless it is there: a text of nothing but contradictions says enough with a few.
    pub(crate) fn push(&mut self, part: String, why: String) {
        let notice = notice(&part, why);
        if self.notices.len() < NOTICES_MAX && !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    pub(crate) fn note(&mut self, i: usize, why: &str) {
        self.push(short(self.words.word(i)), why.to_string());
    }

    /// A word in lower case; empty behind the last.
    pub(crate) fn lower(&self, i: usize) -> &str {
        self.words.lower(i)
    }

    /// The one before it; empty before the first.
    pub(crate) fn last(&self, i: usize) -> &str {
        i.checked_sub(1).map_or("", |before| self.lower(before))
    }

    /// Whether only whitespace separates a word from the next.
    pub(crate) fn is_joined(&self, i: usize) -> bool {
        i + 1 < self.words.at.len() && self.words.gap(i).trim().is_empty()
    }

    /// The first word from one on, or one of a few behind it, that is none of these.
    pub(crate) fn skip(&self, from: usize, most: usize, words: &str) -> usize {
        let is_one = |at: &usize| is_in(words, self.lower(*at));
        from + (from..from + most).take_while(is_one).count()
    }
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
    tirx mxf8 mx_float8_t mx_float4_t mx_float6_t nv_float4_t ptx kernel";

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
        // Between two values of a line it is a comma.
        let is_end = |line: &str| line.trim_end().ends_with(';');
        let has_sign = text.contains(any_of("{}%@$+|*&^")) || text.lines().any(is_end);
        match !is_data && (has_sign || text.contains("->") || text.contains("//")) {
            true => Self::Code,
            false => Self::Named,
        }
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
    let is_named = |i: usize| {
        let behind = words.gap(i).trim_start();
        let before = words.before(i).trim_end();
        let is_label = behind.starts_with(any_of(":=[(.")) || before.ends_with(any_of(".#("));
        // A log counts its lines, threads and steps.
        let word = words.word(i);
        is_in_print && (is_label || word.len() <= 4 && is_digits(word) && is_count(words, i))
    };
    // `foo=7`: a name and a number that nothing read.
    let is_value = |i: usize| has_digit_first(words.word(i)) && !used[i];
    let is_set = |i: usize| {
        let name = words.lower(i);
        is_in_print
            && is_in("= : \":", words.gap(i).trim())
            && !used[i]
            && !is_value(i)
            && is_value(i + 1)
            && !is_filler(name)
            && !is_in(COUNTERS, name)
            && !words.before(i).trim_end().ends_with(['.', '$'])
    };
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
    let is_said = |i: usize| used[i] || is_filler(words.word(i)) || is_named(i) && !set[i];
    let is_open = |i: &usize| is_missing(*i) || !is_said(*i);
    let mut named: Vec<&str> = Vec::new();
    let mut more = 0_usize;
    for i in words.each().filter(is_open) {
        let word = &words.text[words.signed(i)];
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
