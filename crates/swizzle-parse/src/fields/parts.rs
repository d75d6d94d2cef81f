//! A descriptor and its tile, field by field, as a text specifies them: each field that the text leaves open stays as shown.

use super::*;

/// The specified values; `None` is open.
#[derive(Clone, Default)]
pub(crate) struct Parts {
    pub(crate) arch: Option<Arch>,
    /// Fields of the descriptor other than the swizzle.
    pub(crate) fields: Vec<(FieldId, u16)>,
    pub(crate) swizzle: Option<Result<Swizzle, UnknownSwizzleCode>>,
    /// The code of a swizzle mode whose family nothing says.
    pub(crate) open_code: Option<u8>,
    pub(crate) operand: Option<Operand>,
    /// Bits of an element: the shown type stays where it has as many, or no type has them.
    pub(crate) bits: Option<u64>,
    /// Whether a tile is given, and the descriptor is the one that reads it.
    pub(crate) is_tile: bool,
    /// The tile: values specified here take precedence over those shown.
    pub(crate) tile: SaidTile,
    pub(crate) notices: Vec<Notice>,
}

impl Parts {
    /// The value of a field.
    fn field(&self, id: FieldId) -> Option<u16> {
        self.fields.iter().rfind(|(known, _)| *known == id).map(|(_, value)| *value)
    }

    /// Whether the start, a stride or the swizzle was specified.
    pub(crate) fn has_field(&self) -> bool {
        let is_one = |(id, _): &(FieldId, _)| matches!(id, FieldId::Start | FieldId::Lbo | FieldId::Sbo);
        self.swizzle.is_some() || self.fields.iter().any(is_one)
    }

    pub(crate) fn notice(&mut self, part: &str, why: impl Into<String>) {
        self.notices.push(notice(part, why));
    }

    /// The value of a field, or the notice that it is a name.
    pub(crate) fn known<T>(&mut self, field: &str, value: Result<T, String>) -> Option<T> {
        value.map_err(|name| self.unknown(field, &name)).ok()
    }

    /// Says that a field's value is a name.
    fn unknown(&mut self, field: &str, name: &str) {
        self.notice(field, format!("“{}” is unknown here; unchanged", quoted(name)));
    }

    /// The context, MN-major where only that has these strides: K-major, a swizzle's SBO leads from atom to atom and its LBO is
    /// a whole column.
    fn with_major_of_strides(&mut self, mut context: Shown) -> Shown {
        let (Some(Ok(mode)), Some(lbo), Some(sbo)) =
            (self.swizzle, self.field(FieldId::Lbo), self.field(FieldId::Sbo))
        else {
            return context;
        };
        let packed = (mode.atom(Major::K).bytes() / UNIT_BYTES) as u16;
        if mode != Swizzle::None && lbo == packed && sbo > packed && context.said.tile.major.is_none() {
            context.said.tile.major = Some(Major::Mn);
            let why = format!(
                "is inferred to be MN: LBO is one atom of the {} swizzle, and SBO is more",
                mode.name()
            );
            self.notice("major", why);
        }
        context
    }

    /// The context with the specified values of the tile and of the operand.
    fn over(&self, context: &Shown) -> Shown {
        let mut shown = *context;
        let (tile, said) = (&mut shown.said.tile, self.tile);
        let held = or_usual(tile.element).slot_bits();
        let other = self.bits.filter(|bits| *bits != u64::from(held));
        let element = said.element.or(other.and_then(element_of_bits));
        tile.element = element.or(tile.element);
        tile.major = said.major.or(tile.major);
        tile.mn = said.mn.or(tile.mn);
        tile.k = said.k.or(tile.k);
        tile.stages = said.stages.or(tile.stages);
        tile.order = said.order.or(tile.order);
        shown.said.reader.operand = self.operand.or(shown.said.reader.operand);
        shown
    }
}

