/** The registry of engines, in the order in which they take turns. Adding an engine is one line here. */
import { concreteSearch } from "./concrete-search/search.ts";
import type { Engine, Preset } from "./engine.ts";
import { explicit } from "./explicit/index.ts";
import { pathFocusing } from "./path-focusing/index.ts";

export const ENGINES: readonly Engine[] = [concreteSearch, explicit, pathFocusing];

export interface Configured {
  readonly engine: Engine;
  readonly preset: Preset;
}

/** The engine and preset that `--engine NAME` means. */
export function findPreset(name: string): Configured | undefined {
  for (const engine of ENGINES) {
    const preset = engine.presets.find((one) => one.name === name);
    if (preset !== undefined) return { engine, preset };
  }
  return undefined;
}

/** What takes turns where nobody chose: each engine's first preset. */
export function defaultPresets(): readonly Configured[] {
  return ENGINES.map((engine) => ({ engine, preset: engine.presets[0] as Preset }));
}
