/** SV-COMP task definitions, format 2.0: which files are the program, which property, which data model. */
import { parse } from "yaml";

export type DataModelName = "ILP32" | "LP64";

interface Task {
  readonly inputFiles: readonly string[];
  /** In the order of the file; paths as written there. */
  readonly propertyFiles: readonly string[];
  /** For each property file the verdict that is expected, where the task tells. */
  readonly expected: readonly (boolean | undefined)[];
  readonly dataModel: DataModelName | undefined;
}

export type TaskResult =
  | { readonly kind: "task"; readonly task: Task }
  | { readonly kind: "problem"; readonly message: string };

export function parseTask(text: string): TaskResult {
  let data: unknown;
  try {
    // Aliases can make a small file expand to gigabytes; task files have none.
    data = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    return problem(`it is not YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (!isRecord(data)) return problem("a task definition (a mapping with `input_files`) is expected");
  const format = data["format_version"];
  if (format === undefined || !/^[12](\.\d+)?$/.test(String(format)))
    return problem(`format_version "2.0" is expected${format === undefined ? "" : `, not "${String(format)}"`}`);
  const inputFiles = strings(data["input_files"]);
  if (inputFiles === undefined || inputFiles.length === 0) return problem("`input_files` names no file");
  const properties = propertiesOf(data["properties"]);
  if (properties === undefined) return problem("`properties` should be a list of mappings with `property_file`");
  const options = data["options"];
  const model = isRecord(options) ? options["data_model"] : undefined;
  if (model !== undefined && model !== "ILP32" && model !== "LP64")
    return problem(`data_model "${String(model)}" is neither ILP32 nor LP64`);
  const language = isRecord(options) ? options["language"] : undefined;
  if (language !== undefined && language !== "C") return problem(`the language is ${String(language)}, not C`);
  const propertyFiles = properties.map(({ file }) => file);
  const expected = properties.map((property) => property.expected);
  return { kind: "task", task: { inputFiles, propertyFiles, expected, dataModel: model } };
}

function problem(message: string): TaskResult {
  return { kind: "problem", message };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `input_files` is a string or a list of strings. */
function strings(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => typeof one === "string") ? (list as string[]) : undefined;
}

function propertiesOf(value: unknown): { file: string; expected: boolean | undefined }[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const properties: { file: string; expected: boolean | undefined }[] = [];
  for (const one of value) {
    if (!isRecord(one) || typeof one["property_file"] !== "string") return undefined;
    const expected = one["expected_verdict"];
    properties.push({ file: one["property_file"], expected: typeof expected === "boolean" ? expected : undefined });
  }
  return properties;
}
