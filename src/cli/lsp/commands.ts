/** What lenses and actions do, in any editor: by files, messages and, where the editor can, by opening what was written. */
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { isFile } from "../../tasks/files.ts";
import { COMMANDS } from "./between-lines.ts";
import type { OpenFile, Outcome } from "./open-file.ts";
import type { Session } from "./session.ts";
import type { ServerSettings } from "./settings.ts";

/** What commands need of the editor. */
export interface Desk {
  tell(message: string): void;
  /** Opens a file; false where the editor cannot. */
  show(uri: string, where: "editor" | "browser"): Promise<boolean>;
  /** Writes a file that is there as long as the server. @returns its path. */
  write(name: string, text: string): string;
}

/** What a command answers, for who starts it by himself. */
export type Answer = Readonly<Record<string, string>>;

export interface Called {
  readonly command: string;
  readonly file: OpenFile;
  readonly entry: string | undefined;
  readonly signal: AbortSignal;
}

/** @throws Error with a sentence for the user. */
export async function execute(called: Called, session: Session, settings: ServerSettings, desk: Desk): Promise<Answer> {
  const { command, file, entry, signal } = called;
  switch (command) {
    case COMMANDS.verify:
    case COMMANDS.prove: {
      const problem = await session.verify(file, entry === undefined ? undefined : [entry], signal);
      if (problem !== undefined) throw new Error(problem);
      const found = [...file.outcomes].filter(([name]) => entry === undefined || name === entry);
      return Object.fromEntries(found.map(([name, outcome]) => [name, verdictOf(outcome)]));
    }
    case COMMANDS.show:
      return showCounterexample(file, violatedOf(file, entry), session, settings, desk);
    case COMMANDS.test:
      return writeTest(file, violatedOf(file, entry), session, desk);
    default:
      throw new Error(`there is no command "${command}"`);
  }
}

function verdictOf(outcome: Outcome): string {
  if (outcome.kind === "none") return `unknown: ${outcome.reason}`;
  const { verdict, reason } = outcome.result;
  return verdict === "unknown" ? `unknown: ${reason}` : verdict;
}

type Violated = Extract<Outcome, { kind: "verified" }>;

/** The counterexample of a function, or without a name the first there is. */
function violatedOf(file: OpenFile, entry: string | undefined): Violated {
  for (const outcome of file.outcomes.values())
    if (outcome.kind === "verified" && outcome.result.verdict === "unsafe")
      if (entry === undefined || entry === outcome.entry) return outcome;
  throw new Error(
    `there is no counterexample${entry === undefined ? "" : ` for ${entry}`}: verify the file as it is now`,
  );
}

async function showCounterexample(
  file: OpenFile,
  { entry, result, report = "" }: Violated,
  session: Session,
  settings: ServerSettings,
  desk: Desk,
): Promise<Answer> {
  const name = basename(file.path).replace(/\.[ci]$/i, "");
  const page = settings.counterexample === "page" ? await session.page(file, result) : undefined;
  const path = desk.write(`${name}-${entry}${page === undefined ? "-counterexample.txt" : ".html"}`, page ?? report);
  const shown = await desk.show(pathToFileURL(path).href, page === undefined ? "editor" : "browser");
  // An editor that opens no files still shows the way to the violation.
  if (!shown) desk.tell(`${report}\n(${path})`);
  return { file: path, report };
}

async function writeTest(file: OpenFile, violated: Violated, session: Session, desk: Desk): Promise<Answer> {
  const { entry, result } = violated;
  const output = freshName(file.path, entry);
  const test = await session.writeTest(file, entry, result, basename(output));
  if (typeof test === "string") throw new Error(test);
  if (test.kind === "none") throw new Error(`no test can be made: ${test.reason}`);
  await desk.show(pathToFileURL(output).href, "editor");
  const command = `cd ${dirname(file.path)} && ${test.command ?? ""}`;
  desk.tell(`${basename(output)} was written. It runs into the error: ${command}`);
  return { file: output, command };
}

/** Nothing that is there is overwritten. */
function freshName(path: string, entry: string): string {
  const start = path.replace(/\.[ci]$/i, "");
  for (let at = 1; ; at += 1) {
    const name = `${start}-${entry}-test${at === 1 ? "" : at}.c`;
    if (!isFile(name)) return name;
  }
}
