/** The registry of engines. Adding an engine is one line here, and one in `schedule-table.ts` where it is to take turns. */
import type { RegisteredDomain } from "../domains/domain.ts";
import { addDomain } from "../domains/index.ts";
import { Budget, whileItLasts } from "../util/budget.ts";
import { bmc, kInductionWith } from "./bmc/index.ts";
import type { InvariantSource } from "./bmc/induction.ts";
import { concolic } from "./concolic/index.ts";
import { concreteSearch } from "./concrete-search/search.ts";
import { dagger } from "./dagger/index.ts";
import type { Engine, Preset } from "./engine.ts";
import { explicit } from "./explicit/index.ts";
import { splitExtra, withoutExtra, withoutSwitches } from "./extras.ts";
import { pathFocusing } from "./path-focusing/index.ts";
import { predicate } from "./predicate/index.ts";
import { CLAIMANT, STANDINGS } from "./schedule-table.ts";
import { splitting } from "./splitting/index.ts";
import { runStrengthened } from "./strengthen.ts";
import { vinta } from "./vinta/index.ts";

/** Invariants for the step of k-induction, the cheapest first. */
const kInduction = kInductionWith([
  invariantsBy(pathFocusing, "path-focusing:classical", "box"),
  invariantsBy(pathFocusing, "path-focusing:classical", "octagon"),
  invariantsBy(pathFocusing, "path-focusing", "polyhedra"),
]);

const BUILT_IN: readonly Engine[] = [
  ...[concreteSearch, concolic, explicit, dagger, pathFocusing, splitting, bmc, vinta, kInduction],
  predicate,
];

const registered: Engine[] = [...BUILT_IN];

export const ENGINES: readonly Engine[] = registered;

/** An engine from outside: it takes turns behind the others, and its claims are checked as theirs are. */
export function registerEngine(engine: Engine): void {
  const taken = new Set(ENGINES.flatMap(({ presets }) => presets.map(({ name }) => name)));
  const twice = engine.presets.find(({ name }) => taken.has(name));
  if (twice !== undefined) throw new RangeError(`there is an engine "${twice.name}" already`);
  if (engine.presets.length === 0) throw new RangeError(`the engine "${engine.name}" should have a preset`);
  registered.push(engine);
}

/** A domain from outside, and the presets that work with it from now on where it is asked for by its name. */
export function registerDomain(domain: RegisteredDomain, presets: readonly string[]): void {
  const takers = presets.map((name) => {
    const found = registered.flatMap((engine) => engine.presets).find((preset) => preset.name === name);
    if (found?.domains === undefined) throw new RangeError(`there is no engine "${name}" that works with a domain`);
    return found;
  });
  addDomain(domain);
  for (const [at, engine] of registered.entries()) {
    const taught = engine.presets.map((preset) =>
      takers.includes(preset) ? { ...preset, domains: [...(preset.domains ?? []), domain.domain.name] } : preset,
    );
    registered[at] = { ...engine, presets: taught };
  }
}

/** `--engine NAME+invariants`: NAME on the program with the invariants of the classical analysis assumed. */
const FIRST = "+invariants";
const FIRST_PASS = "path-focusing:classical";

/** `--engine NAME+cell`: NAME on the program with one symbolic element of each array as a variable. */
const CELL = "+cell";

/** What may stand after a name: the first two where the preset works with a domain. */
export const SUFFIXES: readonly { readonly name: string; readonly summary: string }[] = [
  { name: `NAME${FIRST}`, summary: "NAME with the invariants of the classical analysis assumed" },
  { name: `NAME${CELL}`, summary: "NAME with one symbolic element of each array as a variable" },
  {
    name: withoutExtra("NAME", "EXTRA"),
    summary: "NAME without one of its extras, which follow; NAME~all: without any",
  },
];

/** What `--engine NAME` means. */
export function findPreset(name: string): Preset | undefined {
  if (name.endsWith(CELL)) return withCell(name);
  if (name.endsWith(FIRST)) return withFirstPass(name);
  if (name.includes("~")) return withoutAnExtra(name);
  return ENGINES.flatMap((engine) => engine.presets).find((preset) => preset.name === name);
}

/** For names that are not the user's. */
export function presetNamed(name: string): Preset {
  const preset = findPreset(name);
  if (preset === undefined) throw new Error(`the preset ${name} should be registered`);
  return preset;
}

/** What takes turns where nobody chose: who stands in the table of the schedule, and behind them the first preset of each engine from outside. */
export function defaultPresets(): readonly Preset[] {
  const placed = STANDINGS.flatMap(({ engine }) => (engine === CLAIMANT ? [] : [presetNamed(engine)]));
  return [...placed, ...registered.slice(BUILT_IN.length).map(({ presets }) => presets[0] as Preset)];
}

/** What takes turns: the preset that was chosen, or the default ones, of which a domain leaves those that work with it. */
export function presetsFor(chosen: Preset | undefined, domain: string | undefined): readonly Preset[] {
  if (chosen !== undefined) return [chosen];
  const all = defaultPresets();
  return domain === undefined ? all : all.filter(({ domains }) => domains?.includes(domain) === true);
}

function withoutAnExtra(name: string): Preset | undefined {
  const { preset, extra } = splitExtra(name) ?? { preset: name, extra: "" };
  const base = findPreset(preset);
  const rest = base?.without?.(extra);
  if (base === undefined || rest === undefined) return undefined;
  // Domains may have been registered since it was made.
  const { domains } = base;
  return { ...rest, name, summary: `${base.summary}, without ${extra}`, ...(domains === undefined ? {} : { domains }) };
}

function withCell(name: string): Preset | undefined {
  const base = findPreset(name.slice(0, -CELL.length));
  if (base?.domains === undefined) return undefined;
  // Invariants are wanted without an error in view, and without one there is no place to choose.
  const { invariants: _, ...engine } = withoutSwitches(base);
  const summary = `${base.summary}, arrays by one symbolic element`;
  return { ...engine, name, summary, memory: "symbolic-cell" };
}

function withFirstPass(name: string): Preset | undefined {
  const base = findPreset(name.slice(0, -FIRST.length));
  // The invariants are computed in the preset's own domain.
  if (base?.domains === undefined) return undefined;
  const summary = `${base.summary}, invariants assumed`;
  return {
    ...withoutSwitches(base),
    name,
    summary,
    run: (model, context) => runStrengthened(base, presetNamed(FIRST_PASS), model, context),
  };
}

function invariantsBy({ presets }: Engine, name: string, domain: string): InvariantSource {
  const preset = presets.find((one) => one.name === name);
  return (model, context, work) => {
    let told = 0;
    const slice: Budget = new Budget(
      (aheadMb = 0) => {
        context.budget.tick(slice.spent - told);
        told = slice.spent;
        return aheadMb === 0 || context.budget.hasRoom(aheadMb) ? undefined : "memory limit";
      },
      undefined,
      work,
    );
    const parts = { ...context, budget: slice, statistics: {}, domain: context.domainNamed(domain) };
    return whileItLasts(slice, () => preset?.invariants?.(model, parts));
  };
}
