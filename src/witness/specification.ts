/** Properties as the lines of a property file. */
import { PROPERTIES, type Property } from "../model/properties.ts";

/** One line for each: `CHECK( init(main()), LTL(G ! call(reach_error())) )`. */
export function specificationOf(properties: readonly Property[], entry: string): string {
  return properties.map((name) => `CHECK( init(${entry}()), LTL(${formulaOf(name)}) )`).join("\n");
}

/** The table has patterns; the first of alternatives is the usual one. */
function formulaOf(property: Property): string {
  const { source } = PROPERTIES.find(({ name }) => name === property)?.formula ?? /^$/;
  const plain = source
    .replace(/^\^|\$$/g, "")
    .replace(/(?<!\\)\((\w+)(?:\|\w+)*(?<!\\)\)/, "$1")
    .replaceAll("\\", "");
  return plain.replace(/^G/, "G ").replace("!", "! ");
}
