/** Puts one mutant through the front end and the model, and says how it went. Never throws for what a program does. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LP64, readProgram } from "../../src/cfa/build-source.ts";
import { buildModel } from "../../src/model/build.ts";
import type { Model, ModelLocation } from "../../src/model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../src/model/options.ts";
import { release } from "../../src/util/release.ts";
import { mutant, type Seed } from "./mutate.ts";

/** Our own programs; a mutant starts as one of them. */
export function readSeeds(root: string): Seed[] {
  return ["examples", "tests/c-subset"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".c"))
      .sort()
      .map((name) => ({ name: basename(name, ".c"), text: readFileSync(join(root, folder, name), "utf8") })),
  );
}

export type MutantOutcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused" }
  | { readonly kind: "broken"; readonly why: string };

/** `stageDone` is called after the front end and after the model: who measures looks at the clock there. */
export function tryMutant(
  number: number,
  seeds: readonly Seed[],
  stageDone: (stage: "front end" | "model") => void = () => {},
): MutantOutcome {
  const { name, text } = mutant(number, seeds);
  try {
    const built = readProgram([{ name: `${name}.c`, text }], {
      dataModel: LP64,
      includePaths: [],
      includeFiles: [],
      macros: [],
      readFile: () => undefined,
    });
    stageDone("front end");
    if (built.program === undefined) return checkRefusal(built);
    if (built.program.functions.has("main")) unfold(buildModel(built.program, DEFAULT_MODEL_OPTIONS));
    stageDone("model");
    return { kind: "accepted" };
  } catch (error) {
    return { kind: "broken", why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    release();
  }
}

/** A refusal should say where and what. */
function checkRefusal(built: ReturnType<typeof readProgram>): MutantOutcome {
  const error = built.diagnostics.find((one) => one.severity === "error");
  if (error === undefined) return { kind: "broken", why: "there should be an error where there is no program" };
  if (error.message.trim() === "") return { kind: "broken", why: "a diagnostic should have a message" };
  if (built.sources.resolve(error.range.start) === undefined)
    return { kind: "broken", why: `a diagnostic should have a place: ${error.message}` };
  return { kind: "refused" };
}

// A mutant's model may be infinite for practical purposes; its beginning shows crashes.
const UNFOLDED = 2000;

function unfold(model: Model): void {
  const seen = new Set<ModelLocation>([model.entry]);
  for (const location of seen) {
    if (seen.size > UNFOLDED) return;
    for (const edge of model.edgesFrom(location)) seen.add(edge.target);
  }
}
