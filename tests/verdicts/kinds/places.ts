/** Objects of nested types and what an initialiser leaves in their scalars: the C that the kinds of initialisers share. */
import { below, pick } from "./kind.ts";

export type Type =
  | { readonly kind: "scalar"; readonly name: "int" | "char" | "short" | "long long" }
  | { readonly kind: "array"; readonly element: Type; readonly length: number }
  | { readonly kind: "struct" | "union"; readonly tag: string; readonly members: readonly Member[] };

interface Member {
  readonly name: string;
  readonly type: Type;
}

/** A random aggregate; the definitions of its structs and unions are appended to `definitions`. */
export function randomType(
  word: () => number,
  depth: number,
  definitions: string[],
  unions: "with-unions" | "without-unions",
): Type {
  const choice = depth === 0 ? 0 : below(word, 6);
  if (choice <= 1 && depth < 3)
    return { kind: "scalar", name: pick(word, ["int", "int", "char", "short", "long long"]) };
  if (choice <= 3)
    return { kind: "array", element: randomType(word, depth - 1, definitions, unions), length: 1 + below(word, 3) };
  const kind = unions === "with-unions" && below(word, 3) === 0 ? "union" : "struct";
  const members: Member[] = [];
  for (let i = 1 + below(word, 3); i > 0; i -= 1)
    members.push({ name: `m${i}`, type: randomType(word, depth - 1, definitions, unions) });
  const tag = `t${definitions.length}`;
  const body = members.map((member) => `${declaration(member.type, member.name)};`).join(" ");
  definitions.push(`${kind} ${tag} { ${body} };`);
  return { kind, tag, members };
}

function declaration(type: Type, name: string): string {
  if (type.kind === "scalar") return `${type.name} ${name}`;
  if (type.kind === "array") return declaration(type.element, `${name}[${type.length}]`);
  return `${type.kind} ${type.tag} ${name}`;
}

/** What the bytes of a place hold: a number, or parts. Of a union only the member that was said last is known. */
export type Value = number | Parts;
export type Parts = Map<number, Value>;

export function partTypes(type: Type): readonly Type[] {
  if (type.kind === "scalar") return [];
  return type.kind === "array"
    ? Array.from({ length: type.length }, () => type.element)
    : type.members.map((member) => member.type);
}

/** Every scalar that C says the value of, by its C expression. */
export function* scalars(
  type: Type,
  value: Value | undefined,
  path: string,
): IterableIterator<readonly [string, number]> {
  if (type.kind === "scalar") {
    yield [path, typeof value === "number" ? value : 0];
    return;
  }
  const parts = value instanceof Map ? value : new Map<number, Value>();
  const known = type.kind === "union" ? [...parts.keys()] : partTypes(type).map((_, i) => i);
  for (const i of known) {
    const step = type.kind === "array" ? `[${i}]` : `.${type.members[i]?.name}`;
    yield* scalars(partTypes(type)[i] as Type, parts.get(i), path + step);
  }
}

/** A program around a declaration of `x` and what its scalars are. */
export function programAbout(
  word: () => number,
  definitions: readonly string[],
  type: Type,
  initialiser: string,
  found: readonly (readonly [string, number])[],
  storages: readonly ("global" | "static" | "local")[],
): { readonly text: string; readonly truth: "safe" | "unsafe" } {
  const truth = below(word, 2) === 0 ? "safe" : "unsafe";
  const storage = pick(word, storages);
  const asked = found.length <= 6 ? found : found.filter(() => below(word, 2) === 0);
  const test =
    truth === "safe"
      ? asked.map(([path, value]) => `${path} != ${value}`).join(" || ") || "0"
      : asked.map(([path, value]) => `${path} == ${value}`).join(" && ") || "1";
  const defined = `${storage === "static" ? "static " : ""}${declaration(type, "x")} = ${initialiser};`;
  const lines = [
    "extern void reach_error(void);",
    "int calls;",
    "int next(void) { return ++calls; }",
    ...definitions,
    ...(storage === "global" ? [defined] : []),
    "int main(void) {",
    ...(storage === "global" ? [] : [`  ${defined}`]),
    `  if (${test}) reach_error();`,
    "  return 0;",
    "}",
  ];
  return { text: `${lines.join("\n")}\n`, truth };
}
