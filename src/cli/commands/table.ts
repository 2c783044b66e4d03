/** `hone table`: a table of one of the papers, ours beside theirs. */
import { runTable } from "../../bench/tables/index.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, EXIT_UNSAFE, type ExitCode } from "../exit-codes.ts";
import { runStore } from "../run-store.ts";

// What the papers' claims are checked at, unless somebody says otherwise.
const TABLE_TIMEOUT_SECONDS = 20;

export async function tableCommand({ files, settings }: Arguments, environment: Environment): Promise<ExitCode> {
  const [name, ...others] = files;
  if (name === undefined || others.length > 0) {
    environment.log("hone: `hone table` takes one name\n");
    return EXIT_BAD_INPUT;
  }
  const { rows, columns, output, jobs, root, timeoutSeconds, timeoutGiven } = settings;
  const { supervision } = environment;
  const outcome = await runTable(name, {
    root,
    timeoutSeconds: timeoutGiven ? timeoutSeconds : TABLE_TIMEOUT_SECONDS,
    ...(rows === undefined ? {} : { rows }),
    ...(columns === undefined ? {} : { columns }),
    ...(settings.ablate ? { mode: "ablation" as const } : {}),
    ...(output === undefined ? {} : { output }),
    ...(supervision === undefined ? {} : { interrupted: supervision.interruption() }),
    store: runStore(output, environment),
    jobs,
    memoryMb: settings.memoryMb,
    hone: supervision?.command ?? ["hone"],
    write: (text) => environment.write(text),
    log: (text) => environment.log(text),
  });
  if (outcome.message !== undefined) environment.log(`hone: ${outcome.message}\n`);
  switch (outcome.kind) {
    case "shown":
      return EXIT_SAFE;
    case "failed":
      return EXIT_UNSAFE;
    default:
      return EXIT_BAD_INPUT;
  }
}
