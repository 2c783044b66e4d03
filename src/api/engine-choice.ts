/** Engine and domain as the user named them: do they exist, and do they go together? */
import { domains } from "../domains/index.ts";
import { splitExtra } from "../engines/extras.ts";
import { ENGINES, findPreset } from "../engines/index.ts";
import { suggestion } from "../util/suggest.ts";

export interface EngineChoice {
  readonly engine?: string | undefined;
  readonly domain?: string | undefined;
}

/** What is wrong with the choice, or undefined. */
export function choiceProblem({ engine, domain }: EngineChoice): string | undefined {
  const names = ENGINES.flatMap((one) => one.presets.map((preset) => preset.name));
  const preset = engine === undefined ? undefined : findPreset(engine);
  if (engine !== undefined && preset === undefined) return extraProblem(engine) ?? unknownName("engine", engine, names);
  if (domain === undefined) return undefined;
  const domainNames = domains.map((one) => one.domain.name);
  if (!domainNames.includes(domain)) return unknownName("domain", domain, domainNames);
  if (preset === undefined) {
    const takes = ENGINES.some((one) => one.presets[0]?.domains?.includes(domain));
    return takes
      ? undefined
      : `no engine that runs by default works with the domain "${domain}" (see \`hone engines\`)`;
  }
  if (preset.domains === undefined) return `the engine "${preset.name}" takes no domain`;
  if (preset.domains.includes(domain)) return undefined;
  return `the engine "${preset.name}" does not work with the domain "${domain}", but with ${preset.domains.join(", ")}`;
}

/** `NAME~EXTRA` where NAME is there. */
function extraProblem(engine: string): string | undefined {
  const { preset: name, extra } = splitExtra(engine) ?? { preset: engine, extra: "" };
  const preset = name === engine ? undefined : findPreset(name);
  if (preset === undefined) return undefined;
  const there = (preset.extras ?? []).map((one) => one.name);
  if (there.length === 0) return `the engine "${name}" has no extras that can be switched off (see \`hone engines\`)`;
  return `the engine "${name}" has no extra "${extra}" that can be switched off, but ${there.join(", ")} (see \`hone engines\`)`;
}

function unknownName(what: "engine" | "domain", name: string, names: readonly string[]): string {
  const close = suggestion(name, names);
  return `there is no ${what} "${name}"${close === undefined ? "" : `; did you mean "${close}"?`} (see \`hone ${what}s\`)`;
}
