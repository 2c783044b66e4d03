/**
 * Initialisers without designators: braces and braces left out, strings, values of calls, ranges that call once, and the
 * zeros that fill the rest. Calls stand in the order of their places, which is gcc's order of evaluation.
 */
import { below, type Kind } from "./kind.ts";
import { type Parts, partTypes, programAbout, randomType, scalars, type Type, type Value } from "./places.ts";

export const initialisers: Kind = {
  name: "initialisers",
  generate(word) {
    const definitions: string[] = [];
    const local = below(word, 2) === 0;
    let calls = 0;
    const number = (): readonly [string, number] => {
      if (!local || below(word, 3) !== 0) {
        const constant = 1 + below(word, 100);
        return [String(constant), constant];
      }
      calls += 1;
      return ["next()", calls];
    };
    let type = randomType(word, 3, definitions, "without-unions");
    while (type.kind === "scalar") type = randomType(word, 3, definitions, "without-unions");
    const [text, value] = braced(word, type, number);
    const found = [...scalars(type, value, "x")];
    if (local) found.push(["calls", calls]);
    return {
      ...programAbout(word, definitions, type, text, found, local ? ["local"] : ["global", "static", "local"]),
      options: [],
      confirm: { kind: "runs" },
    };
  },
};

type Draw = () => readonly [string, number];

function braced(word: () => number, type: Type, number: Draw): readonly [string, Value] {
  if (type.kind === "scalar") {
    const [text, value] = number();
    return [below(word, 8) === 0 ? `{${text}}` : text, value];
  }
  if (isText(type) && below(word, 2) === 0) return text(word, type);
  const parts = partTypes(type);
  const values: Parts = new Map();
  // gcc refuses a range of arrays whose values are not constant.
  if (type.kind === "array" && type.length > 1 && type.element.kind !== "array" && below(word, 4) === 0) {
    const [range, value] = braced(word, type.element, number);
    for (let i = 0; i < type.length; i += 1) values.set(i, value);
    return [`{[0 ... ${type.length - 1}] = ${range}}`, values];
  }
  const count = below(word, 3) === 0 ? 1 + below(word, parts.length) : parts.length;
  const texts: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const part = parts[i] as Type;
    const [item, value] =
      part.kind !== "scalar" && below(word, 3) === 0 ? elided(part, number) : braced(word, part, number);
    texts.push(item);
    values.set(i, value);
  }
  return [`{${texts.join(", ")}${below(word, 4) === 0 ? "," : ""}}`, values];
}

/** All values of a part in a row, as the braces around it are left out. */
function elided(type: Type, number: Draw): readonly [string, Value] {
  if (type.kind === "scalar") return number();
  const values: Parts = new Map();
  const texts = partTypes(type).map((part, i) => {
    const [item, value] = elided(part, number);
    values.set(i, value);
    return item;
  });
  return [texts.join(", "), values];
}

function isText(type: Type): type is Type & { kind: "array" } {
  return type.kind === "array" && type.element.kind === "scalar" && type.element.name === "char";
}

function text(word: () => number, type: Type & { kind: "array" }): readonly [string, Value] {
  const values: Parts = new Map();
  let letters = "";
  for (let i = 0; i < type.length && below(word, 5) !== 0; i += 1) {
    const code = 97 + below(word, 26);
    letters += String.fromCharCode(code);
    values.set(i, code);
  }
  return [`"${letters}"`, values];
}
