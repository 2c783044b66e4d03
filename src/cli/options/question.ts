/** Options: the properties to check and the meaning that C leaves open. */
import { CHECKS } from "../../api/checks.ts";
import { CBMC_COMMANDS, CBMC_OPTIONS } from "../cbmc-options.ts";
import { ANALYSES, READS_PROGRAM } from "../commands.ts";
import { addChecks, isBound, type Option, type OptionGroup, oneOf, store } from "../option.ts";

export const QUESTION_OPTIONS: OptionGroup = {
  title: "What is asked, and what is assumed",
  options: [
    {
      flags: ["--check"],
      argument: "LIST",
      common: "what to check: assert (default), memory, overflow, div-zero, ub, ...",
      help: `what to check, separated by commas: ${[...CHECKS.keys()].join(", ")}, or none (default assert); repeated: all of them`,
      commands: ["verify", "invariants", "cfa", "features", "run"],
      apply: (settings, value) => addChecks(settings, value, []),
    },
    {
      flags: ["--spec"],
      argument: "FILE.prp",
      help: "the property to check, in SV-COMP syntax",
      commands: ["verify", "cfa"],
      apply: (settings, value) => {
        if (settings.spec !== undefined) return "one specification is expected; --check adds to it";
        settings.spec = value;
        return undefined;
      },
    },
    {
      flags: ["--all-violations"],
      help: "go on after the first violation: a verdict for each place that could violate the property, each violation with its own counterexample",
      commands: ["verify"],
      apply: store((settings) => (settings.allViolations = true)),
    },
    {
      flags: ["--unwind"],
      argument: "N",
      help: "claim, as CBMC does, that every loop jumps back less than N times: more often is a violation of `assert`",
      commands: READS_PROGRAM,
      apply: (settings, value) => {
        if (!isBound(value)) return "a number from 1 to a billion is expected";
        settings.unwind = Number(value);
        return undefined;
      },
    },
    {
      flags: ["--unwindset"],
      argument: "LIST",
      help: "the same for single loops, separated by commas: FUNCTION.LOOP:N, numbered from 0 in the order in which they end",
      commands: READS_PROGRAM,
      apply: (settings, value) => {
        for (const part of value.split(",")) {
          const [, loop, bound] = /^\s*([\w$]+\.\d+):(\d+)\s*$/.exec(part) ?? [];
          if (loop === undefined || bound === undefined || !isBound(bound)) return `"${part}" is not FUNCTION.LOOP:N`;
          settings.unwindset.push({ loop, bound: Number(bound) });
        }
        return undefined;
      },
    },
    {
      flags: ["--subobjects"],
      argument: "VIEW",
      help: "what an index may reach under `--check bounds`: own: the array or member that is indexed (default); whole: the object around it, as compilers have it",
      commands: ["verify", "invariants", "run"],
      apply: oneOf(["own", "whole"], (settings, value) => (settings.subobjects = value)),
    },
    {
      flags: ["--signed-overflow"],
      argument: "MODE",
      help: "assume-none: an execution ends where it overflows (default); wrap: as with -fwrapv (default of `hone run`)",
      commands: READS_PROGRAM,
      apply: (settings, value) => {
        if (value !== "assume-none" && value !== "wrap") return "assume-none or wrap is expected";
        settings.signedOverflow = value;
        return undefined;
      },
    },
    {
      flags: ["--malloc"],
      argument: "MODE",
      help: "succeeds: memory that is asked for is there (default); may-fail: malloc and its relatives may return null (default where a file has CBMC's vocabulary)",
      commands: ["verify", "invariants", "run"],
      apply: oneOf(["succeeds", "may-fail"], (settings, value) => (settings.malloc = value)),
    },
    {
      flags: ["--externals"],
      argument: "MODE",
      help: "undefined functions: assume: they write what non-const pointers of the call reach (default); any: whatever C allows",
      commands: ANALYSES,
      apply: (settings, value) => {
        if (value !== "assume" && value !== "any") return "assume or any is expected";
        settings.externals = value;
        return undefined;
      },
    },
    {
      flags: ["--evaluation-order"],
      argument: "MODE",
      help: "of operands that interfere: gcc: the order that gcc uses (default); any: every order that C allows",
      commands: ANALYSES,
      apply: (settings, value) => {
        if (value !== "gcc" && value !== "any") return "gcc or any is expected";
        settings.evaluationOrder = value;
        return undefined;
      },
    },
    {
      flags: ["--integers"],
      argument: "KIND",
      help: "machine (default), or math: integers are unbounded and nothing overflows, as in the papers' examples",
      commands: ["verify", "invariants", "cfa"],
      apply: oneOf(["machine", "math"], (settings, value) => (settings.integers = value)),
    },
    {
      flags: ["--floats"],
      argument: "KIND",
      help: "ieee (default), or real: floating-point numbers are real numbers and nothing is rounded",
      commands: ["verify", "invariants", "cfa"],
      apply: oneOf(["ieee", "real"], (settings, value) => (settings.floats = value)),
    },
  ],
};

export const PROOF_OPTIONS: OptionGroup = {
  title: "CBMC's options (docs/migrating.md)",
  options: CBMC_OPTIONS.map(
    ({ flags, argument, help, meaning }): Option => ({
      ...{ flags, help, commands: CBMC_COMMANDS },
      // What is asked may be a project's default; the rest belongs to a command line that is moved.
      ...(meaning.kind === "checks" || flags[0]?.includes("malloc") ? {} : { config: false }),
      ...(argument === undefined ? {} : { argument }),
      apply: (settings, value, flag) => {
        switch (meaning.kind) {
          case "refused":
            return `hone has nothing like it: ${meaning.why}`;
          case "checks":
            return addChecks(settings, meaning.checks, ["unreach-call"]);
          case "ours":
            meaning.apply(settings, value);
            return undefined;
          case "nothing":
            settings.ignored.push(flag);
            return undefined;
        }
      },
    }),
  ),
};
