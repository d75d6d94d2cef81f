//! A swizzle mode in words: `64-byte swizzle`, `swizzle 64`, `no swizzle`, `Swizzle<2,4,3>`, `LayoutType::B64`.

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
        let part = short(&self.words.text[self.words.at[i].start..self.words.at[end - 1].end]);
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
            let meaning = vocabulary::meaning(&compared(words.word(i)));
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
                (0, _) | (_, 3) => *names::TENSOR_MAP.get(b as usize)?,
                _ => return None,
            };
            return Some((mode, 4));
        }
        let pattern = format!("{} of,mode,width,is,size? % byte,bytes,b?", self.lower(i));
        let (end, found) = self.words.phrase(i, &pattern)?;
        Some((Swizzle::from_name(&found[0]).ok()?, end - i))
    }
}

/// The mode of a word.
pub(crate) fn mode_of(words: &Words, i: usize) -> Option<Swizzle> {
    let word = words.lower(i);
    let of_bytes = mode_of_bytes(word).filter(|_| word != "0");
    of_bytes.or_else(|| match vocabulary::meaning(&compared(words.word(i)))? {
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
