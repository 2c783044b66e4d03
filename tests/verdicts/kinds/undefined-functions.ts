/**
 * Undefined functions: what they may write of what they are given. A straight-line program hands out the addresses of its
 * variables (as const or not, inside a structure or not), stores values, and asks at the end whether a variable has a
 * certain value. The generator follows what is known of each variable: by default a call changes what its non-const pointers
 * reach; where undefined functions may do anything, every call changes all that was ever handed out, and what has external linkage.
 */
import { below, type Generated, type Kind, pick } from "./kind.ts";

interface Type {
  readonly text: string;
  readonly low: number;
  readonly high: number;
}

const TYPES: readonly Type[] = [
  { text: "int", low: -(2 ** 31), high: 2 ** 31 - 1 },
  { text: "short", low: -32768, high: 32767 },
  { text: "unsigned char", low: 0, high: 255 },
];

interface Cell {
  readonly name: string;
  readonly type: Type;
  readonly place: "local" | "static" | "global";
  /** An array of four, of which one element is watched. */
  readonly index: number | undefined;
  value: number | "any";
  handedOut: boolean;
}

type Passing = "open" | "const" | "inside" | "const-inside";

export const undefinedFunctions: Kind = {
  name: "undefined-functions",
  generate(word) {
    const any = below(word, 3) === 0;
    // Variables of one type are all scalars or all arrays, so that a function that is given one knows which.
    const indices = new Map(TYPES.map((type) => [type, below(word, 3) === 0 ? below(word, 4) : undefined]));
    const cells = Array.from({ length: 3 }, (_, i) => makeCell(word, `v${i}`, indices));
    const lines: string[] = [];
    for (let i = 0; i < 3 + below(word, 3); i += 1) lines.push(statement(word, pick(word, cells), cells, any, i));
    const asked = pick(word, cells);
    const value = asked.value !== "any" && below(word, 2) === 0 ? asked.value : pick(word, [7, 200, 300, -5, 70000]);
    const possible = value >= asked.type.low && value <= asked.type.high;
    const reached = asked.value === "any" ? possible : asked.value === value;
    return {
      text: programText(cells, lines, `${element(asked)} == ${value}`),
      truth: reached ? "unsafe" : "safe",
      options: any ? ["--externals", "any"] : [],
      confirm: { kind: "definitions", text: definitionsText(cells, value, any) },
    } satisfies Generated;
  },
};

function makeCell(word: () => number, name: string, indices: ReadonlyMap<Type, number | undefined>): Cell {
  const type = pick(word, TYPES);
  return {
    name,
    type,
    place: pick(word, ["local", "static", "global"]),
    index: indices.get(type),
    value: 1,
    handedOut: false,
  };
}

function statement(word: () => number, cell: Cell, cells: readonly Cell[], any: boolean, number: number): string {
  const choice = below(word, 5);
  if (choice === 0) {
    cell.value = 1 + below(word, 100);
    return `  ${element(cell)} = ${cell.value};`;
  }
  if (choice === 1) {
    if (any) changeAll(cells);
    return "  other();";
  }
  const passing: Passing = pick(word, ["open", "const", "inside", "const-inside"]);
  cell.handedOut = true;
  if (any) changeAll(cells);
  else if (passing === "open" || passing === "inside") cell.value = "any";
  const at = cell.index === undefined ? `&${cell.name}` : cell.name;
  const type = typeName(cell.type);
  if (passing === "open") return `  open_${type}(${at});`;
  if (passing === "const") return `  look_${type}(${at});`;
  const box = `${passing === "inside" ? "box" : "sealed"}_${type}`;
  return `  struct ${box} b${number} = {${number}, ${at}};\n  take_${box}(&b${number});`;
}

function changeAll(cells: readonly Cell[]): void {
  for (const cell of cells) if (cell.handedOut || cell.place === "global") cell.value = "any";
}

function element({ name, index }: Cell): string {
  return index === undefined ? name : `${name}[${index}]`;
}

function typeName({ text }: Type): string {
  return text.replace(" ", "_");
}

function declare(cell: Cell): string {
  const storage = cell.place === "static" ? "static " : "";
  const shape = cell.index === undefined ? `${cell.name} = 1` : `${cell.name}[4] = {1, 1, 1, 1}`;
  return `${storage}${cell.type.text} ${shape};`;
}

const INTERFACE = TYPES.map((type) => {
  const name = typeName(type);
  return `struct box_${name} { int id; ${type.text} *to; };
struct sealed_${name} { int id; const ${type.text} *to; };
extern void open_${name}(${type.text} *p);
extern void look_${name}(const ${type.text} *p);
extern void take_box_${name}(const struct box_${name} *b);
extern void take_sealed_${name}(const struct sealed_${name} *b);
`;
}).join("");

function programText(cells: readonly Cell[], lines: readonly string[], condition: string): string {
  const outside = cells.filter(({ place }) => place !== "local").map(declare);
  const inside = cells.filter(({ place }) => place === "local").map((cell) => `  ${declare(cell)}`);
  return `extern void reach_error(void);
${INTERFACE}extern void other(void);
${outside.join("\n")}
int main(void) {
${[...inside, ...lines].join("\n")}
  if (${condition})
    reach_error();
  return 0;
}
`;
}

/** All that may be written gets the value that the program asks for. */
function definitionsText(cells: readonly Cell[], value: number, any: boolean): string {
  const globals = cells.filter(({ place }) => place === "global");
  const declared = globals.map(
    ({ name, type, index }) => `extern ${type.text} ${name}${index === undefined ? "" : "[4]"};`,
  );
  const written = globals.map((cell) => `  ${element(cell)} = (${cell.type.text})(${value});`);
  const kept = TYPES.map((type) => `static ${type.text} *kept_${typeName(type)}[16]; static int n_${typeName(type)};`);
  const again = TYPES.map(
    (type) => `  for (int i = 0; i < n_${typeName(type)}; i++) write_${typeName(type)}(kept_${typeName(type)}[i]);`,
  );
  const writers = TYPES.map((type) => {
    const index = cells.find((cell) => cell.type === type)?.index ?? 0;
    return `static void write_${typeName(type)}(${type.text} *p) { p[${index}] = (${type.text})(${value}); }`;
  });
  const functions = TYPES.map((type) => functionsText(type, any));
  const everything = any ? [...written, ...again] : [];
  return `${INTERFACE}${declared.join("\n")}
${kept.join("\n")}
${writers.join("\n")}
static void everything(void) {
${everything.join("\n")}
}
${functions.join("")}void other(void) { everything(); }
`;
}

function functionsText(type: Type, any: boolean): string {
  const name = typeName(type);
  const keep = `kept_${name}[n_${name}++] = (${type.text} *)`;
  const through = (pointer: string, access: "write" | "read"): string =>
    any ? `${keep}${pointer}; everything();` : access === "write" ? `write_${name}(${pointer});` : `(void)${pointer};`;
  return `void open_${name}(${type.text} *p) { ${through("p", "write")} }
void look_${name}(const ${type.text} *p) { ${through("p", "read")} }
void take_box_${name}(const struct box_${name} *b) { ${through("b->to", "write")} }
void take_sealed_${name}(const struct sealed_${name} *b) { ${through("b->to", "read")} }
`;
}
