/**
 * Pairs: one C file that is two programs, alike but for one token and for their truth. The head of the file says both:
 *
 *   // plain: unsafe          what the program is as it stands
 *   // twin: safe             what it is with TWIN defined
 *   // options: --check bounds --64     optional: how it is asked; --32 or --64 where it is for one of them only
 *   // solved: default        optional: the default engines have to decide both, not only avoid the wrong answer
 *
 * The truth is that of a gcc binary or of a sanitizer. A verdict that says the opposite is wrong; `unknown` never is.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArguments } from "../../src/cli/arguments.ts";
import type { Job } from "../../src/cli/inputs.ts";
import { inputOf, requestOf, verifyOptions } from "../../src/cli/request.ts";
import type { Result } from "../../src/report/result.ts";
import { release } from "../../src/util/release.ts";
import { verify } from "../../src/verify.ts";
import { ROOT } from "../support/command.ts";
import { frontEndFor, workMeter } from "./campaign.ts";

export type Truth = "safe" | "unsafe";

interface Member {
  readonly text: string;
  readonly truth: Truth;
}

export interface Pair {
  readonly members: readonly Member[];
  readonly options: readonly string[];
  readonly bits: readonly (32 | 64)[];
  readonly solvedByDefault: boolean;
}

export function readPair(text: string): Pair {
  const head = (name: string) => new RegExp(`^// ${name}: *(.*)$`, "m").exec(text)?.[1]?.trim();
  const truth = (name: string): Truth => {
    const said = head(name);
    if (said !== "safe" && said !== "unsafe") throw new Error(`the head should say "// ${name}: safe|unsafe"`);
    return said;
  };
  const options = (head("options") ?? "").split(/\s+/).filter((word) => word !== "");
  const only = options.includes("--32")
    ? [32 as const]
    : options.includes("--64")
      ? [64 as const]
      : ([64, 32] as const);
  return {
    members: [
      { text, truth: truth("plain") },
      { text: `#define TWIN 1\n${text}`, truth: truth("twin") },
    ],
    options: options.filter((word) => word !== "--32" && word !== "--64"),
    bits: only,
    solvedByDefault: head("solved") === "default",
  };
}

/** The answer of an engine (undefined: the default ones in turn) within so many looks at the clock, 4096 units of work each. */
export function ask(
  text: string,
  options: readonly string[],
  bits: 32 | 64,
  engine: string | undefined,
  work: number,
): Result {
  const chosen = engine === undefined ? [] : ["--engine", engine];
  const parsed = parseArguments(["verify", ...options, `--${bits}`, ...chosen, "test.c"], undefined);
  if (parsed.kind !== "arguments") throw new Error(`options of a test should be valid: ${JSON.stringify(parsed)}`);
  const { settings } = parsed.arguments;
  const job: Job = {
    name: "test.c",
    sources: [{ name: "test.c", text }],
    frontEnd: frontEndFor(bits),
    dataModel: bits === 32 ? "ILP32" : "LP64",
    properties: settings.checks ?? ["unreach-call"],
    entry: settings.entry,
  };
  const request = { ...requestOf(job, settings), timeoutSeconds: work / 1000 };
  try {
    const { kind, result } = verify(
      inputOf(request),
      verifyOptions(request, { meter: workMeter(), progress: () => {} }),
    );
    if (kind === "bad-input") throw new Error(`refused: ${result.reason}`);
    return result;
  } finally {
    release();
  }
}

export function isWrong(answer: Result["verdict"], truth: Truth): boolean {
  return answer !== "unknown" && answer !== truth;
}

/** What an engine says of both members of a pair, the plain one first; less work for one of them where that is given. */
export function askPair(file: string, options: readonly string[], engine: string, looks: readonly number[]) {
  const { members } = readPair(readFileSync(join(ROOT, "tests/verdicts/pairs", file), "utf8"));
  return members
    .slice(0, looks.length)
    .map(({ text, truth }, i) => ({ truth, verdict: ask(text, options, 64, engine, looks[i] as number).verdict }));
}
