/**
 * SV-COMP property files: lines `CHECK( init(FUNCTION()), LTL(FORMULA) )`, among blank lines and comments. A property
 * that hone cannot check is refused, never skipped: a verdict about less than was asked would be wrong.
 */
import type { Property } from "../model/model.ts";
import { readText } from "./files.ts";

interface Specification {
  readonly properties: readonly Property[];
  /** The function of `init`. */
  readonly entry: string;
}

export type SpecificationResult =
  | { readonly kind: "specification"; readonly specification: Specification }
  | { readonly kind: "problem"; readonly message: string };

const FORMULAS: readonly { readonly pattern: RegExp; readonly properties: readonly Property[] }[] = [
  { pattern: /^G!call\((reach_error|__VERIFIER_error|__assert_fail)\(\)\)$/, properties: ["unreach-call"] },
  { pattern: /^G!label\(ERROR\)$/, properties: ["error-label"] },
  { pattern: /^G!overflow$/, properties: ["no-overflow"] },
  { pattern: /^Gvalid-deref$/, properties: ["valid-deref"] },
  { pattern: /^G!div-by-zero$/, properties: ["no-div-zero"] },
];

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
    const known = FORMULAS.find(({ pattern }) => pattern.test(formula));
    if (known === undefined) return problem(index, `hone cannot check the property LTL(${formula})`);
    properties.push(...known.properties.filter((property) => !properties.includes(property)));
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
