/**
 * Designators: a path to a place, perhaps with a range, and a value or braces for it; values without a designator go on
 * behind the last place. Braces start their place anew, a path keeps what lies beside it, and a union holds the member
 * that was said last. All values are constants, so that nothing is left to the compiler.
 */
import { below, type Kind } from "./kind.ts";
import { type Parts, partTypes, programAbout, randomType, scalars, type Type, type Value } from "./places.ts";

export const designators: Kind = {
  name: "designators",
  generate(word) {
    const definitions: string[] = [];
    let type = randomType(word, 3, definitions, "with-unions");
    while (type.kind === "scalar") type = randomType(word, 3, definitions, "with-unions");
    const value: Parts = new Map();
    const items: string[] = [];
    for (let i = 2 + below(word, 4); i > 0; i -= 1) items.push(...item(word, type, value));
    const found = [...scalars(type, value, "x")];
    const program = programAbout(word, definitions, type, `{${items.join(", ")}}`, found, [
      "global",
      "static",
      "local",
    ]);
    return { ...program, options: [], confirm: { kind: "runs" } };
  },
};

/** A step into an aggregate: the parts that it means, more than one for a range. */
interface Step {
  readonly text: string;
  readonly parts: readonly number[];
}

/** One designated value and perhaps values behind it; `root` gets what they say. */
function item(word: () => number, type: Type, root: Parts): readonly string[] {
  const steps: Step[] = [];
  let at = type;
  do {
    const step = randomStep(word, at);
    steps.push(step);
    at = partTypes(at)[step.parts[0] as number] as Type;
  } while (at.kind !== "scalar" && below(word, 2) === 0);
  const [text, make] = randomValue(word, at);
  for (const path of paths(steps)) put(type, root, path, make);
  const texts = [`${steps.map((step) => step.text).join("")} = ${text}`];
  let last: readonly number[] | undefined = steps.map((step) => step.parts[step.parts.length - 1] as number);
  while (below(word, 3) === 0) {
    last = behind(type, last);
    if (last === undefined) break;
    const constant = 1 + below(word, 100);
    texts.push(String(constant));
    put(type, root, last, () => constant);
  }
  return texts;
}

function randomStep(word: () => number, type: Type): Step {
  if (type.kind === "scalar") throw new Error("a scalar should have no parts");
  if (type.kind !== "array") {
    const index = below(word, type.members.length);
    return { text: `.${type.members[index]?.name}`, parts: [index] };
  }
  const low = below(word, type.length);
  const high = below(word, 3) === 0 ? low + below(word, type.length - low) : low;
  const parts = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return { text: low === high ? `[${low}]` : `[${low} ... ${high}]`, parts };
}

/** A number, or braces around numbers for the first parts; made anew for each place of a range. */
function randomValue(word: () => number, type: Type): readonly [string, () => Value] {
  const constant = 1 + below(word, 100);
  if (type.kind === "scalar") return [String(constant), () => constant];
  const parts = partTypes(type);
  const count = type.kind === "union" ? 1 : 1 + below(word, parts.length);
  const values = parts.slice(0, count).map((part) => randomValue(word, part));
  const make = (): Value => new Map(values.map(([, inner], i) => [i, inner()]));
  return [`{${values.map(([text]) => text).join(", ")}}`, make];
}

function paths(steps: readonly Step[]): readonly (readonly number[])[] {
  let all: number[][] = [[]];
  for (const { parts } of steps) all = all.flatMap((path) => parts.map((part) => [...path, part]));
  return all;
}

/** Puts a value at a path. A union forgets its other members; what lies beside the path stays. */
function put(type: Type, root: Parts, path: readonly number[], make: () => Value): void {
  let [at, holder] = [type, root];
  path.forEach((part, depth) => {
    if (at.kind === "union") for (const other of [...holder.keys()]) if (other !== part) holder.delete(other);
    if (depth === path.length - 1) {
      holder.set(part, make());
      return;
    }
    const inner = holder.get(part);
    const next = inner instanceof Map ? inner : new Map<number, Value>();
    holder.set(part, next);
    [at, holder] = [partTypes(at)[part] as Type, next];
  });
}

/** The first scalar behind a path: its next sibling, or that of the nearest aggregate that has one. */
function behind(type: Type, path: readonly number[]): readonly number[] | undefined {
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    let parent = type;
    for (const part of path.slice(0, depth)) parent = partTypes(parent)[part] as Type;
    const next = (path[depth] as number) + 1;
    if (parent.kind === "union" || next >= partTypes(parent).length) continue;
    const found = [...path.slice(0, depth), next];
    for (let at = partTypes(parent)[next] as Type; at.kind !== "scalar"; at = partTypes(at)[0] as Type) found.push(0);
    return found;
  }
  return undefined;
}
