//! The stages that reads go through, compared with what fills them.

use super::*;

/// Stages that reads go through, and what fills them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Filled {
    /// The name of the data in them.
    pub(super) name: &'static str,
    /// Bytes from stage to stage of the reads, where one counter alone tells the stage.
    pub(super) read: Option<u64>,
    /// The writer that goes through the stages at the same distance, if there is one.
    pub(super) writer: Option<Writer>,
    /// The writer that fills them at another distance, and that distance in bytes.
    pub(super) written: Option<(Writer, u64)>,
    /// Reads that begin or end where no thread writes for their stage.
    pub(super) foreign: Option<Foreign>,
}

/// A kind of writer to shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writer {
    /// Copies by TMA.
    Copies,
    /// Threads, with `st.shared`, `cp.async` and the like.
    Threads,
    /// Something that is not followed: reads at numbers tell the distance.
    Unknown,
}

/// Bytes that are read and not written for the same stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Foreign {
    /// This many bytes before the ones that are written.
    Before(u64),
    /// This many bytes after the ones that are written.
    Behind(u64),
    /// All of them.
    Whole,
}

impl Filled {
    /// Whether nothing tells that the distance is right, and nothing that it is wrong.
    pub(super) const fn is_unknown(&self) -> bool {
        self.writer.is_none() && self.written.is_none() && self.foreign.is_none()
    }

    /// What is wrong with it, or that it fits.
    pub(super) fn part(&self) -> Part {
        let writer = match self.writer {
            Some(Writer::Copies) => Some("copies"),
            Some(Writer::Threads) => Some("stores"),
            Some(Writer::Unknown) | None => None,
        };
        let holds = writer.zip(self.read).map_or(Holds::Nothing, |(writer, read)| {
            let (name, read) = (self.name, grouped_bytes(read));
            Holds::Stages(format!("{name}: stages are {read} bytes apart in {writer} and reads"))
        });
        let checks = [self.distance(), self.cover(), self.unknown()];
        let mut part = Part::of(FactKind::Fills, checks, holds);
        part.feed.filled_apart = self.written.map(|(_, written)| written);
        part
    }

    /// Stages that are filled at another distance than they are read at.
    fn distance(&self) -> Option<Part> {
        let (name, (writer, written), read) = (self.name, self.written?, self.read?);
        let who = match writer {
            Writer::Copies => "the copies go to stages",
            Writer::Threads | Writer::Unknown => "the threads write stages",
        };
        let part = FILL_STAGE.wrong(
            format!("{name}: {who} {written} bytes apart, the reads are {read} bytes apart"),
            "From stage 1 on, other bytes are read than were written for it.",
        );
        Some(part.fix(format!("Use {written} bytes from stage to stage")))
    }

    /// Reads of a stage that begin or end where no thread writes for it.
    fn cover(&self) -> Option<Part> {
        let (where_to, fix) = match self.foreign? {
            Foreign::Before(bytes) => (
                format!("begin {bytes} bytes before what the threads write for it"),
                Some(format!("Begin the reads {bytes} bytes later")),
            ),
            Foreign::Behind(bytes) => (
                format!("end {bytes} bytes behind what the threads write for it"),
                Some(format!("Begin the reads {bytes} bytes earlier")),
            ),
            Foreign::Whole => ("are where the threads write nothing for it".to_owned(), None),
        };
        let part = FILL_COVER.wrong(
            format!("{}: the reads of a stage {where_to}", self.name),
            "Those bytes belong to another stage or buffer, or were never written.",
        );
        Some(part.fix(fix))
    }

    /// Stages at a distance that nothing in the text confirms.
    fn unknown(&self) -> Option<Part> {
        let distance = match self.read {
            Some(read) => format!("a distance of {read} bytes between stages"),
            None => "the distance between stages".to_owned(),
        };
        self.is_unknown().then(|| STAGE_UNKNOWN.says(
            Severity::Note,
            format!("{}: no copy or store confirms {distance}", self.name),
            "What fills the buffer is not in the text, or its addresses cannot be followed. No read of these stages is called right.",
        ))
    }
}

/// A number of bytes, as it is shown.
pub(super) fn grouped_bytes(bytes: u64) -> String {
    u32::try_from(bytes).map_or_else(|_| bytes.to_string(), grouped)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Stages of A that threads fill as they are read, with a change.
    pub(in crate::kernel::part) fn filled(change: impl FnOnce(&mut Filled)) -> Part {
        let mut filled = Filled {
            name: "A",
            read: Some(16384),
            writer: Some(Writer::Threads),
            written: None,
            foreign: None,
        };
        change(&mut filled);
        filled.part()
    }
}
