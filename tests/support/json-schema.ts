/**
 * The part of JSON Schema that schemas/ and the schema of SARIF use: enough to check results, small enough to trust. An unknown
 * keyword is an error, so that a schema cannot say more than is checked.
 */

type Schema = { readonly [keyword: string]: unknown };

const ANNOTATIONS = new Set(["$schema", "$id", "title", "description", "default", "examples", "definitions", "$defs"]);

/** Where and how a value breaks the schema; empty if it does not. */
export function violations(value: unknown, schema: Schema, path = "$", root: Schema = schema): string[] {
  const found: string[] = [];
  for (const [keyword, wanted] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`the validator should know the keyword ${keyword}`);
    found.push(...check(value, wanted, path, schema, root));
  }
  return found;
}

type Check = (value: unknown, wanted: unknown, path: string, schema: Schema, root: Schema) => string[];

const KEYWORDS: Readonly<Record<string, Check>> = {
  $ref: (value, wanted, path, _, root) => violations(value, referred(wanted as string, root), path, root),
  type: (value, wanted, path) =>
    (Array.isArray(wanted) ? wanted : [wanted]).some((type) => typeOf(value, type as string))
      ? []
      : [`${path} should be of type ${wanted}`],
  anyOf: (value, wanted, path, _, root) => {
    const all = (wanted as Schema[]).map((one) => violations(value, one, path, root));
    return all.some((found) => found.length === 0) ? [] : [`${path} should be one of: ${all.flat().join("; or ")}`];
  },
  oneOf: (value, wanted, path, _, root) => {
    const fitting = (wanted as Schema[]).filter((one) => violations(value, one, path, root).length === 0);
    return fitting.length === 1 ? [] : [`${path} should be exactly one of ${(wanted as Schema[]).length} kinds`];
  },
  pattern: (value, wanted, path) =>
    typeof value !== "string" || new RegExp(wanted as string, "u").test(value)
      ? []
      : [`${path} should match ${wanted}`],
  format: (value, wanted, path) =>
    typeof value !== "string" || hasFormat(value, wanted as string) ? [] : [`${path} should be a ${wanted}`],
  minItems: (value, wanted, path) =>
    Array.isArray(value) && value.length < (wanted as number) ? [`${path} should have at least ${wanted} items`] : [],
  uniqueItems: (value, wanted, path) =>
    wanted === true && Array.isArray(value) && new Set(value.map((one) => JSON.stringify(one))).size < value.length
      ? [`${path} should have no item twice`]
      : [],
  maximum: (value, wanted, path) =>
    typeof value === "number" && value > (wanted as number) ? [`${path} should be at most ${wanted}`] : [],
  const: (value, wanted, path) => (value === wanted ? [] : [`${path} should be ${JSON.stringify(wanted)}`]),
  enum: (value, wanted, path) =>
    (wanted as unknown[]).includes(value) ? [] : [`${path} should be one of ${JSON.stringify(wanted)}`],
  minimum: (value, wanted, path) =>
    typeof value === "number" && value < (wanted as number) ? [`${path} should be at least ${wanted}`] : [],
  required: (value, wanted, path) =>
    isObject(value)
      ? (wanted as string[]).filter((key) => !(key in value)).map((key) => `${path} should have ${key}`)
      : [],
  properties: (value, wanted, path, _, root) =>
    isObject(value)
      ? Object.entries(wanted as Record<string, Schema>).flatMap(([key, schema]) =>
          key in value ? violations(value[key], schema, `${path}.${key}`, root) : [],
        )
      : [],
  additionalProperties: (value, wanted, path, schema, root) => {
    if (!isObject(value)) return [];
    const known = Object.keys((schema["properties"] as object | undefined) ?? {});
    const others = Object.keys(value).filter((key) => !known.includes(key));
    if (wanted === false) return others.map((key) => `${path} should not have ${key}`);
    if (wanted === true) return [];
    return others.flatMap((key) => violations(value[key], wanted as Schema, `${path}.${key}`, root));
  },
  items: (value, wanted, path, _, root) =>
    Array.isArray(value) ? value.flatMap((item, i) => violations(item, wanted as Schema, `${path}[${i}]`, root)) : [],
};

/** `#/$defs/result` of the whole schema. */
function referred(pointer: string, root: Schema): Schema {
  const found = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((part, name) => (part as Schema | undefined)?.[name], root);
  if (!pointer.startsWith("#/") || found === undefined) throw new Error(`${pointer} should be in the schema`);
  return found as Schema;
}

function hasFormat(text: string, format: string): boolean {
  switch (format) {
    case "uri":
      return URL.canParse(text);
    case "uri-reference":
      return URL.canParse(text, "file:///base/") && !/[\s<>"{}|\\^`]/.test(text);
    case "date-time":
      return !Number.isNaN(Date.parse(text));
    default:
      throw new Error(`the validator should know the format ${format}`);
  }
}

/** The schema with nothing allowed but what it describes: what hone prints should all be there. */
export function closed(schema: Schema): Schema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return value;
    const inside = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part)]));
    const open = isObject(inside["properties"]) && !("additionalProperties" in inside) && inside["type"] === "object";
    return open ? { ...inside, additionalProperties: false } : inside;
  };
  return within(schema) as Schema;
}

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
