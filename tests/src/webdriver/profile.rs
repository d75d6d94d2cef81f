//! A folder for a browser's profile.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use super::error::{Context as _, Result};

/// A new folder; it is removed when dropped.
pub(super) struct Profile {
    folder: PathBuf,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Profile {
    pub(super) fn new() -> Result<Self> {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("swizzle-atlas-profile-{}-{count}", process::id());
        let folder = env::temp_dir().join(name);
        // What a process of the same number left behind is not fresh.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).context(|| format!("cannot create {}", folder.display()))?;
        Ok(Self { folder })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        // A browser that is still running may write after the removal; the system's own clean-up then removes that.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
