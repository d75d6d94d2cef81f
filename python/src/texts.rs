//! Texts of kernels, and the report on them.

use std::path::PathBuf;

use pyo3::prelude::*;
use serde_json::Value;
use swizzle_cli::sarif_from_texts;
use swizzle_core::Named as _;
use swizzle_core::reader::VerdictKind;
use swizzle_draw::Theme;
use swizzle_draw::scene::PaneKind;
use swizzle_lens::{KernelView, OperandView, Reading, Side, Text, texts_from_bytes};
use swizzle_report::Answer;
use swizzle_report::kernel::{
    Found, Manner, Tally, allowances_from_toml, each_judged, kernel_json, none_in, report_json,
    texts_from_path, write_text,
};
use swizzle_view::link::{KernelShown, bytes_mark, link_from_form};

use crate::spec::svg;
use crate::{SwizzleError, json};

/// The place of a text, and the lines on a kernel in it.
type Lines = (usize, String);

/// Texts with PTX, each with the file that it is from.
#[pyclass(frozen, module = "swizzle_atlas._native")]
pub(crate) struct Texts(Vec<Text>);

#[pymethods]
impl Texts {
    /// Texts that were read before, each with its file.
    #[new]
    fn new(texts: Vec<(String, String)>) -> Self {
        let texts = texts.into_iter().map(|(file, text)| Text { file, text });
        Self(texts.collect())
    }

    /// The PTX in a file's bytes: PTX itself, a cubin, a trace of TritonParse, any of them packed with gzip.
    #[staticmethod]
    fn from_bytes(name: &str, data: Vec<u8>) -> PyResult<Self> {
        texts_from_bytes(name, data).map(Self).map_err(SwizzleError::new_err)
    }

    /// The PTX of a file, or of the files of a folder.
    #[staticmethod]
    fn from_path(path: PathBuf) -> PyResult<Self> {
        let Found { texts, faults } = texts_from_path(&path.to_string_lossy());
        if faults.is_empty() { Ok(Self(texts)) } else { Err(SwizzleError::new_err(faults.join("\n"))) }
    }

    /// File and text of each.
    fn texts(&self) -> Vec<(&str, &str)> {
        let texts = self.0.iter();
        texts.map(|one| (&*one.file, &*one.text)).collect()
    }

    /// The report on all kernels as JSON, and of each the place of its text and its lines.
    #[pyo3(signature = (allowed=""))]
    fn report(&self, py: Python<'_>, allowed: &str) -> PyResult<(String, Vec<Lines>)> {
        py.detach(|| self.reported(allowed)).map_err(SwizzleError::new_err)
    }

    /// The same as SARIF.
    fn sarif(&self, py: Python<'_>, allowed: &str) -> PyResult<String> {
        let all = &self.0;
        py.detach(|| allowances_from_toml(allowed).map(|allowed| sarif_from_texts(all, &allowed)))
            .map_err(SwizzleError::new_err)
    }

    /// The score of each kernel as JSON, in the order of the report, with a picture of the operand to look at first.
    fn score(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let texts = self.0.iter();
            let kernels = texts.flat_map(|text| {
                let reading = Reading::of(text.file.as_str(), text.text.as_str().into());
                let scores = reading.kernels.iter().map(|kernel| score_json(kernel));
                scores.collect::<Vec<_>>()
            });
            json(&kernels.collect::<Vec<Value>>())
        })
    }

    /// The part of the page's address that shows a kernel of a text, each by its place.
    fn link(&self, text: usize, kernel: usize) -> Option<String> {
        self.0.get(text).map(|text| link_of(text, kernel))
    }
}

/// A kernel's score, and the operand to look at first.
fn score_json(kernel: &KernelView) -> Value {
    let operand = |one: &OperandView| {
        serde_json::json!({
            "verdict": one.verdict.map(VerdictKind::name),
            "where": match one.side {
                Side::Shared => "shared memory",
                Side::Registers => "registers",
                Side::TensorMemory => "tensor memory",
            },
        })
    };
    let rows = kernel.rows.iter().map(|row| {
        serde_json::json!({
            "line": row.line,
            "source": row.sources.first().map(|at| format!("{}:{}", at.file, at.line)),
            "shape": row.shape,
            "types": row.types,
            "group": row.group,
            "operands": row.operands.iter().map(operand).collect::<Vec<_>>(),
            "verdict": row.verdict.name(),
        })
    });
    let first = kernel.first_row();
    let side = kernel.first_side(first);
    let part = kernel.part(first, side, kernel.first_stage(first, side));
    let picture = part.as_ref().and_then(|part| {
        let svg = |theme| svg(&part.shown, PaneKind::Memory, theme).ok();
        Some(serde_json::json!({
            "operand": side.name(),
            "line": kernel.rows.get(first).map(|row| row.line),
            "light": svg(Theme::Light)?,
            "dark": svg(Theme::Dark)?,
        }))
    });
    serde_json::json!({
        "rows": rows.collect::<Vec<_>>(),
        "picture": picture,
    })
}

/// The part of the page's address that shows a kernel of a text.
fn link_of(text: &Text, kernel: usize) -> String {
    link_from_form(&KernelShown {
        bytes: Some(bytes_mark(&[text.text.as_bytes()])),
        kernel,
        ..KernelShown::default()
    })
}

impl Texts {
    fn reported(&self, allowed: &str) -> Result<(String, Vec<Lines>), String> {
        let allowed = allowances_from_toml(allowed)?;
        let (mut kernels, mut lines, mut tally) = (Vec::new(), Vec::new(), Tally::default());
        for (at, text) in self.0.iter().enumerate() {
            each_judged(text, &allowed, |judged| {
                tally.add(judged);
                kernels.push(kernel_json(judged));
                let mut written = Vec::new();
                write_text(judged, Manner::default(), &mut written).map_err(|error| error.to_string())?;
                lines.push((at, String::from_utf8_lossy(&written).into_owned()));
                Ok::<(), String>(())
            })?;
        }
        if kernels.is_empty() {
            return Err(none_in(&self.0));
        }
        let json = serde_json::to_string(&Answer::new(report_json(&tally, kernels)));
        Ok((json.map_err(|error| error.to_string())?, lines))
    }
}
