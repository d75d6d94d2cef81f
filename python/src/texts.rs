//! Texts of kernels, and the report on them.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use swizzle_lens::{Text, texts_from_bytes};
use swizzle_report::kernel::{
    Report, allowances_from_toml, each_judged, kernel_json, none_in, texts_from_path, write_text,
};

/// Texts with PTX, each with the file that it is from.
#[pyclass(frozen, module = "swizzle_atlas._native")]
pub(crate) struct Texts(Vec<Text>);

#[pymethods]
impl Texts {
    /// The PTX in a file's bytes: PTX itself, a cubin, a trace of TritonParse, any of them packed with gzip.
    #[staticmethod]
    fn from_bytes(name: &str, data: Vec<u8>) -> PyResult<Self> {
        texts_from_bytes(name, data)
            .map(Self)
            .map_err(PyValueError::new_err)
    }

    /// The PTX of a file, or of the files of a folder.
    #[staticmethod]
    fn from_path(path: PathBuf) -> PyResult<Self> {
        texts_from_path(&path)
            .map(Self)
            .map_err(PyValueError::new_err)
    }

    /// File and text of each.
    fn texts(&self) -> Vec<(&str, &str)> {
        let texts = self.0.iter();
        texts.map(|one| (&*one.file, &*one.text)).collect()
    }

    /// The report on all kernels as JSON, and the lines on each.
    #[pyo3(signature = (allowed=""))]
    fn report(&self, py: Python<'_>, allowed: &str) -> PyResult<(String, Vec<String>)> {
        py.detach(|| self.reported(allowed))
            .map_err(PyValueError::new_err)
    }
}

impl Texts {
    fn reported(&self, allowed: &str) -> Result<(String, Vec<String>), String> {
        let allowed = allowances_from_toml(allowed)?;
        let (mut kernels, mut lines) = (Vec::new(), Vec::new());
        for text in &self.0 {
            each_judged(text, &allowed, |judged| {
                kernels.push(kernel_json(judged));
                let mut written = Vec::new();
                write_text(judged, &mut written).map_err(|error| error.to_string())?;
                lines.push(String::from_utf8_lossy(&written).into_owned());
                Ok::<(), String>(())
            })?;
        }
        if kernels.is_empty() {
            let files: Vec<&str> = self.0.iter().map(|text| &*text.file).collect();
            return Err(none_in(&files));
        }
        let json = serde_json::to_string(&Report::new(kernels));
        Ok((json.map_err(|error| error.to_string())?, lines))
    }
}
