//! What mends a mistake that has a face: the fields that are wrong, the descriptors on the way, and one sentence of it.

use super::*;
use crate::link::shown_from_link;
use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::{Named, bytes_from_field};
use swizzle_text::grouped;

/// Descriptors from the wrong one to the right one, both counted, where a stride counts up.
const FRAMES: u64 = 8;

/// A mistake and what mends it.
///
/// ```
/// use swizzle_view::state::{FACES, Mend};
/// let mend = Mend::of(&FACES[0]).unwrap();
/// assert_eq!(mend.given.to_string(), "0x4000000800010040");
/// assert_eq!(mend.expected.to_string(), "0x4000004000010040");
/// assert_eq!(mend.said(), "One field, SBO, was 128 bytes instead of 1,024.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    /// The tile with the wrong descriptor.
    pub spec: Spec,
    /// The wrong descriptor.
    pub given: Descriptor,
    /// The right one of the same read.
    pub expected: Descriptor,
}

impl Mend {
    /// That of a face. `None` where its link has no explicit descriptor.
    pub fn of(face: &Face) -> Option<Self> {
        let spec = shown_from_link(face.link).shown.spec().ok()?;
        let given = spec.given()?;
        let expected = spec.derived_descriptor(spec.place()).ok()?;
        Some(Self { spec, given, expected })
    }

    /// The same tile read by another descriptor.
    pub fn read_by(&self, descriptor: Descriptor) -> Spec {
        self.spec.with_given_at(descriptor, self.spec.place())
    }

    /// The fields that differ.
    pub fn fields(&self) -> Vec<FieldId> {
        let fields = Descriptor::fields(self.given.chip()).iter();
        let ids = fields.map(|field| field.id);
        ids.filter(|id| self.given.get(*id) != self.expected.get(*id)).collect()
    }

    /// The descriptors from the wrong one to the right one: one stride counts up in equal steps, all else changes at once.
    pub fn frames(&self) -> Vec<Descriptor> {
        let ends = vec![self.given, self.expected];
        let [id @ (FieldId::Lbo | FieldId::Sbo)] = self.fields()[..] else {
            return ends;
        };
        let (from, to) = (self.given.get(id), self.expected.get(id));
        match to.checked_sub(from) {
            Some(way) if way.is_multiple_of(FRAMES - 1) => {
                (0..FRAMES).map(|frame| self.given.with(id, from + way / (FRAMES - 1) * frame)).collect()
            }
            _ => ends,
        }
    }

    /// The digits of a descriptor in runs, each with whether they are wrong in the given one.
    ///
    /// ```
    /// use swizzle_view::state::{FACES, Mend};
    /// let mend = Mend::of(&FACES[0]).unwrap();
    /// let digits = mend.digits(mend.given);
    /// let run = |text: &str, is_wrong| (text.to_owned(), is_wrong);
    /// assert_eq!(digits, [run("0x400000", false), run("08", true), run("00010040", false)]);
    /// ```
    pub fn digits(&self, descriptor: Descriptor) -> Vec<(String, bool)> {
        let [now, given, expected] = [descriptor, self.given, self.expected].map(|one| one.to_string());
        let mut runs = Vec::<(String, bool)>::new();
        for (digit, (given, expected)) in now.chars().zip(given.chars().zip(expected.chars())) {
            let is_wrong = given != expected;
            match runs.last_mut().filter(|(_, before)| *before == is_wrong) {
                Some((run, _)) => run.push(digit),
                None => runs.push((digit.into(), is_wrong)),
            }
        }
        runs
    }

    /// What was wrong, in one sentence.
    pub fn said(&self) -> String {
        let (given, expected) = (self.given, self.expected);
        match self.fields()[..] {
            [FieldId::Start] => {
                let [was, is] = [given, expected].map(|one| one.get(FieldId::Start) * 16);
                let far = grouped(was.abs_diff(is) as u32);
                let way = if was > is { "late" } else { "early" };
                format!("One field, the start, was {far} bytes too {way}.")
            }
            [FieldId::Swizzle] => {
                let name = |one: Descriptor| one.decode().swizzle.map_or("invalid", Swizzle::name);
                let (was, is) = (name(given), name(expected));
                format!("One field, the swizzle mode, was {was} instead of {is}.")
            }
            [id @ (FieldId::Lbo | FieldId::Sbo)] => {
                let bytes = |one: Descriptor| grouped(bytes_from_field(one.get(id) as u16));
                let (was, is, name) = (bytes(given), bytes(expected), name(given, id));
                format!("One field, {name}, was {was} bytes instead of {is}.")
            }
            [a, b] if given.get(a) == expected.get(b) && given.get(b) == expected.get(a) => {
                let [first, second] = [a, b].map(|id| name(given, id));
                format!("Two fields, {first} and {second}, were swapped.")
            }
            _ => {
                let names: Vec<&str> = self.fields().iter().map(|id| name(given, *id)).collect();
                format!("Wrong: {}.", names.join(", "))
            }
        }
    }
}

fn name(descriptor: Descriptor, id: FieldId) -> &'static str {
    Descriptor::field(descriptor.chip(), id).map_or("", |field| field.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::FACES;
    use swizzle_infer::WholeRead;

    fn mend(face: usize) -> Mend {
        Mend::of(&FACES[face]).unwrap()
    }

    #[test]
    fn each_mistake_is_said_in_one_sentence() {
        let said = [0, 2, 3, 4].map(|face| mend(face).said());
        assert_eq!(
            said,
            [
                "One field, SBO, was 128 bytes instead of 1,024.",
                "One field, the swizzle mode, was 64B instead of 128B.",
                "One field, the start, was 128 bytes too late.",
                "Two fields, LBO and SBO, were swapped.",
            ]
        );
    }

    #[test]
    fn the_last_frame_reads_all_of_the_tile_and_each_before_it_less() {
        for (face, frames) in [(0, 8), (2, 2), (3, 2), (4, 2)] {
            let mend = mend(face);
            let all = mend.frames();
            assert_eq!((all.len(), all[0]), (frames, mend.given), "{face}");
            assert_eq!(all.last(), Some(&mend.expected));
            let wrong = all.iter().map(|one| WholeRead::of(&mend.read_by(*one)).unwrap().wrong());
            let wrong: Vec<u32> = wrong.collect();
            let (last, before) = wrong.split_last().unwrap();
            assert!(*last == 0 && before.iter().all(|wrong| *wrong > 0), "{face}: {wrong:?}");
        }
        let fields = mend(0).frames().into_iter().map(|one| one.get(FieldId::Sbo));
        assert_eq!(fields.collect::<Vec<_>>(), [8, 16, 24, 32, 40, 48, 56, 64]);
    }

    #[test]
    fn the_first_and_the_last_three_are_mistakes_about_the_same_memory() {
        let tiles = [0, 2, 3, 4].map(|face| *mend(face).spec.tile());
        assert!(tiles.iter().all(|tile| *tile == tiles[0]));
    }
}
