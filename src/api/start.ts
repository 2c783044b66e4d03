/**
 * Where a program starts that does not start at main: behind the file with the entry stands its environment (`c/environment.ts`), the
 * text that `hone harness` prints, and the program starts there. A function that takes only numbers needs none.
 */
import { type FrontEndOptions, type ParameterRequest, readEnvironment, type SourceText } from "../cfa/build-source.ts";

export interface Start {
  readonly kind: "start";
  readonly sources: readonly SourceText[];
  readonly entry: string;
  /** The file behind which the environment stands. */
  readonly changed?: string;
  /** Conditions of the verdict. */
  readonly assumed?: readonly string[];
  readonly notes: readonly string[];
}

export interface EntryChoice {
  /** What pointers of the entry point to, by their names. */
  readonly parameters: ReadonlyMap<string, ParameterRequest>;
  /** Whether the entry is called from an environment where it needs one. */
  readonly environment: "made" | "none";
}

/** @returns what is wrong, or the program with its start. */
export function startAt(
  entry: string,
  sources: readonly SourceText[],
  frontEnd: FrontEndOptions,
  { parameters, environment }: EntryChoice,
): Start | string {
  const plain: Start = { kind: "start", sources, entry, notes: [] };
  if (environment === "none" || (entry === "main" && parameters.size === 0)) return plain;
  for (const [at, source] of sources.entries()) {
    if (!source.text.includes(entry)) continue;
    const options = { ...frontEnd, ...frontEnd.units?.[at] };
    const made = readEnvironment(source, entry, parameters, options, "with memory");
    if (made.kind === "plain") return plain;
    if (made.kind === "none") {
      const why = `no environment for ${entry}: ${made.why}`;
      return parameters.size > 0 ? why : { ...plain, notes: [`${why}; its pointers are anything`] };
    }
    if (made.kind === "elsewhere") continue;
    const text = `${source.text}\n#line 1 "<environment of ${entry}>"\n${made.text}`;
    const assumed = made.assumed.map((one) => `${entry} is called where ${one}`);
    return {
      ...plain,
      sources: sources.with(at, { ...source, text }),
      entry: made.entry,
      changed: source.name,
      assumed,
    };
  }
  return plain;
}
