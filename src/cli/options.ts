/**
 * The one table of options, by theme. Parsing, `--help`, suggestions for misspelt options, `hone.config.json` with its schema,
 * completions, the man page and docs/cli.md all follow from it: a new option is one entry in `options/` and one field in
 * `settings.ts`. Options of engines, formats and properties have tables of their own (engines/options.ts, report/formats.ts,
 * model/properties.ts), which entries read.
 */
import type { Option, OptionGroup } from "./option.ts";
import { ANALYSIS_OPTIONS } from "./options/analysis.ts";
import { BENCH_OPTIONS } from "./options/bench.ts";
import { GENERAL_OPTIONS } from "./options/general.ts";
import { PROGRAM_OPTIONS } from "./options/program.ts";
import { PROOF_OPTIONS, QUESTION_OPTIONS } from "./options/question.ts";
import { REPORT_OPTIONS } from "./options/report.ts";
import { RUN_OPTIONS } from "./options/run.ts";
import type { CommandName } from "./settings.ts";

const OPTION_GROUPS: readonly OptionGroup[] = [
  QUESTION_OPTIONS,
  PROGRAM_OPTIONS,
  ANALYSIS_OPTIONS,
  REPORT_OPTIONS,
  RUN_OPTIONS,
  PROOF_OPTIONS,
  BENCH_OPTIONS,
  GENERAL_OPTIONS,
];

export const OPTIONS: readonly Option[] = OPTION_GROUPS.flatMap(({ options }) => options);

export function optionsOf(command: CommandName): readonly Option[] {
  return OPTIONS.filter((option) => takes(command, option));
}

/** The same by theme, without themes that the command has nothing of. */
export function groupsOf(command: CommandName): readonly OptionGroup[] {
  return OPTION_GROUPS.map(({ title, options }) => ({
    title,
    options: options.filter((option) => takes(command, option)),
  })).filter(({ options }) => options.length > 0);
}

function takes(command: CommandName, { commands }: Option): boolean {
  return commands === undefined || commands.includes(command);
}
