/**
 * Which files of a build are one program. Its core is a target, or the file with the entry; to it come, as a linker takes files
 * out of libraries, those that define what it needs. Where several would do, nobody is asked to guess: the error lists them.
 */
import { resolve } from "node:path";
import { type UnitSymbols, unitSymbols } from "../../cfa/build-source.ts";
import { readText } from "../../tasks/files.ts";
import { frontEndOptions, unitOptions } from "../front-end.ts";
import type { Settings } from "../settings.ts";
import { type Build, type BuildUnit, optionsOf, shown } from "./compile-commands.ts";

export interface Choice {
  /** The core first. */
  readonly units: readonly BuildUnit[];
  /** What the program is called. */
  readonly name: string;
  readonly notes: readonly string[];
}

type Units = Extract<Build, { kind: "build" }>;

/** @param files the core, where somebody named files. */
export function chooseUnits(build: Units, files: readonly string[], settings: Settings): Choice | string {
  const linker = new Linker(build, settings);
  const core = coreOf(build, files, linker, settings);
  if (typeof core === "string") return core;
  const chosen = linker.complete(core);
  if (typeof chosen === "string") return chosen;
  const left = [...linker.unreadable].filter(([unit]) => !chosen.includes(unit));
  const gone = linker.missing(build.units).map(({ file }) => file);
  const notes = [
    ...left.map(([{ file }, why]) => `${file} is left out, since it cannot be read: ${why}`),
    ...(gone.length === 0 ? [] : [`files of the build that are not there (is it done?): ${gone.join(", ")}`]),
  ];
  return { units: chosen, name: settings.target ?? (core[0] as BuildUnit).file, notes };
}

function coreOf(
  build: Units,
  files: readonly string[],
  linker: Linker,
  { target, entry }: Settings,
): readonly BuildUnit[] | string {
  if (files.length > 0) return named(build, files, target);
  const members = target === undefined ? build.units : ofTarget(build, target);
  if (members.length === 0) return noTarget(build, target ?? "");
  const starts = linker.defining(entry, members);
  if (target !== undefined && isTarget(build, target)) {
    if (starts.length === 0) return `the target ${target} has no function "${entry}" to start from (see --entry)`;
    return [...starts, ...members.filter((unit) => !starts.includes(unit))];
  }
  if (starts.length === 0) {
    // What is wrong with the file is told where it is read as a part of the program.
    const [bad] = linker.unreadable.keys();
    if (bad !== undefined) return [bad];
    const [gone] = linker.missing(members);
    const why = gone === undefined ? "" : `; there is no file ${gone.file}: is the build done?`;
    return `no file of the build has a function "${entry}" to start from (see --entry)${why}`;
  }
  if (starts.length > 1) return `several programs have a function "${entry}": ${listed(starts)} (--target says which)`;
  return starts;
}

function isTarget({ units }: Units, target: string): boolean {
  return units.some((unit) => unit.target === target);
}

/** The units of a target, or of a file that is called so: `server`, `server.c`, `src/server.c`. */
function ofTarget(build: Units, target: string): readonly BuildUnit[] {
  if (isTarget(build, target)) return build.units.filter((unit) => unit.target === target);
  return build.units.filter(({ file }) => `/${file}`.endsWith(`/${target}`) || `/${file}`.endsWith(`/${target}.c`));
}

function noTarget({ units }: Units, target: string): string {
  if (units.length === 0) return "the build has no C file";
  const targets = [...new Set(units.flatMap((unit) => unit.target ?? []))];
  const known = targets.length > 0 ? `its targets are ${targets.join(", ")}` : "its targets are not known: name a file";
  return `the build has no target "${target}"; ${known}`;
}

/** The entries of files that somebody named; one that is compiled in several ways has to be told apart by its target. */
function named(build: Units, files: readonly string[], target: string | undefined): readonly BuildUnit[] | string {
  const found: BuildUnit[] = [];
  for (const file of files) {
    const same = build.units.filter((unit) => unit.file === shown(resolve(file)));
    const wanted = target === undefined ? same : same.filter((unit) => unit.target === target);
    const [first] = wanted;
    if (first === undefined) return `${file} is not in the build${same.length > 0 ? ` for ${target}` : ""}`;
    const ways = new Set(wanted.map(({ flags }) => JSON.stringify(optionsOf(flags))));
    if (ways.size > 1) return `${file} is compiled in several ways: ${listed(wanted)} (--target says which)`;
    found.push(first);
  }
  return found;
}

