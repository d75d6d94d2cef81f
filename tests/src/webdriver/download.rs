//! Files that a page saves.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::{Context as _, Result};
use super::session::Session;

/// Where a browser with a profile in this folder saves files.
pub(super) fn folder(profile: &Path) -> PathBuf {
    profile.join("saved")
}

impl Session {
    /// Waits for a file that the page saves under a name, takes it away and returns what is in it.
    ///
    /// # Errors
    /// When none comes.
    pub fn saved_file(&self, name: &str) -> Result<Vec<u8>> {
        let path = folder(self.profile()).join(name);
        let bytes = self.wait_for(&format!("{name} to be saved"), |_| {
            // Firefox writes into another file first, and leaves this one empty until then.
            let bytes = fs::read(&path).unwrap_or_default();
            Ok((!bytes.is_empty()).then_some(bytes))
        })?;
        fs::remove_file(&path).context(|| format!("cannot remove {}", path.display()))?;
        Ok(bytes)
    }
}
