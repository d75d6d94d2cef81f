//! Whether what was found in a dump is right: the line in the page's title, and the exit code of the program.

use alloc::format;
use alloc::string::String;

use crate::dump::facts::Readable;
use crate::dump::found::Found;
use crate::reader::VerdictKind;

/// What can be said of a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpVerdict {
    /// Right, wrong, doubtful, or open.
    pub kind: VerdictKind,
    /// The verdict, without a full stop.
    pub sentence: String,
    /// What it leaves open.
    pub reservation: Option<String>,
    /// What would mend it.
    pub repair: Option<String>,
}

impl DumpVerdict {
    /// Whether a descriptor reads all that was found right; of a descriptor that was given, whether that one does.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        match self.kind {
            VerdictKind::Right | VerdictKind::Warning | VerdictKind::Incomplete => true,
            VerdictKind::Wrong => false,
        }
    }
}

/// The verdict on the layouts of a dump, the best first, and on what a descriptor reads of it: cells that came out right, and
/// how many there are.
///
/// ```
/// use swizzle_core::dump::{Example, dump_verdict, dumps_from_files, recognize};
/// use swizzle_core::reader::VerdictKind;
/// let example = Example::ALL[0];
/// let dumps = dumps_from_files(&[example.text().as_bytes()], 16).unwrap();
/// let found = recognize(&dumps, &example.asked()).unwrap();
/// assert!(!dump_verdict(&[], None).is_read());
/// assert_eq!(dump_verdict(&found, Some((128, 1024))).kind, VerdictKind::Wrong);
/// assert!(dump_verdict(&found, Some((1024, 1024))).is_read());
/// ```
#[must_use]
pub fn dump_verdict(found: &[Found], read: Option<(u32, u32)>) -> DumpVerdict {
    let verdict = |kind, sentence: String| DumpVerdict {
        kind,
        sentence,
        reservation: None,
        repair: None,
    };
    let Some(first) = found.first() else {
        return verdict(VerdictKind::Wrong, "No layout fits".into());
    };
    match read {
        Some((right, of)) if right == of && of > 0 => {
            let sentence = format!("The descriptor reads all {of} cells right");
            return verdict(VerdictKind::Right, sentence);
        }
        Some((right, of)) => {
            return DumpVerdict {
                repair: Some(
                    first
                        .mend()
                        .unwrap_or_else(|| format!("The dump holds {}.", first.text())),
                ),
                ..verdict(
                    VerdictKind::Wrong,
                    format!("The descriptor reads {right} of {of} cells right"),
                )
            };
        }
        None => {}
    }
    let (right, of) = (first.right, first.of);
    let readable = first.readable();
    if readable == Readable::No || right < of {
        let sentence = match (readable, right == of) {
            (Readable::No, true) => "No descriptor reads this layout".into(),
            (Readable::No, false) => {
                format!(
                    "No descriptor reads this layout, and {right} of {of} cells are where it has them"
                )
            }
            (Readable::Yes | Readable::WithBaseOffset(_), _) => {
                format!("A descriptor reads {right} of {of} cells right: the others are elsewhere")
            }
        };
        return DumpVerdict {
            repair: first.mend(),
            ..verdict(VerdictKind::Wrong, sentence)
        };
    }
    if let Readable::WithBaseOffset(offset) = readable {
        return DumpVerdict {
            repair: first.mend(),
            ..verdict(
                VerdictKind::Warning,
                format!("A descriptor reads all {of} cells only with base offset {offset}"),
            )
        };
    }
    let sentence = format!("A descriptor reads all {of} cells right");
    if found.len() > 1 || first.phases.len() > 1 {
        let reservation = match first.phases.len() {
            0 | 1 => "other layouts fit as well".into(),
            count => format!("the dump leaves {count} starts possible"),
        };
        return DumpVerdict {
            reservation: Some(reservation),
            ..verdict(VerdictKind::Incomplete, sentence)
        };
    }
    verdict(VerdictKind::Right, sentence)
}
