//! The address of a tile and its strides, in words: `at 0x400`, `@ 32768`, `LBO 8192 SBO 1024`.

use super::*;

impl Sentence<'_> {
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
        let said = said.filter(|said| swizzle_params::check(said).is_ok());
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
}

/// Names behind which an address is.
const HEADS: &str = "at start starts starting begins beginning address addr offset base smem_offset start_address smem_addr \
    base_address ptr pointer smem_ptr base_ptr";
