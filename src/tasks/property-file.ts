/**
 * SV-COMP property files: lines `CHECK( init(FUNCTION()), LTL(FORMULA) )`, among blank lines and comments. A property
 * that hone cannot check is refused, never skipped: a verdict about less than was asked would be wrong.
 */
import { PROPERTIES, type Property } from "../model/properties.ts";
import { readText } from "./files.ts";

interface Specification {
  readonly properties: readonly Property[];
  /** The function of `init`. */
  readonly entry: string;
}

export type SpecificationResult =
  | { readonly kind: "specification"; readonly specification: Specification }
  | { readonly kind: "problem"; readonly message: string };

export function parsePropertyFile(text: string): SpecificationResult {
  const properties: Property[] = [];
  let entry: string | undefined;
  const lines = text.replace(/\/\*[\s\S]*?\*\//g, "").split(/\r?\n/);
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/(^|\s)(\/\/|#).*$/, "").replace(/\s+/g, "");
    if (line === "") continue;
    const match = /^CHECK\(init\((\w+)\(\)\),LTL\((.*)\)\)$/.exec(line);
    if (match === null) return problem(index, "CHECK( init(FUNCTION()), LTL(FORMULA) ) is expected");
    const [, name, formula] = match as unknown as [string, string, string];
    if (entry !== undefined && entry !== name) return problem(index, `two entry functions, ${entry} and ${name}`);
    entry = name;
    const known = PROPERTIES.find((row) => row.formula.test(formula));
    if (known === undefined) return problem(index, `hone cannot check the property LTL(${formula})`);
    if (!properties.includes(known.name)) properties.push(known.name);
  }
  if (entry === undefined) return { kind: "problem", message: "it contains no CHECK line" };
  return { kind: "specification", specification: { properties, entry } };
}

/** Can hone check all that the file asks for? */
export function checkable(propertyFile: string): boolean {
  const read = readText(propertyFile);
  return read.kind === "text" && parsePropertyFile(read.text).kind === "specification";
}

function problem(index: number, message: string): SpecificationResult {
  return { kind: "problem", message: `line ${index + 1}: ${message}` };
}