/// The answer: what was recognised is `what`, and what it says follows.
pub(crate) fn pasted_parts(mut parts: Parts, what: &str, choice: &PasteChoice, context: &Shown) -> Answer {
    let context = parts.over(context);
    let spec = context.looked_at(&context.spec()?);
    if parts.arch.is_none() && parts.swizzle == Some(Ok(Swizzle::B128Atom32)) {
        parts.arch = Some(Arch::Tcgen05);
    }
    let arch = choice.arch.or(parts.arch).unwrap_or(spec.reader().arch);
    if parts.is_tile {
        let mut shown = unseen(&context);
        let tile = &mut shown.said.tile;
        tile.swizzle = parts.swizzle.and_then(Result::ok).or(tile.swizzle);
        tile.start_bytes = parts.field(FieldId::Start).map(bytes_from_field).or(tile.start_bytes);
        without_strides(tile);
        if tile.element.is_none() && parts.bits.is_none() {
            parts.notice("element", "is unknown here; unchanged");
        }
        let arch = choice.arch.or(parts.arch);
        say_reader(&mut shown, None, arch);
        let family = arch.map_or(String::new(), |arch| format!(", {}", arch.name()));
        let what = format!("{what}{family}: {}", said_text(&parts));
        return checked(Pasted::inside(what, shown, parts.notices));
    }
    let context = parts.with_major_of_strides(context);
    let spec = context.looked_at(&context.spec()?);
    let own = held(&spec, arch).decode();
    let fields = DescriptorFields { stray_bits: 0, swizzle: parts.swizzle.unwrap_or(own.swizzle), ..own };
    let descriptor = match Descriptor::encode(spec.reader().chip_of(arch), fields) {
        Ok(descriptor) => descriptor,
        Err(error) => return refuse(0..0, error.to_string()),
    };
    let said = parts.fields.iter();
    let descriptor = said.fold(descriptor, |all, (id, value)| all.with(*id, (*value).into()));
    let shown = with_given(descriptor, &context);
    check(&shown.said)?;
    let said = said_text(&parts);
    if parts.field(FieldId::Start).is_none() && context.said.tile.start_bytes.is_none() {
        let start = bytes_from_field(own.start_field);
        parts.notice("start", format!("not specified; 0x{start:x} is inferred"));
    }
    Ok(Pasted {
        others: other_archs(arch, choice),
        ..Pasted::inside(format!("{what}, {}: {said}", arch.name()), shown, parts.notices)
    })
}

/// The descriptor that is shown, for an architecture.
pub(crate) fn held(spec: &Spec, arch: Arch) -> Descriptor {
    let held = if arch == spec.reader().arch {
        spec.descriptor(spec.place()).ok()
    } else {
        on_other_arch(spec, arch).ok()
    };
    held.unwrap_or(Descriptor::new(arch, Descriptor::fixed_bits(arch)))
}

/// Describes the specified values in words.
fn said_text(parts: &Parts) -> String {
    let mut all: Vec<String> = Vec::new();
    let extents = parts.tile.mn.zip(parts.tile.k).filter(|_| parts.is_tile);
    all.extend(extents.map(|(mn, k)| format!("{mn} × {k}")));
    let bytes = |id| parts.field(id).map(bytes_from_field);
    all.extend(bytes(FieldId::Start).map(|start| format!("start 0x{start:x}")));
    all.extend(bytes(FieldId::Lbo).map(|bytes| format!("LBO {bytes} bytes")));
    all.extend(bytes(FieldId::Sbo).map(|bytes| format!("SBO {bytes} bytes")));
    match parts.swizzle {
        Some(Ok(mode)) => all.push(format!("swizzle {}", mode.name())),
        Some(Err(code)) => all.push(code.to_string()),
        None => {}
    }
    match (parts.tile.element, parts.bits) {
        (Some(element), _) => all.push(element.name().into()),
        (None, Some(bits)) => all.push(format!("elements of {bits} bits")),
        (None, None) => {}
    }
    all.extend(parts.tile.major.map(|major| match parts.operand {
        Some(operand) => major.operand_name(operand).into(),
        None => format!("{}-major", major.name()),
    }));
    all.join(", ")
}

/// The notices about a descriptor of which nothing says how many rows it reads.
pub(crate) fn of_strides(given: Descriptor, shown: &Shown) -> Vec<Notice> {
    let fields = given.decode();
    let (Ok(mode), tile) = (fields.swizzle, shown.said.tile) else {
        return Vec::new();
    };
    let (sbo, packed) = (bytes_from_field(fields.sbo_field), mode.atom(Major::K).bytes());
    let is_open = mode != Swizzle::None && tile.mn.is_none() && shown.said.reader.rows.is_none();
    let mut notices = Vec::new();
    let mut notice = |why: String| {
        notices.push(notice(&format!("SBO {sbo} bytes"), why));
    };
    if is_open && sbo == packed * UNIT_BYTES && tile.sbo_bytes.is_none() {
        notice(format!(
            "is 16 times the {packed} bytes of a packed tile with {} swizzle: the field counts units of 16 bytes, and bytes seem to be written into it",
            mode.name()
        ));
    }
    let is_b = shown.said.reader.operand == Some(Operand::B);
    if is_open && is_b && (1..packed).contains(&sbo) {
        notice(format!(
            "is too small for more than 8 rows: a group of 8 rows with {} swizzle has {packed} bytes, and groups overlap",
            mode.name()
        ));
    }
    notices
}
