"""
hone as a tool of BenchExec: copy this file into benchexec/tools, or name it as the tool of a benchmark definition with
its folder in PYTHONPATH (README.md beside it).
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

# What hone calls a check, by the name of SV-COMP's property.
PROPERTIES = {
    "assert": "unreach-call",
    "error-label": "unreach-label",
    "bounds": "valid-deref",
    "free": "valid-free",
    "memtrack": "valid-memtrack",
    "memcleanup": "valid-memcleanup",
    "overflow": "no-overflow",
}

# A violation as text: `file.c:3:5: error: assertion fails (--check assert)`.
VIOLATION = re.compile(r": error: .*\(--check ([a-z-]+)\)$")
# Why not, in one line: `file.c: assertions and error calls: cannot tell: time limit reached (...)`.
REASON = re.compile(r": cannot tell: (.*)$")

# The whole output of `--sv-comp`.
WORD = re.compile(r"^(?:true|false(?:\([a-z-]+\))?|unknown)$")


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("hone", subdir="bin")

    def name(self):
        return "hone"

    def project_url(self):
        return "https://github.com/hone-c/hone"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="hone")

    def cmdline(self, executable, options, task, rlimits):
        data_model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        options = list(options)
        if data_model and data_model not in options:
            options.append(data_model)
        # hone ends by itself shortly before it would be killed, and says what it had reached.
        limit = rlimits.walltime or rlimits.cputime
        if limit and "--timeout" not in options:
            options += ["--timeout", str(limit)]
        if rlimits.memory and "--memory" not in options:
            options += ["--memory", str(rlimits.memory // 1_000_000)]
        if task.property_file:
            options += ["--spec", task.property_file]
        files = list(task.input_files_or_identifier)
        if len(files) > 1 and "--link" not in options:
            options.append("--link")
        return [executable, "verify", *options, *files]

    def determine_result(self, run):
        verdict, check, reason = None, None, None
        for line in run.output:
            line = line.strip()
            # `hone verify --sv-comp` prints the result itself.
            if WORD.match(line):
                return line
            if line.startswith("hone: "):
                verdict = line[len("hone: ") :]
            elif check is None and VIOLATION.search(line):
                check = VIOLATION.search(line).group(1)
            elif reason is None and REASON.search(line):
                reason = REASON.search(line).group(1)
        if verdict == "SAFE":
            return result.RESULT_TRUE_PROP
        if verdict == "UNSAFE":
            name = PROPERTIES.get(check)
            return f"{result.RESULT_FALSE_PROP}({name})" if name else result.RESULT_FALSE_PROP
        if verdict == "UNKNOWN":
            if reason and reason.startswith("time limit"):
                return "TIMEOUT"
            if reason and reason.startswith("memory limit"):
                return "OUT OF MEMORY"
            return result.RESULT_UNKNOWN
        if run.exit_code.value == 2:
            return f"{result.RESULT_ERROR} (input)"
        if run.exit_code.value == 101:
            return f"{result.RESULT_ERROR} (internal)"
        return result.RESULT_ERROR