/** At most ten: the rest would hide the question. */
function listed(units: readonly BuildUnit[]): string {
  const names = units.map(({ file, target }) => (target === undefined ? file : `${file} (target ${target})`));
  return names.length <= 10 ? names.join(", ") : `${names.slice(0, 10).join(", ")} and ${names.length - 10} more`;
}

/** Knows what files define and need; each is read when it is first asked about. */
class Linker {
  /** With what is wrong. */
  readonly unreadable = new Map<BuildUnit, string>();
  readonly #build: Units;
  readonly #settings: Settings;
  readonly #symbols = new Map<BuildUnit, UnitSymbols | undefined>();
  /** Undefined: there is no such file. */
  readonly #texts = new Map<string, string | undefined>();

  constructor(build: Units, settings: Settings) {
    this.#build = build;
    this.#settings = settings;
  }

  missing(units: readonly BuildUnit[]): readonly BuildUnit[] {
    return units.filter((unit) => this.#textOf(unit) === undefined);
  }

  /** The units that define a symbol. A file without the word in it is not read: a build may have thousands. */
  defining(symbol: string, units: readonly BuildUnit[]): readonly BuildUnit[] {
    const word = new RegExp(`(?<![\\w$])${symbol.replace(/\$/g, "\\$&")}(?![\\w$])`);
    const defines = (unit: BuildUnit) => this.#symbolsOf(unit)?.defines.has(symbol) === true;
    return units.filter((unit) => word.test(this.#textOf(unit) ?? "") && defines(unit));
  }

  /** The core with what it needs, and what that needs; or which symbol several files define. */
  complete(core: readonly BuildUnit[]): readonly BuildUnit[] | string {
    const chosen = new Set(core);
    const defined = new Set(core.flatMap((unit) => [...(this.#symbolsOf(unit)?.defines ?? [])]));
    const targets = new Set(core.flatMap(({ target }) => target ?? []));
    // Grows while it is walked.
    for (const unit of chosen)
      for (const symbol of this.#symbolsOf(unit)?.needs ?? []) {
        if (defined.has(symbol)) continue;
        const candidates = this.#compatible(this.defining(symbol, this.#build.units), core);
        const near = candidates.filter(({ target }) => target !== undefined && targets.has(target));
        const [first, second] = near.length > 0 ? near : candidates;
        if (second !== undefined) return this.#ambiguous(symbol, unit, near.length > 0 ? near : candidates);
        defined.add(symbol);
        if (first === undefined) continue;
        chosen.add(first);
        for (const other of this.#symbolsOf(first)?.defines ?? []) defined.add(other);
      }
    return [...chosen];
  }

  /** A file that is compiled alike for several targets is one; one for another machine cannot be meant. */
  #compatible(candidates: readonly BuildUnit[], [start]: readonly BuildUnit[]): readonly BuildUnit[] {
    const machine = start?.flags.dataModel ?? "LP64";
    const fitting = candidates.filter(({ flags }) => (flags.dataModel ?? "LP64") === machine);
    const key = ({ file, flags }: BuildUnit) => JSON.stringify([file, optionsOf(flags)]);
    return fitting.filter((unit, at) => fitting.findIndex((other) => key(other) === key(unit)) === at);
  }

  #ambiguous(symbol: string, unit: BuildUnit, candidates: readonly BuildUnit[]): string {
    return `${unit.file} needs "${symbol}", which several files define: ${listed(candidates)} (--target says which)`;
  }

  #symbolsOf(unit: BuildUnit): UnitSymbols | undefined {
    if (this.#symbols.has(unit)) return this.#symbols.get(unit);
    const { flags, file } = unit;
    const machine = this.#settings.dataModel ?? flags.dataModel ?? "LP64";
    const options = { ...frontEndOptions(this.#settings, machine, []), ...unitOptions(flags, this.#settings) };
    const text = this.#textOf(unit);
    const read = unit.problem ?? (text === undefined ? "no such file" : unitSymbols({ name: file, text }, options));
    if (typeof read === "string") this.unreadable.set(unit, read);
    const symbols = typeof read === "string" ? undefined : read;
    this.#symbols.set(unit, symbols);
    return symbols;
  }

  #textOf({ file }: BuildUnit): string | undefined {
    if (this.#texts.has(file)) return this.#texts.get(file);
    const read = readText(file);
    const text = read.kind === "text" ? read.text : undefined;
    this.#texts.set(file, text);
    return text;
  }
}
