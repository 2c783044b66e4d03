/** Plain data against the shape that it should have: whatever is wrong is told once, where it is. */

type Path = readonly (string | number)[];

/** A part of a document. */
export interface Value {
  readonly value: unknown;
  readonly path: Path;
}

export type Fields = Readonly<Record<string, Value | undefined>>;

export class Shape {
  readonly #tell: (path: Path, message: string) => void;
  readonly #place: (path: Path) => { readonly line: number; readonly col: number };

  constructor(
    tell: (path: Path, message: string) => void,
    place: (path: Path) => { readonly line: number; readonly col: number },
  ) {
    this.#tell = tell;
    this.#place = place;
  }

  wrong({ path }: Value, message: string): [] {
    this.#tell(path, message);
    return [];
  }

  placeOf(value: Value | undefined): { readonly line: number; readonly column: number } {
    const { line, col } = this.#place(value?.path ?? []);
    return { line, column: col };
  }

  /** A mapping with all of the required members, and none but these and the optional ones. */
  record(
    given: Value | undefined,
    what: string,
    required: readonly string[],
    optional: readonly string[] = [],
  ): Fields | undefined {
    if (given === undefined) return undefined;
    const { value, path } = given;
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.#tell(path, `${what} should be a mapping`);
      return undefined;
    }
    const fields: Record<string, Value> = {};
    for (const [name, member] of Object.entries(value)) {
      if (required.includes(name) || optional.includes(name)) fields[name] = { value: member, path: [...path, name] };
      else this.#tell([...path, name], `${what} has no member "${name}"`);
    }
    for (const name of required)
      if (fields[name] === undefined) this.#tell(path, `${what} should have a member "${name}"`);
    return fields;
  }

  list(given: Value | undefined, what: string, least: 0 | 1): Value[] {
    if (given === undefined) return [];
    const { value, path } = given;
    if (!Array.isArray(value) || value.length < least) {
      this.#tell(path, `${what} should be a sequence${least === 1 ? " with at least one element" : ""}`);
      return [];
    }
    return value.map((element: unknown, i) => ({ value: element, path: [...path, i] }));
  }

  text(given: Value | undefined, what: string, pattern = /\S/): string | undefined {
    if (given === undefined) return undefined;
    const { value, path } = given;
    if (typeof value === "string" && pattern.test(value)) return value;
    this.#tell(path, typeof value === "string" ? `${what} has another form: "${value}"` : `${what} should be a text`);
    return undefined;
  }

  oneOf<const T extends string>(given: Value | undefined, what: string, all: readonly T[]): T | undefined {
    if (given === undefined) return undefined;
    const found = all.find((one) => one === given.value);
    if (found === undefined) this.#tell(given.path, `${what} should be ${all.map((one) => `"${one}"`).join(" or ")}`);
    return found;
  }

  count(given: Value | undefined, what: string): number | undefined {
    if (given === undefined) return undefined;
    const { value, path } = given;
    if (typeof value === "number" && Number.isInteger(value) && value >= 1) return value;
    this.#tell(path, `${what} should be a number from 1 on`);
    return undefined;
  }

  /** Of a branch: true, false, the number of a case, or default. */
  direction(given: Value | undefined): string | undefined {
    if (given === undefined) return undefined;
    const text = String(given.value);
    if (/^(?:true|false|default|-?\d+)$/.test(text)) return text;
    this.#tell(given.path, `the value of a branching should be true, false, a number or default`);
    return undefined;
  }
}
