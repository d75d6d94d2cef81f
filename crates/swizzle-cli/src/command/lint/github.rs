//! The report as annotations of GitHub's log.

use std::io::{self, Write};

use swizzle_lints::Severity;
use swizzle_report::kernel::Judged;

/// Source: GitHub, "Workflow commands": `%` and line ends are escaped, in a property `:` and `,` too.
pub(crate) fn write(judged: &Judged<'_, '_>, out: &mut impl Write) -> io::Result<()> {
    let data = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    for said in &judged.said {
        let (place, finding) = (judged.place(said), &said.finding);
        let kind = match (finding.severity, &said.allowed) {
            (_, Some(_)) | (Severity::Note, None) => "notice",
            (Severity::Error, None) => "error",
            (Severity::Warning, None) => "warning",
        };
        let reason = said
            .allowed
            .as_deref()
            .map(|reason| format!(" Allowed: {reason}."))
            .unwrap_or_default();
        writeln!(
            out,
            "::{kind} file={},line={},title={}::{}",
            property(&place.file),
            place.line,
            property(finding.id),
            data(&format!("{}{reason}", said.paragraph()))
        )?;
    }
    Ok(())
}
