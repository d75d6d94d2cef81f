//! The id of scale factors against the step that uses them.

use super::*;

lint!(
    Issue,
    "scale-id",
    Stated,
    "PTX ISA, tcgen05.mma, scale-factor ids; CuTe's pointers to scale factors";
    is [Required(RequiredBy::Hardware)],
);

fn find(issue: &Issue, report: &mut Report) {
    let Some(scales) = &issue.scales else { return };
    let steps = report.facts.as_ref().and_then(|stage| stage.steps.clone().ok());
    let Some(steps) = steps else { return };
    let expected = (0..steps.steps).filter_map(|step| steps.step(step).ok());
    let expected: Vec<u32> = expected.map(|step| step.id).collect();
    let pairs = scales.ids.iter().zip(&expected);
    let wrong: Vec<usize> =
        (0..).zip(pairs).filter(|(_, (id, wanted))| id != wanted).map(|(at, _)| at).collect();
    let scaling = steps.scaling;
    let right = expected[..scales.ids.len().min(expected.len())].to_vec();
    let mended = || {
        let change = issue.with_scales(|scales| scales.ids.clone_from(&right));
        Mend::new("Use the ids of the steps", change)
    };
    if scales.ids.len() > expected.len() {
        let finding = report.error(
            &["ids"],
            format!("Id {} has no step: the stage has {}", expected.len(), expected.len()),
            format!(
                "Each instruction along K uses {} scale factors of each row, and each row has {}.",
                scaling.per_step(),
                scales.shape.factors
            ),
        );
        finding.repairs.push(mended());
    }
    let [first, ..] = wrong[..] else { return };
    let (id, wanted) = (scales.ids[first], expected[first]);
    let others = match wrong.len() {
        1 => String::new(),
        2 => ", and that of one other step".into(),
        all => format!(", and those of {} other steps", all - 1),
    };
    let which = match scaling.per_step() {
        1 => "the byte of the word",
        2 => "its low half by 0, its high half by 2",
        _ => "the whole word by 0",
    };
    let finding = report.error(
        &["ids"],
        format!("Step {first} has scale-factor id {id}, expected {wanted}{others}"),
        format!("With .scale_vec::{} the id selects {which}; the column advances with each new word. The effect of a wrong id was not measured.", scaling.name()),
    );
    finding.repairs.push(mended());
}
