/** docs/api.md: the declarations of the library with their comments, from the source text; a test keeps the page up to date. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./command.ts";

interface Section {
  readonly title: string;
  readonly text: string;
  readonly file: string;
  readonly names: readonly string[];
}

const SECTIONS: readonly Section[] = [
  {
    title: "Asking",
    text: "Each call does its work in a thread of its own, which ends with it.",
    file: "src/api/node/index.ts",
    names: ["check", "invariants", "run"],
  },
  { title: "What a program is", text: "", file: "src/api/program.ts", names: ["ProgramText"] },
  { title: "Options", text: "", file: "src/api/options.ts", names: ["ReadOptions", "CheckOptions"] },
  { title: "Options of a run", text: "", file: "src/api/run.ts", names: ["RunOptions"] },
  { title: "Watching and ending it", text: "", file: "src/api/executor.ts", names: ["Watching"] },
  {
    title: "Results",
    text: "`Result` is what `--format json` prints for each program (docs/json.md).",
    file: "src/report/result.ts",
    names: [
      "Result",
      "Place",
      "CheckReport",
      "Invariant",
      "CounterexampleReport",
      "InputReport",
      "StepReport",
      "DiagnosticReport",
    ],
  },
  { title: "Results of a run", text: "", file: "src/api/run.ts", names: ["RunResult"] },
  {
    title: "The synchronous core",
    text: "Part of `hone-c`, and under `hone-c/core` without anything of node: for who wants to wait, and for browsers.",
    file: "src/api/sync.ts",
    names: [
      "checkSync",
      "invariantsSync",
      "InvariantResult",
      "parse",
      "ParsedProgram",
      "Surroundings",
      "InternalError",
      "VERSION",
    ],
  },
  { title: "A run in the caller's thread", text: "", file: "src/api/run.ts", names: ["runSync"] },
  {
    title: "Executors",
    text: "`checkIn`, `invariantsIn` and `runIn` take one before the program.",
    file: "src/api/executor.ts",
    names: ["Executor", "Task", "Outcome", "perform"],
  },
  {
    title: "Engines and domains from outside",
    text: "Modules that call these are handed to a check as `plugins`. `hone-c/domains` and `hone-c/engines` have what they are built of.",
    file: "src/engines/index.ts",
    names: ["registerEngine", "registerDomain"],
  },
  { title: "What an engine is", text: "", file: "src/engines/engine.ts", names: ["Engine", "Preset", "EngineContext"] },
  { title: "What a domain is", text: "", file: "src/domains/domain.ts", names: ["Domain", "RegisteredDomain"] },
];

export function apiPage(): string {
  const lines = [
    "# The library, declaration by declaration",
    "",
    "This page is made from the source text (`npm run accept`); docs/library.md is the one to read first.",
    "",
  ];
  for (const { title, text, file, names } of SECTIONS) {
    lines.push(`## ${title}`, "", ...(text === "" ? [] : [text, ""]), "```ts");
    const source = readFileSync(join(ROOT, file), "utf8");
    lines.push(names.map((name) => declaration(source, name)).join("\n\n"), "```", "");
  }
  return lines.join("\n");
}

/** With the comment above it; of a function only the head. */
function declaration(source: string, name: string): string {
  const lines = source.split("\n");
  const at = lines.findIndex((line) =>
    new RegExp(`^export (?:async )?(?:function|interface|type|class|const) ${name}\\b`).test(line),
  );
  if (at === -1) throw new Error(`${name} should be exported`);
  let start = at;
  if (lines[at - 1]?.trimEnd().endsWith("*/")) {
    start -= 1;
    while (!lines[start]?.startsWith("/**")) start -= 1;
  }
  const head = lines[at] as string;
  const rest = lines.slice(at);
  const end = /^export (?:async )?function/.test(head) ? rest.findIndex((line) => line.endsWith("{")) : endOf(rest);
  const body = rest.slice(0, end + 1);
  const last = body.length - 1;
  if (/^export (?:async )?function/.test(head)) body[last] = (body[last] as string).replace(/ \{$/, ";");
  if (/^export const/.test(head)) body[0] = head.replace(/ = .*/, ";");
  return [...lines.slice(start, at), ...body].join("\n");
}

/** The line where an interface or a class, a type or a constant ends: no bracket is open, and it is closed by one, or by `;`. */
function endOf(lines: readonly string[]): number {
  const last = /^export (?:interface|class)/.test(lines[0] as string) ? "}" : ";";
  let open = 0;
  return lines.findIndex((line) => {
    open += (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0);
    return open === 0 && line.endsWith(last);
  });
}
