"""Edits of a kernel's PTX for `lens.py`: something that leads to its descriptors is changed.

An edit knows no tile and no layout. It takes a line on the way to a descriptor, or an instruction itself, and changes a
number, an operation or a register in it.
"""

import re

NUMBER = re.compile(r"(?<=, )-?\d+(?=[,;}])")
REGISTER = re.compile(r"%(?:rd|r)\d+")
MULTIPLY = re.compile(r"(wgmma\.mma_async\S+ \{[^}]*\}, )(%rd\d+|\{[^}]*\}), (%rd\d+)(, .*)")
WRITES = re.compile(r"\s*[a-z][\w.:]*\s+(\{[^}]*\}|%\w+)\s*,")
FIELDS = {"lbo": (16, 14), "sbo": (32, 14), "base offset": (49, 3), "mode": (62, 2)}
STRAY = [14, 15, 30, 31, 46, 47, 48, *range(52, 62)]


def ways(lines):
    """The lines that lead to the descriptors, by number, and the instructions themselves."""
    defined, reads_from, multiplies, ready, loads = {}, {}, [], [], []
    for number, line in enumerate(lines):
        writes = WRITES.match(line)
        if MULTIPLY.match(line):
            multiplies.append(number)
            ready += [defined[one] for one in MULTIPLY.match(line).group(2, 3) if one.startswith("%")]
        elif writes and not line.strip().startswith("st."):
            if "ld.shared" in line:
                loads.append(number)
            reads = REGISTER.findall(line[writes.end():])
            reads_from[number] = [defined[one] for one in reads if one in defined]
            defined.update((one, number) for one in REGISTER.findall(writes[1]))

    def before(ready):
        found = set()
        while ready:
            at = ready.pop()
            if at not in found:
                found.add(at)
                ready += reads_from[at]
        return found

    # What leads to ordinary loads stays: they fetch what an A in registers is meant to be.
    found = before(ready) - before(loads)
    return sorted(at for at in found if "ld.param" not in lines[at]), multiplies


