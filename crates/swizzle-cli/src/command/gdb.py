# Swizzle Atlas in cuda-gdb. Load it with:  swizzle gdb > atlas.py ; then, in cuda-gdb:  source atlas.py
#
#   atlas-dump ADDRESS BYTES --element-bits N [--mn M --k K --values index|numbers …]
#       reads shared memory of the focused block and finds its layout
#   atlas-dump ADDRESS BYTES --save FILE
#       saves the memory to a file: the low bytes of 8-bit elements, or MN
#   atlas-dump ADDRESS BYTES --after FILE --element-bits N …
#       the second half: the high bytes, or K
#   atlas-desc EXPRESSION
#       decodes a 64-bit matrix descriptor
#
# ADDRESS and BYTES are debugger expressions. The program is $SWIZZLE, or swizzle on the path.

import os
import re
import subprocess
import tempfile

import gdb

PAGE = os.environ.get("SWIZZLE_PAGE", "http://127.0.0.1:8080/")
AT_ONCE = 4096


def program(*words):
    """Runs swizzle and returns its output, whatever the exit code."""
    name = os.environ.get("SWIZZLE", "swizzle")
    try:
        run = subprocess.run([name, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as fault:
        raise gdb.GdbError("%s: %s (set SWIZZLE to the program)" % (name, fault.strerror))
    text = run.stdout.decode("utf-8", "replace").rstrip()
    return re.sub(r"(?<=\s)#/(?=\S)", lambda link: PAGE + link.group(), text)


def number(expression):
    """The value of a debugger expression."""
    return int(gdb.parse_and_eval(expression)) & ((1 << 64) - 1)


def shared_memory(address, count):
    """The focused block's shared memory, as the debugger prints it."""
    width, letter, kind = (4, "w", "int") if (address | count) % 4 == 0 else (1, "b", "char")
    lines = []
    for at in range(address, address + count, AT_ONCE):
        some = min(AT_ONCE, address + count - at) // width
        command = "x/%d%sx (@shared %s*)0x%x" % (some, letter, kind, at)
        lines.append(gdb.execute(command, to_string=True))
    return "".join(lines)


class AtlasDump(gdb.Command):
    """Find the layout in shared memory: atlas-dump ADDRESS BYTES --element-bits N [--mn M --k K …]"""

    def __init__(self):
        super(AtlasDump, self).__init__("atlas-dump", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        if len(words) < 3:
            raise gdb.GdbError(self.__doc__)
        address, count, options = number(words[0]), number(words[1]), words[2:]
        if not 0 < count <= 1 << 18:
            raise gdb.GdbError("%d is not a valid number of shared-memory bytes" % count)
        memory = shared_memory(address, count)
        before = []
        if options[0] in ("--save", "--after"):
            if len(options) < 2:
                raise gdb.GdbError("%s needs a file" % options[0])
            path, what = options[1], options[0]
            if what == "--save":
                with open(path, "w") as file:
                    file.write(memory)
                print("%d bytes from 0x%x saved to %s" % (count, address, path))
                return
            before, options = [path], options[2:]
        handle, path = tempfile.mkstemp(suffix=".txt")
        try:
            with os.fdopen(handle, "w") as file:
                file.write(memory)
            print(program("dump", *before, path, "--address", hex(address), *options))
        finally:
            os.unlink(path)


class AtlasDesc(gdb.Command):
    """Decode a 64-bit matrix descriptor: atlas-desc EXPRESSION"""

    def __init__(self):
        super(AtlasDesc, self).__init__("atlas-desc", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        if not argument.strip():
            raise gdb.GdbError(self.__doc__)
        print(program("decode", "0x%016x" % number(argument)))


AtlasDump()
AtlasDesc()
