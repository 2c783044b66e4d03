/** `hone engines` and `hone domains`: the registries, a line each. */
import { domains } from "../../domains/index.ts";
import { withoutExtra } from "../../engines/extras.ts";
import { ENGINES, SUFFIXES } from "../../engines/index.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_SAFE, type ExitCode } from "../exit-codes.ts";

export function enginesCommand(_args: Arguments, environment: Environment): ExitCode {
  const rows = ENGINES.flatMap((engine) =>
    engine.presets.map(({ name, summary, domains: takes }) => {
      const pairs = takes === undefined ? "" : ` [${takes.join(", ")}]`;
      return [name, `${summary}${pairs}`] as const;
    }),
  );
  const all = [...rows, ...SUFFIXES.map(({ name, summary }) => [name, summary] as const), ...switches()];
  environment.write(table(all, "no engines are registered"));
  return EXIT_SAFE;
}

/** What can be switched off of which preset. */
function switches(): readonly (readonly [string, string])[] {
  return ENGINES.flatMap(({ presets }) =>
    presets.flatMap(({ name, extras = [] }) =>
      extras.map((extra) => [withoutExtra(name, extra.name), `${name} without this: ${extra.summary}`] as const),
    ),
  );
}

export function domainsCommand(_args: Arguments, environment: Environment): ExitCode {
  const rows = domains.map(({ domain, summary }) => [domain.name, summary] as const);
  environment.write(table(rows, "no domains are registered"));
  return EXIT_SAFE;
}

function table(rows: readonly (readonly [string, string])[], empty: string): string {
  if (rows.length === 0) return `${empty}\n`;
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, summary]) => `${name.padEnd(width)}${summary}\n`).join("");
}
