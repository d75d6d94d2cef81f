//! Folders that a compiler writes to, looked at again and again: events of the file system don't come from other hosts.

use std::{
    thread,
    time::{Duration, SystemTime},
};

use super::*;
use swizzle_report::kernel::files_in;

/// How long between two looks.
const PAUSE: Duration = Duration::from_millis(200);

/// When a file was written last, and its bytes.
type Stamp = (SystemTime, u64);

/// Files that were written and read, or are being written.
#[derive(Default)]
struct Seen {
    read: HashMap<PathBuf, Stamp>,
    written: HashMap<PathBuf, Stamp>,
}

impl Seen {
    /// The files that were written since, and have not changed between this look and the previous one.
    fn ready(&mut self, found: HashMap<PathBuf, Stamp>) -> Vec<PathBuf> {
        let is_new = |(path, stamp): &(PathBuf, Stamp)| self.read.get(path) != Some(stamp);
        let new: HashMap<PathBuf, Stamp> = found.into_iter().filter(is_new).collect();
        let stands = |path: &PathBuf, stamp: &Stamp| self.written.get(path) == Some(stamp);
        let (ready, written) =
            new.into_iter().partition::<HashMap<_, _>, _>(|(path, stamp)| stands(path, stamp));
        self.written = written;
        let mut paths: Vec<PathBuf> = ready.keys().cloned().collect();
        paths.sort();
        self.read.extend(ready);
        paths
    }
}

/// Calls `each` with the texts of every file that is written into the folders from now on, and never ends by itself.
pub(super) fn watch(folders: &[String], mut each: impl FnMut(Vec<Text>) -> Outcome) -> Outcome {
    if let Some(other) = folders.iter().find(|path| !Path::new(path).is_dir()) {
        return Err(Failure::Input(format!("{other}: --watch takes folders")));
    }
    let mut seen = Seen { read: stamps(folders)?, ..Seen::default() };
    eprintln!("Watching {}; press Ctrl-C to stop", folders.join(", "));
    loop {
        thread::sleep(PAUSE);
        for path in seen.ready(stamps(folders)?) {
            let (found, faults) = texts(&[path.display().to_string()])?;
            // It may be gone again; the next ones are read all the same.
            faults.iter().for_each(|why| eprintln!("{why}"));
            each(found)?;
        }
    }
}

/// The files of the folders that hold PTX.
fn stamps(folders: &[String]) -> Result<HashMap<PathBuf, Stamp>, Failure> {
    let mut stamps = HashMap::new();
    for folder in folders {
        let folder = Path::new(folder);
        // A folder below may be gone while it is looked into.
        let Ok(files) = files_in(folder) else {
            fs::read_dir(folder)?;
            continue;
        };
        for path in files {
            let known = fs::metadata(&path).and_then(|file| Ok((file.modified()?, file.len())));
            if let Ok(stamp) = known {
                stamps.insert(path, stamp);
            }
        }
    }
    Ok(stamps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: &[(&str, u64)]) -> HashMap<PathBuf, Stamp> {
        let stamp = |(path, bytes): &(&str, u64)| (path.into(), (SystemTime::UNIX_EPOCH, *bytes));
        bytes.iter().map(stamp).collect()
    }

    #[test]
    fn a_file_is_read_once_it_stands_still_and_again_once_it_changes() {
        let mut seen = Seen { read: found(&[("old", 1)]), ..Seen::default() };
        let mut ready = |bytes: &[(&str, u64)]| seen.ready(found(bytes)).len();
        assert_eq!(ready(&[("old", 1), ("new", 1)]), 0);
        assert_eq!(ready(&[("old", 1), ("new", 2)]), 0);
        assert_eq!(ready(&[("old", 1), ("new", 2)]), 1);
        assert_eq!(ready(&[("old", 1), ("new", 2)]), 0);
        assert_eq!(ready(&[("old", 3), ("new", 2)]), 0);
        assert_eq!(ready(&[("old", 3), ("new", 2)]), 1);
    }
}
