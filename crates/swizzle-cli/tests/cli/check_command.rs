//! The line that the page gives for a build: it runs, and ends as the page judges.

use swizzle_code::check_command;
use swizzle_core::reader::{Verdict, VerdictKind};
use swizzle_lints::findings_from_spec;
use swizzle_lints::verdict_of_spec;
use swizzle_view::shown_from_link;

use crate::program::swizzle;

/// Links with every kind of verdict, and with everything that can be specified.
const LINKS: &[&str] = &[
    "#/",
    "#/tcgen05?mn=128&k=64&element=e4m3&operand=B",
    "#/wgmma?mn=128&k=64&element=tf32&swizzle=64B&start=0x800",
    "#/wgmma?mn=64&k=64&major=MN&operand=B",
    "#/wgmma?mn=64&k=64&stages=4&stage_bytes=8192",
    "#/wgmma?mn=64&k=64&element=e4m3&sparsity=sparse",
    "#/tcgen05?mn=128&k=512&element=e2m1-packed",
    "#/tcgen05?mn=128&k=64&element=f16&swizzle=128B-32B-atom",
    "#/wgmma/4000004000010040",
    "#/wgmma/4000004000010040?mn=64&k=64",
    "#/wgmma/4000004000010040?mn=64&k=64&element=bf16&major=K&swizzle=128B&start=0x400&operand=A",
    "#/wgmma/4000000800010040?mn=64&k=64",
    "#/wgmma/4000010000010040?mn=64&k=64",
    "#/wgmma/4000010000010040?mn=64&k=64&meant_sbo_bytes=4096",
    "#/wgmma/4000004000010046?mn=64&k=64&meant_start=0x400",
    "#/wgmma/4000004000010640?mn=128&k=64&meant_start=0x8400",
    "#/wgmma/4000004000010040?mn=64&k=64&meant_start=0x400&then=4000004000010042,4000004000010044,4000004000010046",
    "#/wgmma/4000004000010040?mn=64&k=64&meant_start=0x400&then=4000004000010060,4000004000010080,40000040000100a0",
    "#/wgmma/4000008000010040?mn=64&k=64&buffer_mn=128",
];

#[test]
fn the_line_for_a_build_ends_as_the_page_judges() {
    let mut kinds = Vec::new();
    for link in LINKS {
        let opened = shown_from_link(link);
        assert_eq!(opened.notices, [], "{link}");
        let spec = opened.shown.spec().expect(link);
        let kind = verdict_of_spec(&spec, &findings_from_spec(&spec)).kind;
        let command = check_command(&spec).expect(link);
        let run = swizzle(command.strip_prefix("swizzle ").expect("the program"));
        let codes: &[i32] = match (kind, spec.verdict()) {
            (VerdictKind::Right, _) => &[0],
            (VerdictKind::Wrong, _) | (_, Verdict::Padded | Verdict::Differs) => &[1],
            (_, Verdict::Unsaid) => &[2],
            // A warning of a read that is right.
            (VerdictKind::Warning, Verdict::Fits) => &[1],
            (VerdictKind::Incomplete, Verdict::Fits) => &[0],
        };
        let code = run.code.expect("it ends");
        assert!(codes.contains(&code), "{link}\n{command}\n{kind:?} {code}\n{}{}", run.out, run.err);
        kinds.push(kind);
    }
    for kind in [VerdictKind::Right, VerdictKind::Wrong, VerdictKind::Warning, VerdictKind::Incomplete] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}
