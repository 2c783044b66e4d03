/** The registry of engines, in the order in which they take turns. Adding an engine is one line here. */
import { concreteSearch } from "./concrete-search/search.ts";
import { dagger } from "./dagger/index.ts";
import type { Engine, Preset } from "./engine.ts";
import { explicit } from "./explicit/index.ts";
import { pathFocusing } from "./path-focusing/index.ts";
import { runStrengthened } from "./strengthen.ts";
import { vinta } from "./vinta/index.ts";

export const ENGINES: readonly Engine[] = [concreteSearch, explicit, dagger, pathFocusing, vinta];

export interface Configured {
  readonly engine: Engine;
  readonly preset: Preset;
}

/** `--engine NAME+invariants`: NAME on the program with the invariants of the classical analysis assumed. */
const FIRST = "+invariants";
const FIRST_PASS = "path-focusing:classical";

/** The engine and preset that `--engine NAME` means. */
export function findPreset(name: string): Configured | undefined {
  if (name.endsWith(FIRST)) return withFirstPass(name);
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

function withFirstPass(name: string): Configured | undefined {
  const base = findPreset(name.slice(0, -FIRST.length));
  const invariants = findPreset(FIRST_PASS)?.engine.invariants;
  if (base === undefined || invariants === undefined) return undefined;
  const { engine, preset } = base;
  const first = { preset: FIRST_PASS, invariants };
  return {
    engine: { ...engine, run: (model, context) => runStrengthened(engine, preset.name, first, model, context) },
    preset: { ...preset, name, summary: `${preset.summary}, invariants assumed` },
  };
}
