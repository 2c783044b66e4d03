/**
 * The part of JSON Schema that schemas/ uses: enough to check results, small enough to trust. An unknown keyword is an
 * error, so that a schema cannot say more than is checked.
 */

type Schema = { readonly [keyword: string]: unknown };

const ANNOTATIONS = new Set(["$schema", "$id", "title", "description"]);

/** Where and how a value breaks the schema; empty if it does not. */
export function violations(value: unknown, schema: Schema, path = "$"): string[] {
  const found: string[] = [];
  for (const [keyword, wanted] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`the validator should know the keyword ${keyword}`);
    found.push(...check(value, wanted, path, schema));
  }
  return found;
}

type Check = (value: unknown, wanted: unknown, path: string, schema: Schema) => string[];

const KEYWORDS: Readonly<Record<string, Check>> = {
  type: (value, wanted, path) => (typeOf(value, wanted as string) ? [] : [`${path} should be of type ${wanted}`]),
  const: (value, wanted, path) => (value === wanted ? [] : [`${path} should be ${JSON.stringify(wanted)}`]),
  enum: (value, wanted, path) =>
    (wanted as unknown[]).includes(value) ? [] : [`${path} should be one of ${JSON.stringify(wanted)}`],
  minimum: (value, wanted, path) =>
    typeof value === "number" && value < (wanted as number) ? [`${path} should be at least ${wanted}`] : [],
  required: (value, wanted, path) =>
    isObject(value)
      ? (wanted as string[]).filter((key) => !(key in value)).map((key) => `${path} should have ${key}`)
      : [],
  properties: (value, wanted, path) =>
    isObject(value)
      ? Object.entries(wanted as Record<string, Schema>).flatMap(([key, schema]) =>
          key in value ? violations(value[key], schema, `${path}.${key}`) : [],
        )
      : [],
  additionalProperties: (value, wanted, path, schema) => {
    if (!isObject(value)) return [];
    const known = Object.keys((schema["properties"] as object | undefined) ?? {});
    const others = Object.keys(value).filter((key) => !known.includes(key));
    if (wanted === false) return others.map((key) => `${path} should not have ${key}`);
    return others.flatMap((key) => violations(value[key], wanted as Schema, `${path}.${key}`));
  },
  items: (value, wanted, path) =>
    Array.isArray(value) ? value.flatMap((item, i) => violations(item, wanted as Schema, `${path}[${i}]`)) : [],
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown, type: string): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
