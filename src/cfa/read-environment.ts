/** A file with the environment of one of its functions behind it (`c/environment.ts`), from which the program starts then. */
import { type EnvironmentText, environmentText, needsEnvironment, type ParameterRequest } from "../c/environment.ts";
import type { FrontEndOptions } from "../c/options.ts";
import { parseWithScope } from "../c/parse.ts";
import { Diagnostics } from "../util/diagnostic.ts";
import { SourceMap } from "../util/source.ts";

type ReadEnvironment =
  | ({ readonly kind: "environment" } & EnvironmentText)
  /** It has such parameters, but there is no environment for them. */
  | { readonly kind: "none"; readonly why: string }
  /** The file does not define the function, or cannot be read. */
  | { readonly kind: "elsewhere" }
  /** Its parameters, if any, are numbers. */
  | { readonly kind: "plain" };

/** @param wanted for what functions: for all, or for those that cannot do without. */
export function readEnvironment(
  source: { readonly name: string; readonly text: string },
  name: string,
  requests: ReadonlyMap<string, ParameterRequest>,
  options: FrontEndOptions,
  wanted: "all" | "with memory",
): ReadEnvironment {
  const sources = new SourceMap();
  const diagnostics = new Diagnostics();
  const { unit, names } = parseWithScope(sources, sources.add(source.name, source.text), options, diagnostics);
  const declaration = unit.functions.find((one) => one.name === name && one.body !== undefined);
  if (diagnostics.errors > 0 || declaration === undefined) return { kind: "elsewhere" };
  if (wanted === "with memory" && requests.size === 0 && !needsEnvironment(declaration)) return { kind: "plain" };
  const made = environmentText(declaration, names, requests);
  return typeof made === "string" ? { kind: "none", why: made } : { kind: "environment", ...made };
}
