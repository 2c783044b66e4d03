/** `hone view`: a result, or what comes of verifying a file, as a page in the browser; its path where there is none to open it. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type PageSource, reportPage } from "../../report/page/index.ts";
import type { Result } from "../../report/result.ts";
import { readText } from "../../tasks/files.ts";
import { readResults } from "../../tasks/result-file.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, type ExitCode } from "../exit-codes.ts";
import { openPage } from "../open-page.ts";
import { deliver, outputsProblem } from "../output.ts";
import { verifyCommand } from "./verify.ts";

export async function viewCommand(args: Arguments, environment: Environment): Promise<ExitCode> {
  const { files, settings } = args;
  const fail = (message: string): ExitCode => {
    environment.log(`hone: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    return fail("`hone view` takes one file: a result as JSON, or a program");
  const page = settings.output ?? join(mkdtempSync(join(tmpdir(), "hone-view-")), "report.html");
  const problem = outputsProblem([{ option: "-o", path: page }], files);
  if (problem !== undefined) return fail(problem);
  if (!/\.json$/i.test(file)) {
    const code = await verifyCommand(
      { ...args, settings: { ...settings, html: page, output: undefined } },
      environment,
    );
    openPage(page, environment);
    return code;
  }
  const read = readText(file);
  if (read.kind === "problem") return fail(`${file}: ${read.message}`);
  const [result] = (readResults(read.text) ?? []) as readonly (Result | undefined)[];
  if (!isViewable(result)) return fail(`${file}: this is no result of \`hone verify --format json\` (version 2)`);
  if (deliver(reportPage(result, sourcesOf(result, file), []), page, environment) === "failed") return EXIT_BAD_INPUT;
  openPage(page, environment);
  return EXIT_SAFE;
}

/** What the page reads without asking; the rest of a result may be missing. */
function isViewable(result: Result | undefined): result is Result {
  if (result === undefined) return false;
  const { file, properties, invariants, assumptions, overApproximations, configuration, evidence, statistics, tool } =
    result;
  const lists = [properties, invariants, assumptions, overApproximations];
  const records: readonly unknown[] = [configuration, evidence, statistics, tool];
  return (
    typeof file === "string" &&
    lists.every(Array.isArray) &&
    records.every((one) => typeof one === "object" && one !== null)
  );
}

/** The files that a result names: from here, or from where the result lies. */
function sourcesOf({ file, files, counterexample }: Result, result: string): PageSource[] {
  const names = new Set([file, ...(files ?? []), ...(counterexample?.steps ?? []).map((step) => step.file)]);
  return [...names].flatMap((name) => {
    const found = [name, resolve(dirname(result), name)]
      .map((path) => readText(path))
      .find(({ kind }) => kind === "text");
    return found?.kind === "text" ? [{ name, text: found.text }] : [];
  });
}
