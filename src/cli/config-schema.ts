/** The schema of hone.config.json, from the table of options: schemas/config-v1.schema.json, which a test keeps up to date. */
import { CONFIGURABLE, configName } from "./arguments.ts";
import type { Option } from "./option.ts";

export const CONFIG_SCHEMA_PATH = "schemas/config-v1.schema.json";
export const CONFIG_SCHEMA_ID = `https://raw.githubusercontent.com/hone-c/hone/main/${CONFIG_SCHEMA_PATH}`;

export function configSchema(): object {
  const names = [...new Set(CONFIGURABLE.map(configName))].sort();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: CONFIG_SCHEMA_ID,
    title: "hone.config.json",
    description: "Defaults of hone's options, by their names without dashes; the command line goes before them.",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      ...Object.fromEntries(names.map((name) => [name, valueSchema(name)])),
    },
  };
}

function valueSchema(name: string): object {
  const options = CONFIGURABLE.filter((option) => configName(option) === name);
  const [{ argument } = {} as Option] = options;
  const description = options.map(({ help }) => help).join("; ");
  if (argument === undefined) return { type: "boolean", description };
  const one = { type: ["string", "number"] };
  return { description, anyOf: [one, { type: "array", items: one }] };
}
