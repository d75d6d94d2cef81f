"""Plants faults in production code and asks whether the tests find each.

    python3 tests/mutations/run.py [--at CHECKOUT] [--only N]...   plants the faults of faults.tsv, and runs the tests once for each
    python3 tests/mutations/run.py --pick SEED COUNT               prints rows for faults.tsv, the same for a seed and a tree

All faults are planted at once, each behind a switch that the environment turns (`SWIZZLE_FAULT`), so one build does for all; the files
are as they were before the first test runs. `--at` plants the same faults in another checkout, to compare two suites.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# Where faults are picked.
WHERE = ("parse", "lints", "tmem", "view")
# What is asked in turn, the crate of the fault first: a package, a target and what is left out of it, being slow or about other things.
SUITE = (
    ("swizzle-parse", "swizzle_parse", ()),
    ("swizzle-parse", "answers", ()),
    ("swizzle-lints", "swizzle_lints", ()),
    ("swizzle-tmem", "swizzle_tmem", ()),
    ("swizzle-view", "swizzle_view", ()),
    ("swizzle-cli", "cli", ()),
    ("swizzle-tests", "all", ("house::", "readers::", "paste::s", "ptx::m", "ptx::n", "ptx::predicted", "ptx::products")),
)
SWITCH = (
    '{{ static ON: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| '
    'std::env::var("SWIZZLE_FAULT").is_ok_and(|one| one == "{number}")); *ON }}'
)
SECONDS = 900


def rows():
    lines = (HERE / "faults.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def faults_of(line):
    """What of a line can be wrong, and how."""
    if (found := re.match(r"(?:\} else )?if (.*) \{$", line)) and not re.search(r"\blet\b", line):
        condition = found[1]
        yield condition, f"!({condition})"
        for old, new in ((" < ", " <= "), (" > ", " >= "), (" <= ", " < "), (" >= ", " > "), (" && ", " || ")):
            if condition.count(old) == 1 and "|" not in condition.replace("||", ""):
                yield condition, condition.replace(old, new)
    if found := re.search(r"=> (true|false),$", line):
        yield found[1], {"true": "false", "false": "true"}[found[1]]
    if found := re.search(r"(?<=[(\[])(\w+ [+-] 1)(?=[)\],])", line):
        yield found[1], found[1].replace("+", "-") if "+" in found[1] else found[1].replace("-", "+")


def candidates(root):
    for crate in WHERE:
        for path in sorted((root / "crates" / f"swizzle-{crate}" / "src").rglob("*.rs")):
            text = path.read_text(encoding="utf-8")
            if "tests" in path.parts or "macro_rules!" in text:
                continue
            lines = [line.strip() for line in text.split("#[cfg(test)]")[0].splitlines()]
            counts, is_constant = collections.Counter(line.strip() for line in text.splitlines()), False
            for line in lines:
                if re.search(r"\bfn\b|^(pub )?(const|static) ", line):
                    is_constant = bool(re.search(r"\bconst fn\b|^(pub )?(const|static) ", line))
                if not is_constant and counts[line] == 1 and not line.startswith("//"):
                    for old, new in faults_of(line):
                        if line.count(old) == 1:
                            yield str(path.relative_to(root)), line, old, new


def planted(root, faults):
    """The texts of the files as they are, and with all faults."""
    before, after = {}, {}
    for number, (file, line, old, new) in enumerate(faults, 1):
        path = root / file
        if path not in before:
            if not path.is_file():
                sys.exit(f"fault {number}: there is no {file}")
            before[path] = after[path] = path.read_text(encoding="utf-8")
        if (count := after[path].count(line)) != 1:
            sys.exit(f"fault {number}: {file} has this line {count} times: {line}")
        switch = SWITCH.format(number=number)
        planted = line.replace(old, f"(if {switch} {{ {new} }} else {{ {old} }})")
        after[path] = after[path].replace(line, planted)
    return before, after


def build(root):
    """The tests' programs: package and target, with where each lies and runs."""
    packages = [word for package, _, _ in SUITE for word in ("-p", package)]
    command = ["cargo", "test", "--no-run", "--lib", "--tests", "--message-format", "json-render-diagnostics", *packages]
    made = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit("with all faults planted, the tests do not compile")
    messages = [json.loads(line) for line in made.stdout.splitlines() if line.startswith("{")]
    return {
        (pathlib.Path(one["manifest_path"]).parent.name, one["target"]["name"]): (one["executable"], pathlib.Path(one["manifest_path"]).parent)
        for one in messages
        if one.get("executable") and one.get("profile", {}).get("test")
    }


def found_by(programs, number, file=""):
    """The first tests that fail with a fault in a file, by their program."""
    for package, target, left_out in sorted(SUITE, key=lambda one: not file.startswith(f"crates/{one[0]}/")):
        folder = "tests" if package == "swizzle-tests" else package
        program, at = programs[(folder, target)]
        skips = [word for one in left_out for word in ("--skip", one)]
        environment = {**os.environ, "SWIZZLE_FAULT": str(number), "CARGO_MANIFEST_DIR": str(at)}
        try:
            run = subprocess.run([program, "-q", *skips], cwd=at, env=environment, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return f"{target}: no end"
        if run.returncode:
            names = sorted(set(re.findall(r"^    (\S+)$", run.stdout, re.M)))
            return f"{target}: " + (", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "") or "it ends")
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--at", type=pathlib.Path, default=HERE.parent.parent)
    parser.add_argument("--only", type=int, action="append")
    parser.add_argument("--pick", type=int, nargs=2, metavar=("SEED", "COUNT"))
    asked = parser.parse_args()
    if asked.pick:
        seed, count = asked.pick
        for row in random.Random(seed).sample(list(candidates(asked.at)), count):
            print("\t".join(row))
        return
    faults = rows()
    before, after = planted(asked.at, faults)
    try:
        for path, text in after.items():
            path.write_text(text, encoding="utf-8")
        programs = build(asked.at)
    finally:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")
    if by := found_by(programs, 0):
        sys.exit(f"without a fault, there is one: {by}")
    missed = 0
    for number, (file, line, _, new) in enumerate(faults, 1):
        if not asked.only or number in asked.only:
            by = found_by(programs, number, file)
            missed += not by
            print(f"{number}\t{file}\t{new}\t{by or 'NOT FOUND'}", flush=True)
    if missed:
        sys.exit(f"{missed} faults are found by no test")


if __name__ == "__main__":
    main()
