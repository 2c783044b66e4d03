/** `--help`, made from the tables of commands and options. Width 100, so that it fits most terminals unwrapped. */
import { CHECK_GROUPS, PROPERTIES } from "../model/properties.ts";
import { COMMANDS, type CommandDescription } from "./commands.ts";
import type { Option } from "./option.ts";
import { groupsOf } from "./options.ts";
import type { CommandName } from "./settings.ts";

export function generalHelp(): string {
  const width = Math.max(...COMMANDS.map((command) => command.name.length)) + 2;
  return [
    "hone proves C programs safe for all inputs, or breaks them with a concrete test, or says why it cannot tell.",
    "",
    "Usage: hone FILE.c",
    "       hone COMMAND [FILE...] [options]",
    "",
    ...commonLines(),
    "Commands:",
    ...COMMANDS.map((command) => `  ${command.name.padEnd(width)}${command.summary}`),
    "",
    "`hone help COMMAND` tells more about one of them; `hone help verify` has all options.",
    "",
    "Examples:",
    "  hone examples/bank-transfer.c",
    "  hone --check memory,overflow --timeout 10 program.c",
    "  hone run program.c --inputs 1,2,3",
    "",
  ].join("\n");
}

/** The options that people use, by theme. */
function commonLines(): string[] {
  const groups = groupsOf("verify").map(({ title, options }) => ({
    title,
    options: options.flatMap((option) => (option.common === undefined ? [] : [{ ...option, help: option.common }])),
  }));
  const shown = groups.filter(({ options }) => options.length > 0);
  const width = titleWidth(shown.flatMap(({ options }) => options));
  return shown.flatMap(({ title, options }) => [`${title}:`, ...optionLines(options, width), ""]);
}

export function commandHelp(name: CommandName): string {
  const command = COMMANDS.find((one) => one.name === name) as CommandDescription;
  const groups = groupsOf(name);
  const width = titleWidth(groups.flatMap(({ options }) => options));
  return [
    `Usage: ${command.usage}`,
    "",
    `${sentence(command.summary)}`,
    ...command.description,
    "",
    ...groups.flatMap(({ title, options }) => [`${title}:`, ...optionLines(options, width), ""]),
    "Examples:",
    ...exampleLines(command),
    "",
  ].join("\n");
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function exampleLines(command: CommandDescription): string[] {
  return command.examples.flatMap(({ line, meaning }) =>
    meaning === "" ? [`  ${line}`] : [`  ${line}`, `      ${meaning}`],
  );
}

/** `-o, --output FILE`. */
export function optionTitle(option: Option): string {
  const flags = [...option.flags].sort((a, b) => a.length - b.length).join(", ");
  return option.argument === undefined ? flags : `${flags} ${option.argument}`;
}

// Longer titles have a line of their own, so that the others' texts begin early.
const WIDEST_TITLE = 26;
const LINE = 100;

function titleWidth(options: readonly Option[]): number {
  const widths = options.map((option) => optionTitle(option).length).filter((width) => width <= WIDEST_TITLE);
  return Math.max(...widths) + 2;
}

function optionLines(options: readonly Option[], width: number): string[] {
  return options.flatMap((option) => {
    const title = optionTitle(option);
    const [first = "", ...rest] = wrapped(option.help, LINE - width - 2);
    const indent = " ".repeat(width + 2);
    const titles = wrapped(title, LINE - 2).map((line) => `  ${line}`);
    const begin = title.length + 2 > width ? [...titles, indent + first] : [`  ${title.padEnd(width)}${first}`];
    return [...begin, ...rest.map((line) => indent + line)];
  });
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** docs/cli.md. */
export function markdownHelp(): string {
  const lines = [
    "# The command line",
    "",
    "This page is made from the tables in `src/cli`; a test keeps it up to date.",
    "",
  ];
  for (const command of COMMANDS) {
    lines.push(`## hone ${command.name}`, "", `\`${command.usage}\``, "");
    lines.push(sentence(command.summary), ...command.description, "");
    for (const { title, options } of groupsOf(command.name)) {
      lines.push(`| ${title} | |`, "|---|---|");
      for (const option of options)
        lines.push(`| \`${optionTitle(option)}\` | ${option.help.replaceAll("|", "\\|")} |`);
      lines.push("");
    }
    lines.push(
      "```",
      ...command.examples.map(({ line, meaning }) => (meaning === "" ? line : `${line}   # ${meaning}`)),
      "```",
      "",
    );
  }
  return lines.join("\n");
}

/** Undefined behaviour that no property is about. */
const NOT_CHECKED: readonly (readonly [what: string, clause: string])[] = [
  [
    "pointers that leave their array and are not used for an access (`--check pointer-overflow` asks about those); `&p->member` of a null pointer",
    "6.5.6p8, 6.5.3.2p4",
  ],
  ["pointers that leave a row or a member of an object, but by an index of it", "6.5.6p8"],
  ["values of pointers to what is over, used otherwise than for an access, `-` or an order", "6.2.4p2"],
  [
    "objects read as another type than they have (strict aliasing); values that a `_Bool` cannot have",
    "6.5p7, 6.2.6.1p5",
  ],
  ["objects changed twice between sequence points: an assumption is told", "6.5p2"],
  ["functions called by another type than they have: an assumption is told", "6.3.2.3p8"],
  [
    "lengths of variable-length arrays that are not positive in parameters and in types that declare nothing",
    "6.7.6.2p5",
  ],
  ["arguments of `[static n]`, `restrict`", "6.7.6.3p7, 6.7.3.1"],
  [
    "library functions given what they do not take, but memory and characters: `memcpy(0, p, 0)`; characters where a pointer is called",
    "7.1.4p1",
  ],
];

/** docs/checks.md. */
export function markdownChecks(): string {
  const lines = [
    "# What can be checked",
    "",
    "This page is made from the table in `src/model/properties.ts`; a test keeps it up to date. Where a check fails, `hone run` stops",
    "too. What the model cannot decide is `unknown`, with the place and the reason. The properties can be named in property files",
    "(`CHECK( init(main()), LTL(G valid-shift) )`), those of SV-COMP by its names.",
    "",
    "| `--check` | property | a violation | C11 | `ub` | how it is found |",
    "|---|---|---|---|---|---|",
  ];
  for (const { check, name, violation, clause, nature, translation } of PROPERTIES)
    lines.push(
      `| \`${check}\` | ${name} | ${violation} | ${clause} | ${nature === "ub" ? "yes" : ""} | ${translation} |`,
    );
  lines.push("", "| `--check` | all of |", "|---|---|");
  for (const { check, properties } of CHECK_GROUPS) lines.push(`| \`${check}\` | ${properties.join(", ")} |`);
  lines.push("", "## What `ub` leaves out", "", "C leaves more undefined than these properties say:", "");
  for (const [what, clause] of NOT_CHECKED) lines.push(`- ${what} (${clause})`);
  return `${lines.join("\n")}\n`;
}
