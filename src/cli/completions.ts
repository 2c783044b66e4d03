/**
 * Completion of command lines, from the tables of commands and options. Words are completed where the command knows them (options,
 * engines, domains, checks, formats); everything else is a file.
 */
import { CHECKS } from "../api/checks.ts";
import { domains } from "../domains/index.ts";
import { ENGINES } from "../engines/index.ts";
import { RESULT_FORMATS } from "../report/formats.ts";
import { COMMANDS } from "./commands.ts";
import type { Option } from "./option.ts";
import { OPTIONS, optionsOf } from "./options.ts";

/** Scripts by the shells' names. */
export const COMPLETIONS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

/** Values that an option can have, where they are a list of words. */
function valuesOf({ flags }: Option): readonly string[] | undefined {
  switch (flags[0]) {
    case "--engine":
      return ENGINES.flatMap(({ presets }) => presets.map(({ name }) => name));
    case "--domain":
      return domains.map(({ domain }) => domain.name);
    case "--check":
      return [...CHECKS.keys(), "none"];
    case "--format":
      return RESULT_FORMATS.map(({ name }) => name);
    default:
      return undefined;
  }
}

/** Several of its values, with commas between. */
function isList({ argument }: Option): boolean {
  return argument === "LIST";
}

/** What stands before the first point, colon or semicolon: beside each of many values there is no room for more. */
function briefly({ help, argument }: Option, values: readonly string[]): string {
  const start = /^[^:;(]*/.exec(help)?.[0].trim() ?? "";
  return start === "" || values.includes(start) ? (argument ?? "").toLowerCase() : start;
}

const VALUED: readonly Option[] = OPTIONS.filter((option) => valuesOf(option) !== undefined);

function bash(): string {
  const names = COMMANDS.map(({ name }) => name).join(" ");
  const flags = (command: (typeof COMMANDS)[number]["name"]) => optionsOf(command).flatMap((option) => option.flags);
  return [
    "# bash completion for hone; made by `hone completions bash`",
    "_hone() {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's.
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}" command="${COMP_WORDS[1]}" options',
    '  case "$before" in',
    ...uniqueValued().map(([flag, values]) =>
      flag === "--check"
        ? `    ${flag}) local head=""; [[ "$word" == *,* ]] && head="\${word%,*},"; COMPREPLY=($(compgen -P "$head" -W "${values.join(" ")}" -- "\${word##*,}")); return ;;`
        : `    ${flag}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$word")); return ;;`,
    ),
    `    help) COMPREPLY=($(compgen -W "${names}" -- "$word")); return ;;`,
    "  esac",
    '  case "$command" in',
    ...COMMANDS.map(({ name }) => `    ${name}) options="${flags(name).join(" ")}" ;;`),
    `    *) options="${flags("verify").join(" ")}" ;;`,
    "  esac",
    '  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); return; fi',
    `  if [[ "$COMP_CWORD" == 1 ]]; then COMPREPLY=($(compgen -W "${names} help" -- "$word")); fi`,
    '  if [[ "$before" == completions ]]; then COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")); return; fi',
    '  COMPREPLY+=($(compgen -f -- "$word"))',
    "}",
    "complete -o filenames -F _hone hone",
    "",
  ].join("\n");
}

function uniqueValued(): [string, readonly string[]][] {
  return [...new Map(VALUED.map((option) => [option.flags[0] as string, valuesOf(option) as readonly string[]]))];
}

function zsh(): string {
  const quoted = (text: string) =>
    text.replaceAll("'", "'\\''").replaceAll("[", "\\[").replaceAll("]", "\\]").replaceAll(":", "\\:");
  const line = (option: Option, flag: string) => {
    const words = valuesOf(option)
      ?.map((value) => value.replaceAll(":", "\\:"))
      .join(" ");
    const action =
      words === undefined ? "_files" : isList(option) ? `_values -s , ${option.argument} ${words}` : `(${words})`;
    const argument = option.argument === undefined ? "" : `:${quoted(option.argument)}:${action}`;
    // With `=`: the value is the next word, or stands behind the sign.
    const takes = argument !== "" && flag.startsWith("--") ? `${flag}=` : flag;
    return `    '*${takes}[${quoted(option.help)}]${argument}'`;
  };
  return [
    "#compdef hone",
    "# made by `hone completions zsh`",
    "_hone() {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's.
    '  local command="${words[2]}"',
    "  local -a commands options",
    "  commands=(",
    ...COMMANDS.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`),
    "  )",
    "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; _files; return; fi",
    `  if [[ $command == help ]]; then _describe command commands; return; fi`,
    `  if [[ $command == completions ]]; then _values shell ${Object.keys(COMPLETIONS).join(" ")}; return; fi`,
    '  case "$command" in',
    ...COMMANDS.flatMap(({ name }) => [
      `  ${name})`,
      "    options=(",
      ...optionsOf(name).flatMap((option) => option.flags.map((flag) => `  ${line(option, flag)}`)),
      "    ) ;;",
    ]),
    "  *)",
    "    options=(",
    ...optionsOf("verify").flatMap((option) => option.flags.map((flag) => `  ${line(option, flag)}`)),
    "    ) ;;",
    "  esac",
    "  _arguments $options '*:file:_files'",
    "}",
    '_hone "$@"',
    "",
  ].join("\n");
}

function fish(): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const names = COMMANDS.map(({ name }) => name);
  const flagWord = (flag: string) => {
    if (flag.startsWith("--")) return `-l ${flag.slice(2)}`;
    return flag.length === 2 ? `-s ${flag.slice(1)}` : `-o ${flag.slice(1)}`;
  };
  const optionLine = (option: Option) => {
    const { commands = names } = option;
    // Without a command it is `verify`.
    const seen = `__fish_seen_subcommand_from ${commands.join(" ")}`;
    const condition = commands.includes("verify")
      ? `${seen}; or not __fish_seen_subcommand_from ${names.join(" ")}`
      : seen;
    const values = valuesOf(option);
    const listed = isList(option) ? `(__fish_append , ${values?.join(" ")})` : values?.join(" ");
    const takes = option.argument === undefined ? "" : listed === undefined ? " -r" : ` -x -a ${quoted(listed)}`;
    const help = values === undefined ? option.help : briefly(option, values);
    return `complete -c hone -n ${quoted(condition)} ${option.flags.map(flagWord).join(" ")}${takes} -d ${quoted(help)}`;
  };
  return [
    "# fish completion for hone; made by `hone completions fish`",
    ...COMMANDS.map(
      ({ name, summary }) => `complete -c hone -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    `complete -c hone -n __fish_use_subcommand -a help -d 'tell more about a command'`,
    `complete -c hone -n '__fish_seen_subcommand_from help' -x -a ${quoted(names.join(" "))}`,
    "complete -c hone -n '__fish_seen_subcommand_from completions' -x -a 'bash zsh fish'",
    ...OPTIONS.map(optionLine),
    "",
  ].join("\n");
}
