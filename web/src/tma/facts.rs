//! Everything that follows from a tensor map, its copy and the descriptor that reads it, worked out once an edit.

use super::*;

/// What follows from a tensor map.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// What was written.
    pub typed: TmaShown,
    /// The driver's verdict on what could be read.
    pub verdict: Option<MapVerdict>,
    /// The map, if it could be read.
    pub map: Option<TensorMap>,
    /// The destination.
    pub destination: u32,
    /// None of a map that is refused, or of a copy that faults.
    pub landed: Option<Landed>,
    /// Values that cannot be read, and why.
    pub unread: Vec<(&'static str, String)>,
}

/// A copy that takes place.
#[derive(Debug, Clone, PartialEq)]
pub struct Landed {
    /// Where it lands.
    pub landing: Landing,
    /// Its units.
    pub picture: BoxPicture,
    /// The descriptor that was typed, and how it meets the box.
    pub met: Option<(Descriptor, Meeting)>,
    /// The tile that the box writes, with that descriptor.
    pub shown: Shown,
    /// Whether a descriptor reads it.
    pub is_readable: bool,
    /// The code of map and copy; none of what is not drawn.
    pub code: Option<BoxCode>,
}

impl Facts {
    /// Works everything out.
    pub fn of(typed: &TmaShown) -> Self {
        let mut unread = Vec::new();
        let mut keep = |field: &'static str, why: String| unread.push((field, why));
        let destination = number_from_text(&typed.destination);
        let destination = destination.map_err(|why| keep("destination", why)).ok();
        let buffer = match typed.buffer.trim() {
            "" => Some(None),
            text => {
                let buffer = number_from_text(text);
                buffer.map(Some).map_err(|why| keep("buffer", why)).ok()
            }
        };
        let descriptor = match typed.descriptor.trim() {
            "" => None,
            text => {
                let raw = raw_from_hex(text);
                raw.map_err(|why| keep("descriptor", why)).ok()
            }
        };
        let map = typed.map.map();
        let map = map.map_err(|(field, why)| keep(field, why)).ok();
        let verdict = destination.zip(buffer).map(|(destination_bytes, buffer_bytes)| {
            copy_verdict(&TypedCopy {
                map: typed.map.clone(),
                target: typed.target,
                destination_bytes,
                buffer_bytes,
            })
        });
        let destination = destination.unwrap_or(0);
        let landing = verdict.as_ref().and_then(|verdict| verdict.landing);
        let landed = map.as_ref().zip(landing);
        let landed = landed.map(|(map, landing)| {
            Landed::of(typed, map, landing, destination, descriptor.map(Descriptor::guessed))
        });
        Self { typed: typed.clone(), verdict, map, destination, landed, unread }
    }

    /// The title.
    pub fn line(&self) -> VerdictLine<MapChange> {
        match (&self.verdict, self.unread.first()) {
            (Some(verdict), _) => verdict_of_tma(verdict, self.read()),
            (None, first) => {
                let (field, why) = first.cloned().unwrap_or_default();
                VerdictLine::new(VerdictKind::Incomplete, format!("The {field} {why}"))
            }
        }
    }

    /// The read of the box.
    pub fn read(&self) -> Option<ReadOfBox<'_>> {
        let (descriptor, meeting) = self.landed.as_ref()?.met.as_ref()?;
        Some(ReadOfBox { descriptor: *descriptor, target: self.typed.target, meeting })
    }

    /// All that is wrong with a value, by its name in faults.
    pub fn fault(&self, field: &str) -> Option<String> {
        let unread = self.unread.iter().filter(|(at, _)| *at == field);
        let mut all: Vec<String> = unread.map(|(_, why)| why.clone()).collect();
        if let Some(verdict) = &self.verdict {
            let refused = verdict.refusals().filter(|one| one.fields.named().contains(&field));
            all.extend(refused.map(|one| one.text.clone()));
            // Faults that no refusal describes: a copy that faults, a buffer that is overrun.
            let is_wrong = verdict.kind == VerdictKind::Wrong;
            if all.is_empty() && is_wrong && verdict.field == Some(field) {
                all.push(verdict.sentence.clone());
            }
        }
        (!all.is_empty()).then(|| all.join(" "))
    }

    /// The driver's arguments, and whether it refuses them.
    pub fn arguments(&self) -> Vec<(Argument, bool)> {
        let all = self.map.as_ref().map_or_else(Vec::new, arguments_of_map);
        let is_refused = |name: &str| {
            let mut refusals = self.verdict.iter().flat_map(MapVerdict::refusals);
            refusals.any(|one| one.brief == name || one.fields.named().contains(&name))
        };
        let judged = |one: Argument| {
            let is_refused = is_refused(one.name);
            (one, is_refused)
        };
        all.into_iter().map(judged).collect()
    }

    /// What follows from a repair, and how often its box is copied for what this one has.
    pub fn repaired_by(&self, change: &MapChange) -> (Self, u32) {
        let mut typed = self.typed.clone();
        mend(&mut typed, change.clone());
        let next = Self::of(&typed);
        let sizes = [self, &next].map(|facts| {
            let sizes = facts.map.iter().flat_map(|map| map.dimensions.iter());
            sizes.map(|one| one.box_elements).collect::<Vec<_>>()
        });
        let copies = match sizes.each_ref().map(|sizes| sizes.split_first()) {
            [Some((before, rest)), Some((after, same))] if rest == same && *after > 0 => {
                before.is_multiple_of(*after).then(|| before / after)
            }
            _ => None,
        };
        (next, copies.unwrap_or(1).max(1))
    }

    /// The map that the first repair makes, where that is another box.
    pub fn repaired(&self) -> Option<TensorMap> {
        let verdict = self.verdict.as_ref().filter(|_| self.landed.is_none())?;
        let map = verdict.repairs().iter().find_map(|repair| match &repair.change {
            MapChange::Map(map) => map.map().ok(),
            _ => None,
        })?;
        let size = |map: &TensorMap| [map.box_elements(0), map.box_elements(1)];
        (Some(size(&map)) != self.map.as_ref().map(size)).then_some(map)
    }
}

