//! What words say of a tile: a mode, a shape, an operand, a place, row-major, strides, extents.

use super::*;

impl Sentence<'_> {
    /// A mode of the swizzle in several words: `64-byte swizzle`, `swizzle 64`, `no swizzle`, `Swizzle<2,4,3>`.
    pub(crate) fn take_mode(&mut self, i: usize) -> Option<usize> {
        let word = self.lower(i);
        let found = if is_swizzle(word) {
            self.mode_behind(i)
        } else if is_in("layouttype layout_type layout", word) {
            swizzle_named(self.words.word(i + 1)).map(|mode| (mode, 2))
        } else {
            let unit = usize::from(self.is_joined(i) && is_unit(self.lower(i + 1)));
            let noun = i + 1 + unit;
            let is_noun = is_swizzle(self.lower(noun)) && self.is_joined(noun - 1);
            let has_unit = unit > 0 || !is_digits(word);
            let mode = mode_of_bytes(word);
            let is_free = has_unit || self.mode_behind(noun).is_none();
            let bare = is_in("128B 64B 32B", self.words.word(i))
                && match self.register {
                    Register::Sentence => true,
                    Register::Named => self.is_beside_tile(i),
                    Register::Code => false,
                };
            match mode {
                Some(mode) if is_noun && is_free && word != "0" => Some((mode, 2 + unit)),
                Some(mode) if bare && self.words.at.len() > 1 => Some((mode, 1)),
                _ => None,
            }
        };
        let Some((mode, taken)) = found else {
            return self.no_mode(i);
        };
        self.say_swizzle(i, mode);
        Some(taken)
    }

    /// `96B swizzle`, `swizzle 256B`: a width that no mode has is named.
    fn no_mode(&mut self, i: usize) -> Option<usize> {
        if !(i..i + 3).any(|at| is_swizzle(self.lower(at))) {
            return None;
        }
        let units = ["@u", "@-byte", "@-bytes", "@_byte", "@_bytes"].into_iter();
        let mut widths = units.flat_map(|unit| [format!("{unit} SWIZZLE"), format!("SWIZZLE {unit}")]);
        let (end, _) = widths.find_map(|width| self.words.phrase(i, &width))?;
        let part = quoted(&self.words.text[self.words.span(i..end)]);
        self.push(part, format!("is not a descriptor mode, and {NOT_READ}"));
        Some(end - i)
    }

    /// `swizzle_mode=2`, `swizzle mode 2`: a mode by its code in a descriptor, which is not the same of both chips.
    pub(crate) fn mode_by_code(&mut self, i: usize) -> Option<usize> {
        let (end, found) = self.words.phrase(i, "SWIZZLE,layout_type,swizzle_code mode,code? @c")?;
        let code = found[0].parse::<u8>().ok().filter(|code| *code < 8)?;
        let said = self.shown.said.arch();
        let arch = self.chosen.or(said).unwrap_or_default();
        let mode = |arch: Arch| swizzle_from_code(arch, code).ok();
        let of = |arch: Arch| arch.others().find_map(|arch| Some((arch, mode(arch)?)));
        let Some((arch, taken)) = mode(arch).map(|mode| (arch, mode)).or_else(|| of(arch)) else {
            let why = format!("has code {code}, which is not defined, and {NOT_READ}");
            self.note(i, &why);
            return Some(end - i);
        };
        self.say_swizzle(i, taken);
        let other = of(arch).filter(|(other, mode)| *other != arch && *mode != taken);
        let mut why = format!("is read as {}’s code {code}, which is {}", arch.name(), taken.name());
        if let Some((other, mode)) = other {
            why += &format!("; {}’s code {code} is {}", other.name(), mode.name());
        }
        if taken != Swizzle::None {
            self.note(i, &why);
        }
        Some(end - i)
    }

    /// Whether a word beside it is of a tile: `K-major 128B`. Beside a descriptor `128B` alone may be a stride.
    fn is_beside_tile(&self, i: usize) -> bool {
        let words = self.words;
        let is_of_tile = |i: usize| {
            let meaning = meaning(&compared(words.word(i)));
            let says = matches!(meaning, Some(Meaning::Element(_) | Meaning::Major(_) | Meaning::MajorOf(_)));
            says || extents_at(words, i).is_some()
        };
        let before = i.checked_sub(1);
        let behind = Some(i + 1).filter(|next| *next < words.at.len());
        before.into_iter().chain(behind).any(is_of_tile)
    }

    /// The mode behind the word swizzle, and how many words say it together with that.
    pub(crate) fn mode_behind(&self, i: usize) -> Option<(Swizzle, usize)> {
        let number = |i: usize| self.words.word(i).parse::<u32>().ok();
        if self.words.gap(i).trim() == "<" {
            let (b, s) = (number(i + 1)?, number(i + 3)?);
            number(i + 2)?;
            let mode = match (b, s) {
                (2, 2) => Swizzle::B128Atom32,
                (0, _) | (_, 3) => *TENSOR_MAP.get(b as usize)?,
                _ => return None,
            };
            return Some((mode, 4));
        }
        let pattern = format!("{} of,mode,width,is,size? % byte,bytes,b?", self.lower(i));
        let (end, found) = self.words.phrase(i, &pattern)?;
        Some((Swizzle::from_name(&found[0]).ok()?, end - i))
    }

    // Further properties of a tile in words: its contiguous dimension, its sparsity, and the shape of the instruction.

    /// `m64n256k16`: which of its rows count is seen when it is known whose tile it is.
    pub(crate) fn take_shape(&mut self, i: usize) -> Option<usize> {
        let shape = swizzle_ptx::mma_name::shape(self.lower(i))?;
        match self.instruction {
            Some((_, before)) if before != shape => {
                let why = format!("differs from an earlier shape, and {NOT_READ}");
                self.note(i, &why);
            }
            _ => self.instruction = Some((i, shape)),
        }
        Some(1)
    }

    /// Says how many rows of the tile the instruction reads at a time.
    pub(crate) fn resolve_shape(&mut self) {
        let Some((i, [m, n, k])) = self.instruction else {
            return;
        };
        let rows = match self.said_operand().unwrap_or(Operand::A) {
            Operand::A => m,
            Operand::B => n,
        };
        let said = &self.shown.said;
        let own = spec_from_said(said).ok().map(|spec| spec.read_k());
        let is_sparse = said.reader.sparsity == Some(Sparsity::Sparse);
        let is_own = |own: u32| own == k || is_sparse && 2 * own == k;
        if let Some(own) = own.filter(|own| !is_own(*own) && self.facts.contains(&"element")) {
            let why = format!("has K {k}, where the tile’s type has K {own}: it {NOT_READ}");
            self.note(i, &why);
            return;
        }
        self.say("rows", i, |shown| shown.said.reader.rows = Some(rows));
    }

    // The operand to which words assign a tile or descriptor: `B`, `b:`, `operand = B`, `matrix B`, `B operand`, `as B`.

    /// How many words from this one say an operand by its letter alone; none where they do not.
    pub(crate) fn take_role(&mut self, i: usize) -> Option<usize> {
        let operand = role_at(self.words, i)?;
        let words = self.words;
        // `b = 0x4000004000010040`
        let is_set = is_in("= : :=", words.gap(i).trim());
        let is_of_descriptor = is_set && i + 1 < words.at.len() && is_long(words, i + 1);
        match self.register {
            // The names of code are its own, but for that of the descriptor.
            Register::Code if !is_of_descriptor => return None,
            Register::Named | Register::Code if self.letters == Letters::Both => {}
            Register::Named | Register::Code if self.letters == Letters::BothOfOne => {
                let why = format!("is one of two operands here, and {NOT_READ}");
                self.note(i, &why);
            }
            _ => self.say_operand(i, operand),
        }
        Some(1)
    }

    // The address of a tile and its strides, in words: `at 0x400`, `@ 32768`, `LBO 8192 SBO 1024`.

    /// How many words from this one say where something is; none where they do not.
    pub(crate) fn take_place(&mut self, i: usize) -> Option<usize> {
        // `@ 0x8000`
        if self.words.before(i).trim_end().ends_with('@')
            && let Some((start, taken, _)) = self.words.amount(i)
        {
            self.say_start(i, start);
            return Some(taken);
        }
        // `smem=0x4000`, and not `smem 128 x 64`.
        let is_pointer = self.lower(i) == "smem"
            && (self.words.gap(i).trim() == "=" || self.lower(i + 1).starts_with("0x"));
        // `stride offset: 8` is no address.
        let is_distance = self.lower(i) == "offset"
            && (is_in("base byte dim dimension", self.last(i))
                || (0..i).any(|at| is_in("leading stride lbo sbo", self.lower(at))));
        let is_head = is_pointer || is_in(HEADS, self.lower(i));
        (is_head && !is_distance).then(|| self.start_behind(i))?
    }

    /// The start behind its name.
    pub(crate) fn start_behind(&mut self, i: usize) -> Option<usize> {
        let between = "at byte address addr offset smem shared memory from is the of";
        let value = self.skip(i + 1, 4, between);
        let sign = self.words.gap(value - 1).trim();
        let (start, taken, _) = self.words.amount(value)?;
        // `at (64, 0)`: where in its buffer.
        if is_in("( [", sign)
            && self.words.gap(value).trim() == ","
            && let Some((k, taken, _)) = self.words.amount(value + 1)
        {
            self.say("origin", i, |shown| {
                shown.said.tile.at_mn = Some(start);
                shown.said.tile.at_k = Some(k);
            });
            return Some(value + 1 + taken - i);
        }
        (sign.is_empty() || is_in("= : @", sign)).then_some(())?;
        self.say_start(i, start);
        Some(value + taken - i)
    }

    fn say_start(&mut self, i: usize, start: u32) {
        if start < ADDRESS_BYTES {
            self.say("start", i, |shown| shown.said.tile.start_bytes = Some(start))
        } else {
            let why = format!("no descriptor can address 0x{start:x}: it {NOT_READ}");
            self.note(i, &why);
        }
    }

    /// Makes the strides of a self those of an explicit descriptor. Without a unit they are bytes where all of them can be; a
    /// notice names the unit.
    pub(crate) fn give_strides(&mut self, choice: &PasteChoice) -> Option<StrideUnit> {
        let [lbo, sbo] = self.strides;
        if let (None, Some(offset)) = (sbo.or(lbo), self.base_offset) {
            self.push(format!("base offset {offset}"), format!("is of no descriptor here, and {NOT_READ}"));
        }
        sbo.or(lbo)?;
        // The shortest stride of eight rows, or of eight columns, is that of one 8 × 16 byte block.
        let least = 8 * UNIT_BYTES;
        let are_bytes = [lbo, sbo].into_iter().flatten().all(|bytes| bytes.is_multiple_of(UNIT_BYTES))
            && sbo.or(lbo).is_some_and(|bytes| bytes >= least);
        let unit = choice.unit.or(self.stride_unit).unwrap_or(if are_bytes {
            StrideUnit::Bytes
        } else {
            StrideUnit::Units
        });
        let field = |value: u32| match unit {
            StrideUnit::Bytes => {
                (value < ADDRESS_BYTES && value.is_multiple_of(UNIT_BYTES)).then_some(value / UNIT_BYTES)
            }
            StrideUnit::Units => (value < FIELD_VALUES).then_some(value),
        };
        let fields = [lbo, sbo].map(|value| value.map(field));
        let spec = spec_from_said(&self.shown.said).ok();
        let said = spec.filter(|_| !fields.contains(&Some(None))).and_then(|spec| {
            said_with(&spec, |own| {
                let [lbo, sbo] = fields.map(|field| field.flatten().map(|field| field as u16));
                own.lbo_field = lbo.unwrap_or(own.lbo_field);
                own.sbo_field = sbo.unwrap_or(own.sbo_field);
                own.base_offset = self.base_offset.unwrap_or(own.base_offset);
            })
        });
        let said = said.filter(|said| check(said).is_ok());
        let unit_text = unit.text();
        let why = match said {
            Some(said) => {
                self.shown.said = said;
                format!("are read in {unit_text}")
            }
            None => format!("no field can encode them in {unit_text}: it was not read"),
        };
        self.facts.push("strides");
        self.notices.push(notice("LBO, SBO", why));
        Some(unit)
    }

    // Row-major and column-major: which is K-major depends on how the matrix is written, as M × K, N × K or K × N.

    /// A word that says a layout.
    pub(crate) fn take_written(&mut self, i: usize, major: Major) {
        if self.written.len() >= WRITTEN_MAX {
            return;
        }
        let words = self.words;
        let mut first = i;
        while first > 0
            && is_in(":: .", words.gap(first - 1))
            && is_in("cutlass layout cute", self.lower(first - 1))
        {
            first -= 1;
        }
        let is_path = (first..i).any(|at| self.lower(at) == "cutlass");
        // `LayoutB = `, `layout_b: `
        let is_layout = |i: &usize| {
            words.is_set(*i) && words.lower(*i).contains("layout") && operand_of(words.word(*i)).is_some()
        };
        let name = first.checked_sub(1).filter(is_layout);
        if let Some(name) = name {
            self.used[name] = true;
        }
        let whose = name.and_then(|name| operand_of(words.word(name)));
        self.written.push(Written { at: i, major, whose, is_cutlass: is_path || whose.is_some() });
    }

    /// Says the majors, when it is known whose tile it is and how its extents are written.
    pub(crate) fn resolve_written(&mut self) {
        for one in std::mem::take(&mut self.written) {
            let operand = self.said_operand().or(one.whose);
            if let (Some(whose), Some(operand)) = (one.whose, operand)
                && whose != operand
            {
                let (letter, other) = (whose.name(), operand.name());
                let why = format!("is operand {letter}’s layout, and operand {other} is shown");
                self.note(one.at, &why);
                continue;
            }
            if let Some(whose) = one.whose {
                self.say_operand(one.at, whose);
            }
            let is_b = operand == Some(Operand::B);
            let major = match (one.is_cutlass, self.is_k_first) {
                (true, _) if is_b => one.major.other(),
                (false, Some(true)) => one.major.other(),
                _ => one.major,
            };
            self.note_written(one, operand, major);
            self.say_major(one.at, major);
        }
    }

    /// Tells how it was read, where that does not follow from the words.
    fn note_written(&mut self, one: Written, operand: Option<Operand>, major: Major) {
        let name = |major: Major| match operand {
            Some(operand) => major.operand_name(operand),
            None => match major {
                Major::K => "K-major",
                Major::Mn => "MN-major",
            },
        };
        let (read, other) = (name(major), name(major.other()));
        let why = match (one.is_cutlass, operand, self.is_k_first) {
            (true, Some(Operand::B), _) => {
                format!("is read as {read}: CUTLASS’s B is K × N")
            }
            (true, Some(Operand::A), _) | (false, _, Some(_)) => return,
            (true, None, _) => format!(
                "is read as {read}, of A, which is M × K; of B, which is K × N in CUTLASS, it is the other"
            ),
            (false, Some(Operand::B), None) => {
                self.open_major = Some(major);
                format!(
                    "is read as {read}, of B as N × K; of B as K × N, as in CUTLASS and BLAS, it is {other}"
                )
            }
            (false, Some(Operand::A), None) => format!("is read as {read}: A is M × K"),
            (false, None, None) => {
                format!("is read as {read}: of a matrix that is written M × K, or N × K")
            }
        };
        self.note(one.at, &why);
    }

    /// Takes the major that was chosen where the words leave it open; the reading that is left.
    pub(crate) fn choose_major(&mut self, choice: &PasteChoice) -> Option<OtherReading> {
        let open = self.open_major?;
        let taken = choice.major.unwrap_or(open);
        self.shown.said.tile.major = Some(taken);
        let order = if taken == open { "K × N" } else { "N × K" };
        let other = taken.other();
        let label = format!("B as {order}: {}", other.operand_name(Operand::B));
        Some(choice.reading(label, other))
    }

    // Pairs beside a descriptor about its tile: `SBO 512`, `swizzle=64B`. Such pairs may also print the descriptor's own fields.

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
        let is_of_one = long_numbers(words).len() == 1;
        for i in 0..words.at.len().saturating_sub(1) {
            if self.used[i] || !is_pair(words, i) {
                continue;
            }
            let taken = match plain_name(words, i) {
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

/// The mode of a word.
pub(crate) fn mode_of(words: &Words, i: usize) -> Option<Swizzle> {
    let word = words.lower(i);
    let of_bytes = mode_of_bytes(word).filter(|_| word != "0");
    of_bytes.or_else(|| match meaning(&compared(words.word(i)))? {
        Meaning::Swizzle(mode) => Some(mode),
        _ => None,
    })
}

pub(crate) fn is_swizzle(word: &str) -> bool {
    is_in("swizzle swizzled swizzling swz sw swizzle_mode swizzle-mode swizzle_byte_width swizzlemode", word)
}

fn is_unit(word: &str) -> bool {
    is_in("byte bytes b", word)
}

/// The operand whose letter a word is.
pub(crate) fn role_at(words: &Words, i: usize) -> Option<Operand> {
    Operand::from_name(words.word(i)).ok().filter(|_| is_alone(words, i))
}

/// The operand letters that occur in a text.
pub(crate) fn letters(words: &Words) -> Letters {
    let has = |operand: Operand| words.each().any(|i| role_at(words, i) == Some(operand));
    match has(Operand::A) && has(Operand::B) {
        true if long_numbers(words).len() == 1 => Letters::BothOfOne,
        true => Letters::Both,
        false => Letters::One,
    }
}

/// Whether the letter of an operand stands for it alone: it is not a unit of bytes, an article, an index or a member.
fn is_alone(words: &Words, i: usize) -> bool {
    let (before, behind) = (words.before(i), words.gap(i));
    let is_index = behind.starts_with(any_of("[(.-+*<"))
        || before.ends_with(any_of(".-+*<$%&["))
        || before.trim_end().ends_with(any_of("+*|&<"));
    if is_index || behind.trim_start().starts_with(any_of("+*|&")) {
        return false;
    }
    if words.word(i) == "a" {
        // An article has no sign behind it.
        return matches!(behind.trim(), ":" | "=" | ": " | "=>");
    }
    let is_unit = before.trim().is_empty() && !before.contains('\n') && may_have_bytes(words.last(i));
    !is_unit
}

/// Whether a word is a number that may have bytes behind it: no descriptor, and no extents.
fn may_have_bytes(word: &str) -> bool {
    let (count, is_decimal) = digits(word);
    let bare = trim_suffix(word);
    let is_hex = hex_prefix(word) > 0 && count <= 8;
    let is_number = is_digits(bare) && is_decimal && count <= 8;
    has_digit_first(word) && (is_hex || is_number)
}

/// Names behind which an address is.
const HEADS: &str = "at start starts starting begins beginning address addr offset base smem_offset start_address smem_addr \
    base_address ptr pointer smem_ptr base_ptr";

/// Words of one text that are kept: more say nothing new.
const WRITTEN_MAX: usize = 4;

// Extents in words: `128x64`, `128 × 64`, `[128, 64]`, `128 by 64`, `N=128 K=64`, `Shape<_128,_64>`.

/// Both extents, and how many words say them.
type Extents = ((u32, u32), usize);

/// Extents that begin with a word: `128x64` in one, or two numbers with a sign or a word between, or in brackets.
pub(crate) fn extents_at(words: &Words, i: usize) -> Option<Extents> {
    let parts: Option<Vec<u32>> = words.word(i).split(['x', 'X']).map(extent).collect();
    let mn = match parts?[..] {
        [mn, k] => return Some(((mn, k), 1)),
        [mn] => mn,
        _ => return None,
    };
    let to = |at: usize, count| Some(((mn, extent(words.word(at))?), count));
    let gap = words.gap(i).trim();
    if gap.is_empty() && is_in("x X by", words.word(i + 1)) {
        return to(i + 2, 3);
    }
    let before = words.before(i).trim_end();
    let behind = words.gap(i + 1).trim_start();
    let open = before.chars().next_back().and_then(|c| "([{<".find(c));
    let close = behind.chars().next().and_then(|c| ")]}>".find(c));
    // A product is part of a sum, or the value of a name or an argument.
    let is_in_expression =
        before.ends_with(any_of("+-*/%&|<>,=(")) || behind.starts_with(any_of("+-*/%&|<>,)"));
    let is_one = match gap {
        "×" | "·" => true,
        "*" => !is_in_expression,
        "," => open.is_some() && open == close,
        _ => false,
    };
    is_one.then(|| to(i + 1, 2))?
}

/// `128x64xf16`, `3x128x64xf16`: both extents and the stages, and the type behind them.
pub(crate) fn with_type(word: &str) -> Option<([u32; 3], Element)> {
    let (extents, element) = word.rsplit_once('x')?;
    let all: Option<Vec<u32>> = extents.split('x').map(extent).collect();
    let all = match all?[..] {
        [mn, k] => [mn, k, 1],
        [stages, mn, k] => [mn, k, stages],
        _ => return None,
    };
    Some((all, element_from_word(element)?))
}

/// A short decimal number; CuTe's constants have a `_` before them.
fn extent(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('_').unwrap_or(word);
    let is_plain = digits.len() <= 5 && is_digits(digits);
    is_plain.then(|| digits.parse().ok())?.filter(|extent| *extent > 0)
}

/// The dimension of a name, 0 for M, 1 for N, 2 for K: `M`, `BLOCK_K`, `kBlockN`, `bm`.
fn dimension(word: &str) -> Option<usize> {
    const AFFIXES: &str = "block blk tile cta b t kblock size num gemm dim mma ktile";
    if word.len() > 16 || !word.ends_with(any_of("mnkeMNKE")) {
        return None;
    }
    let bare = word.to_ascii_lowercase().replace('_', "");
    let (head, tail) = bare.split_at_checked(bare.len().checked_sub(1)?)?;
    let is_affix = head.is_empty() || is_in(AFFIXES, head);
    let own = is_affix.then(|| "mnk".find(tail)).flatten();
    own.or_else(|| {
        let (head, tail) = bare.split_at_checked(1)?;
        (tail == "dim" || tail == "tile").then(|| "mnk".find(head))?
    })
}
/// Dimensions by their names, each once: K, and one of M and N at least.
pub(crate) struct Dimensions {
    /// The first of the dimensions in a row, as in a shape.
    first: Option<usize>,
    found: [Option<Found>; 3],
}

/// The positions of a dimension's name and its number, and the number.
type Found = (usize, usize, u32);

/// A dimension or an extent, with its word.
type Said = (Result<usize, u32>, usize);

/// At most three names or numbers in a row, each with its word, and the first word behind; a sign of a product or a comma is
/// between them. `MxK` and `128x64` are one word of two.
fn row(words: &Words, from: usize) -> Option<(Vec<Said>, usize)> {
    let one = |part: &str| extent(part).map(Err).or_else(|| dimension(part).map(Ok));
    let said = |at: usize| {
        let word = words.word(at);
        let all: Option<Vec<Result<usize, u32>>> = word.split(['x', 'X']).map(one).collect();
        all.filter(|_| word.len() <= 17)
    };
    let (mut at, mut all) = (from, Vec::new());
    for _ in 0..3 {
        all.extend(said(at)?.into_iter().map(|one| (one, at)));
        at += 1;
        let gap = words.gap(at - 1).trim();
        // A comma joins what is of a kind.
        let is_alike = || {
            let both = one(words.word(from)).zip(one(words.word(at)));
            both.is_some_and(|(first, next)| first.is_ok() == next.is_ok())
        };
        if is_in("× * · ,", gap) && is_alike() {
            continue;
        }
        if !(gap.is_empty() && is_in("x X by", words.word(at)) && words.gap(at).trim().is_empty()) {
            break;
        }
        at += 1;
    }
    Some((all, at))
}

/// `N x K = 256 x 64`, `(N, K) = (256, 64)`, `128x64 MxK`: names in a row, and as many numbers in a row before or behind them.
fn in_row(words: &Words, i: usize) -> Option<Dimensions> {
    let (first, at) = row(words, i)?;
    let is_names_first = first[0].0.is_ok();
    let sign = words.gap(at - 1).trim_matches(|c: char| c.is_whitespace() || "()[]{}<>".contains(c));
    let is_sign = sign.is_empty() || is_in("= :", sign) || sign == "," && !is_names_first;
    let is_between = |at: &usize| is_in("is are of tile as in order", words.word(*at));
    let at = at + (at..).take_while(is_between).count();
    let (second, end) = (is_sign && (2..=3).contains(&first.len())).then(|| row(words, at))??;
    // `128, 64, M = 128`: a name with its own number.
    let is_set = words.gap(end - 1).trim_start().starts_with(['=', ':']);
    if first.len() != second.len() || is_set && !is_names_first {
        return None;
    }
    let (names, numbers) = if is_names_first { (first, second) } else { (second, first) };
    let mut found = [None; 3];
    for ((name, name_at), (number, number_at)) in names.iter().zip(numbers) {
        let one = (*name_at, number_at, number.err()?);
        if found[(*name).ok()?].replace(one).is_some() {
            return None;
        }
    }
    let first = names[0].0.ok();
    Some(Dimensions { first, found })
}

impl Dimensions {
    /// Those of a text; none where one is there twice or K is missing.
    pub(crate) fn of(words: &Words) -> Option<Self> {
        let row = words.each().find_map(|i| in_row(words, i));
        let all = match row {
            Some(all) => all,
            None => Self::one_by_one(words)?,
        };
        let [m, n, k] = all.found;
        m.or(n).and(k)?;
        Some(all)
    }

    /// `M=128 K=64`
    fn one_by_one(words: &Words) -> Option<Self> {
        let mut found = [None; 3];
        for i in 0..words.at.len().saturating_sub(1) {
            let is_said = |_: &usize| match words.gap(i).trim() {
                "=" | ":" => is_pair(words, i),
                "" => words.word(i).bytes().all(|b| b.is_ascii_uppercase() || b == b'_'),
                _ => false,
            };
            if let Some(dimension) = dimension(words.word(i)).filter(is_said)
                && let Some(number) = extent(words.word(i + 1))
                && found[dimension].replace((i, i + 1, number)).is_some()
            {
                return None;
            }
        }
        Some(Self { first: None, found })
    }

    /// Whether K is the first of two in a row.
    pub(crate) fn is_k_first(&self) -> Option<bool> {
        let [m, n, _] = self.found;
        let first = self.first.filter(|_| m.is_none() || n.is_none())?;
        Some(first == 2)
    }

    /// Marks the words of those whose names are read, and takes the marks from the others.
    pub(crate) fn mark(&self, used: &mut [bool], is_read: impl Fn(usize) -> bool) {
        let mut all: Vec<Found> = self.found.into_iter().flatten().collect();
        // One word may hold several: those that are read come last.
        all.sort_by_key(|(name, ..)| is_read(*name));
        for (name, number, _) in all {
            (used[name], used[number]) = (is_read(name), is_read(name));
        }
    }

    /// The tile of an operand, the positions of the words that say it, and the operand.
    pub(crate) fn tile(&self, operand: Option<Operand>) -> Option<((u32, u32), [usize; 2], Operand)> {
        let [m, n, k] = self.found;
        let whose = operand.unwrap_or(if m.is_some() { Operand::A } else { Operand::B });
        let (at, _, mn) = match whose {
            Operand::A => m?,
            Operand::B => n?,
        };
        let (k_at, _, k) = k?;
        Some(((mn, k), [at, k_at], whose))
    }
}
