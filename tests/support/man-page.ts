/** man/hone.1, from the tables of commands and options; a test keeps it up to date. */
import { COMMANDS } from "../../src/cli/commands.ts";
import { optionTitle, sentence } from "../../src/cli/help.ts";
import { groupsOf } from "../../src/cli/options.ts";

const EXIT_STATUS: readonly (readonly [string, string])[] = [
  ["0", "safe"],
  ["1", "unsafe"],
  ["2", "bad input or usage"],
  ["3", "unknown; why is printed"],
  ["101", "internal error: a bug in hone"],
  ["130, 143", "ended by SIGINT or SIGTERM, once what was reached is printed"],
  ["141", "the reader of the output went away before there was a verdict"],
];

export function manPage(): string {
  const verify = groupsOf("verify");
  const known = new Set(verify.flatMap(({ options }) => options));
  return `${[
    '.TH HONE 1 "" "hone" "User Commands"',
    ".SH NAME",
    "hone \\- prove C programs safe for all inputs, or break them with a test",
    ".SH SYNOPSIS",
    ".B hone\n.I FILE.c",
    ".br\n.B hone\n.I COMMAND\n[\\fIFILE\\fR...] [\\fIoptions\\fR]",
    ".SH DESCRIPTION",
    roff(
      "Given a C program and a property, hone proves that it holds for all inputs, or finds inputs that violate it and replays them, or says why it cannot tell. Without a command it is verify.",
    ),
    ".SH COMMANDS",
    ...COMMANDS.flatMap(({ usage, summary, description }) => [
      `.TP\n.B ${roff(usage)}`,
      roff([sentence(summary), ...description].join(" ")),
    ]),
    ".SH OPTIONS",
    ...verify.flatMap(({ title, options }) => [`.SS ${roff(title)}`, ...options.flatMap(entry)]),
    ...COMMANDS.flatMap(({ name }) => {
      const others = groupsOf(name).flatMap(({ options }) => options.filter((option) => !known.has(option)));
      for (const option of others) known.add(option);
      return others.length === 0 ? [] : [`.SS Of hone ${name}`, ...others.flatMap(entry)];
    }),
    ".SH EXIT STATUS",
    ...EXIT_STATUS.flatMap(([code, meaning]) => [`.TP\n.B ${code}`, roff(meaning)]),
    roff("Of several files it is the worst, in the order 101, 2, 1, 3, 0."),
    ".SH FILES",
    ".TP\n.B hone.config.json",
    roff("defaults of options, in the current folder or the nearest one above it (hone init)"),
    ".SH ENVIRONMENT",
    ".TP\n.B NO_COLOR",
    "no colors",
    ".TP\n.B HONE_Z3_LIBRARY",
    "the library of Z3 to use",
  ].join("\n")}\n`;

  function entry(option: Parameters<typeof optionTitle>[0]): string[] {
    return [`.TP\n.B ${roff(optionTitle(option))}`, roff(option.help)];
  }
}

/** Text without what the formatter would take for its own. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/, "\\\\&$1");
}