impl Landed {
    fn of(
        typed: &TmaShown,
        map: &TensorMap,
        landing: Landing,
        destination: u32,
        descriptor: Option<Descriptor>,
    ) -> Self {
        let boxes = Boxes {
            map: map.clone(),
            major: typed.major,
            boxes: vec![BoxAt { origin: Coord { mn: 0, k: 0 }, destination_bytes: destination }],
        };
        let met = descriptor.map(|descriptor| {
            let meeting = boxes_against_descriptor(&boxes, typed.element, descriptor);
            (descriptor, meeting)
        });
        let params = params_from_boxes(&boxes, typed.element);
        let size = Coord::at(typed.major, map.box_elements(0), map.box_elements(1));
        let tile = params.map(|params| SaidTile {
            element: Some(typed.element),
            major: Some(typed.major),
            mn: Some(size.mn),
            k: Some(size.k),
            swizzle: Some(params.swizzle),
            start_bytes: Some(params.start_bytes),
            ..SaidTile::default()
        });
        let mut said = Said { tile: tile.unwrap_or_default(), ..Said::default() };
        said.reader.arch = typed.target.arch();
        let said = descriptor.map_or(said, |descriptor| said.with_given(descriptor));
        Self {
            picture: BoxPicture::new(&landing, typed.element, typed.major, met.as_ref().map(|(_, met)| met)),
            code: map.im2col.is_none().then(|| cuda_code(&boxes, destination)),
            shown: Shown::from(said),
            is_readable: params.is_some(),
            landing,
            met,
        }
    }
}

/// Makes a repair.
pub fn mend(typed: &mut TmaShown, change: MapChange) {
    match change {
        MapChange::Map(map) => typed.map = *map,
        MapChange::Target(target) => *typed = with_text(typed, "arch", target.name()),
        MapChange::Destination(bytes) => typed.destination = format!("{bytes:#x}"),
        MapChange::Buffer(bytes) => typed.buffer = bytes.to_string(),
        MapChange::Swizzle(swizzle) => typed.map.swizzle = swizzle.name().into(),
        MapChange::Descriptor(descriptor) => typed.descriptor = descriptor.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use swizzle_view::link::form_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn facts(link: &str) -> Facts {
        Facts::of(&form_from_link::<TmaShown>(link).shown)
    }

    #[test]
    fn a_value_at_fault_says_why_under_its_name() {
        let refused = facts("#/memory/tma?box=72,128");
        let why = refused.fault("box").expect("a fault");
        let verdict = refused.verdict.as_ref().expect("a verdict");
        let all: Vec<&str> = verdict.refusals().map(|one| &*one.text).collect();
        assert_eq!(why, all.join(" "));
        assert!(refused.landed.is_none() && refused.repaired().is_some());
        assert!(
            facts("#/memory/tma?strides=8200")
                .fault("strides")
                .is_some_and(|why| why.contains("not a multiple of 16"))
        );
        let overrun = facts("#/memory/tma?box=32,128&buffer=8192");
        assert!(
            overrun
                .fault("buffer")
                .is_some_and(|why| why.contains("overruns its buffer of 8192 bytes by 8192"))
        );
        assert_eq!(facts("#/memory/tma?box=32,128&buffer=16384").fault("buffer"), None);
        assert_eq!(facts("#/memory/tma?destination=12x").line().kind, VerdictKind::Incomplete);
    }

    /// The tile of the box is what the descriptor reads: Check finds nothing wrong with it.
    #[test]
    fn the_tile_of_a_box_is_that_of_its_descriptor() {
        let right = facts("#/memory/tma");
        let landed = right.landed.expect("a copy");
        let check = crate::check::facts::Facts::of(&landed.shown).expect("a tile");
        assert!(!check.has_wrong());
        assert_eq!((check.spec.extent().mn, check.spec.extent().k), (128, 64));
    }
}