def of_descriptor(chance, raw):
    """Another 64-bit constant: one field of a descriptor is another."""
    name = chance.choice([*FIELDS, "sbo", "lbo", "mode", "stray bit"])
    if name == "stray bit":
        return name, raw ^ 1 << chance.choice(STRAY)
    low, width = FIELDS[name]
    value = raw >> low & (1 << width) - 1
    how = chance.choice(["doubled", "halved", "one more", "one less", "drawn"]) if width == 14 else "drawn"
    new = {"doubled": 2 * value, "halved": value // 2, "one more": value + 1, "one less": value - 1}.get(how)
    if new is None:
        new = chance.randrange(1 << min(width, 9))
    return f"{name} {how}", raw & ~((1 << width) - 1 << low) | (new & (1 << width) - 1) << low


def of_number(chance, operation, number):
    """Another number for an operation on addresses, units or halves of a descriptor."""
    if operation.startswith(("shl", "shr")):
        return "shift", max(0, number + chance.choice([-1, 1]))
    if operation.startswith("bf"):
        return "bit field", max(0, number + chance.choice([-2, -1, 1, 2]))
    if operation.startswith("and"):
        return "mask", number ^ 1 << chance.randrange(4, 18)
    how = chance.choice(["16 more", "16 less", "doubled", "halved", "one more", "two more", "1024 more", "128 more", "a multiple of 16", "a bit"])
    steps = {"16 more": 16, "16 less": -16, "one more": 1, "two more": 2, "1024 more": 1024, "128 more": 128}
    if how in steps:
        return f"number {how}", number + steps[how]
    new = {"doubled": 2 * number, "halved": number // 2, "a bit": number ^ 1 << chance.randrange(4, 14)}
    return f"number {how}", new.get(how, 16 * chance.randrange(1 << 9))


def changed_number(chance, lines, at):
    line = lines[at]
    operation, found = line.split()[0], list(NUMBER.finditer(line))
    if not found:
        return None
    one = chance.choice(found)
    number = int(one[0])
    is_wide = operation in ("or.b64", "mov.u64", "mov.b64", "xor.b64", "add.s64")
    if is_wide and (number >> 30 or chance.random() < 0.3):
        kind, new = of_descriptor(chance, number & (1 << 64) - 1)
        new -= (new >> 63) << 64
    elif operation in ("or.b32", "mov.u32", "mov.b32") and number >> 16 and chance.random() < 0.7:
        # The low half: LBO above the start.
        kind, new = of_descriptor(chance, number)
        new &= (1 << 32) - 1
    else:
        kind, new = of_number(chance, operation, number)
        limit = 1 << (63 if operation.endswith("64") else 31)
        if not -limit <= new < limit:
            return None
    return None if new == number else (kind, at, line[:one.start()] + str(new) + line[one.end():])


def changed_operation(chance, lines, at):
    line = lines[at]
    operation = line.split()[0]
    name, _, width = operation.partition(".")
    bits = "64" if width.endswith("64") else "32"
    others = {"or": ["xor.b", "add.s", "and.b"], "add": ["sub.s", "or.b", "xor.b"], "and": ["or.b", "xor.b"], "shr": ["shl.b"], "shl": ["shr.u"]}
    if name not in others:
        return None
    new = chance.choice(others[name]) + bits
    return f"{name} is {new.split('.')[0]}", at, line.replace(operation, new, 1)


def changed_register(chance, lines, at, way):
    """Another register of the same kind that is written before, on the way to some descriptor."""
    line, writes = lines[at], WRITES.match(lines[at])
    found = list(REGISTER.finditer(line, writes.end()))
    if not found:
        return None
    one = chance.choice(found)
    kind = "%rd" if one[0].startswith("%rd") else "%r"
    others = set()
    for before in way:
        if before < at:
            others.update(other for other in REGISTER.findall(WRITES.match(lines[before])[1]) if other.startswith("%rd") == (kind == "%rd"))
    others.discard(one[0])
    if not others:
        return None
    return "register", at, line[:one.start()] + chance.choice(sorted(others)) + line[one.end():]


def changed_instruction(chance, lines, multiplies, can_transpose):
    at = chance.choice(multiplies)
    head, a, b, tail = MULTIPLY.match(lines[at]).groups()
    is_in_registers = a.startswith("{")
    kinds = ["another's B"] + ["exchanged", "another's A"] * (not is_in_registers)
    kinds += (["transpose of B"] + ["transpose of A"] * (not is_in_registers)) * can_transpose + ["sign"] * ("s8" in head or "u8" in head)
    kind = chance.choice(kinds)
    if kind == "exchanged":
        a, b = b, a
    elif kind.startswith("another"):
        before = [MULTIPLY.match(lines[other]) for other in multiplies if other < at]
        if not before:
            return None
        other = chance.choice(before)
        a, b = (other[2], b) if kind.endswith("A") else (a, other[3])
    elif kind == "sign":
        one, other = ("s8", "u8") if ".s8.s8" in head else ("u8", "s8")
        head = head.replace(f".{one}.{one}", chance.choice([f".{one}.{other}", f".{other}.{one}", f".{other}.{other}"]))
    else:
        # The last two; of A in registers there is none, and before B's stands a sign.
        found = re.match(r"(.*), ([01]), ([01])(;.*)", tail)
        flags = [int(found[2]), int(found[3])]
        flags["AB".index(kind[-1])] ^= 1
        tail = f"{found[1]}, {flags[0]}, {flags[1]}{found[4]}"
    return kind, at, f"{head}{a}, {b}{tail}"


def stray(text, bit):
    """A bit that has no meaning is set in the first constant of a descriptor; None where the text has none of 64 bits."""
    lines = text.splitlines()
    for at in ways(lines)[0]:
        found = re.fullmatch(r"(\s*(?:or\.b64|mov\.[bu]64)\s.*, )(-?\d+);", lines[at])
        if found and int(found[2]) >> 30:
            new = int(found[2]) & (1 << 64) - 1 | 1 << bit
            return f"bit {bit}", [(at + 1, f"{found[1]}{new - (new >> 63 << 64)};")]
    return None


def edit(chance, text, can_transpose):
    """One edit, or two: its kind, and each changed line by its number from 1 with its new text."""
    lines, kinds, changed = text.splitlines(), [], {}
    wanted = 2 if chance.random() < 0.1 else 1
    while len(kinds) < wanted:
        way, multiplies = ways(lines)
        at, how = chance.choice(way), chance.random()
        if how < 0.15:
            found = changed_instruction(chance, lines, multiplies, can_transpose)
        elif how < 0.75:
            found = changed_number(chance, lines, at)
        elif how < 0.85:
            found = changed_operation(chance, lines, at)
        else:
            found = changed_register(chance, lines, at, way)
        if found and found[2] != lines[found[1]]:
            kinds.append(found[0])
            lines[found[1]] = changed[found[1] + 1] = found[2]
    return " and ".join(kinds), sorted(changed.items())
