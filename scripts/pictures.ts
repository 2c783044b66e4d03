/**
 * npm run pictures: draws what each registered domain makes of the same sets of points, docs/pictures/NAME.svg. A picture is a
 * 2-D projection: the dots are the valuations that should be covered, a cell is shaded if the joined state admits its
 * point. Nothing is drawn by hand: membership is decided by evaluating the state's formula.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { type Domain, domains } from "../src/domains/index.ts";
import { holds } from "../src/logic/evaluate.ts";
import { and, eq, integer, type Variable, variable } from "../src/logic/term.ts";
import { MATH_INTEGER } from "../src/logic/types.ts";

const x: Variable = { id: 1, name: "x", type: MATH_INTEGER, role: "local" };
const y: Variable = { id: 2, name: "y", type: MATH_INTEGER, role: "local" };

type Point = readonly [number, number];

/** A loop that raises x by 2 and y by 1, and two separate corners: lines, strides and gaps. */
const SCENES: readonly { readonly name: string; readonly points: readonly Point[] }[] = [
  {
    name: "while (...) { x += 2; y += 1; }",
    points: [
      [1, 2],
      [3, 3],
      [5, 4],
      [7, 5],
      [9, 6],
      [11, 7],
    ],
  },
  {
    name: "two cases",
    points: [
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
      [9, 7],
      [10, 7],
      [10, 8],
      [10, 9],
    ],
  },
  {
    name: "a triangle",
    points: [
      [1, 1],
      [3, 1],
      [6, 1],
      [9, 1],
      [11, 1],
      [2, 2],
      [6, 3],
      [4, 4],
      [6, 6],
      [8, 4],
      [3, 3],
    ],
  },
];

const WIDTH = 13;
const HEIGHT = 11;
const CELL = 14;

/** The least state the domain finds above the points. */
function abstract<S>(domain: Domain<S>, points: readonly Point[]): S {
  return points
    .map(([a, b]) => domain.assume(domain.top, and([eq(variable(x), integer(a)), eq(variable(y), integer(b))])))
    .reduce((joined, state) => domain.join(joined, state));
}

function cells<S>(domain: Domain<S>, state: S): Point[] {
  const formula = domain.toFormula(state);
  const inside: Point[] = [];
  for (let a = 0; a < WIDTH; a++)
    for (let b = 0; b < HEIGHT; b++) {
      const at = (of: Variable) => (of === x ? a : of === y ? b : undefined);
      if (holds(formula, { valueOf: at }) !== false) inside.push([a, b]);
    }
  return inside;
}

/** Cells that stand on each other as one bar: a picture travels with the package, so it is kept small. */
function barsOf(inside: readonly Point[]): { a: number; from: number; to: number }[] {
  const bars: { a: number; from: number; to: number }[] = [];
  for (const [a, b] of inside) {
    const last = bars.at(-1);
    if (last?.a === a && last.to === b - 1) last.to = b;
    else bars.push({ a, from: b, to: b });
  }
  return bars;
}

function scene<S>(domain: Domain<S>, points: readonly Point[], name: string, left: number): string {
  const column = (a: number) => left + a * CELL;
  const row = (b: number) => (HEIGHT - 1 - b) * CELL + 20;
  const state = abstract(domain, points);
  const bars = barsOf(cells(domain, state)).map(
    ({ a, from, to }) => `M${column(a)} ${row(to)}h${CELL}v${CELL * (to - from + 1)}h-${CELL}z`,
  );
  const shaded = bars.length === 0 ? [] : [`<path d="${bars.join("")}" fill="#9ecae1"/>`];
  const dots = points.map(
    ([a, b]) => `<circle cx="${column(a) + CELL / 2}" cy="${row(b) + CELL / 2}" r="3" fill="#08306b"/>`,
  );
  const frame = `<rect x="${left}" y="20" width="${WIDTH * CELL}" height="${HEIGHT * CELL}" fill="none" stroke="#999"/>`;
  const caption = `<text x="${left}" y="14" font-size="11">${escaped(name)}</text>`;
  const shown = domain.show(state);
  const said = `<text x="${left}" y="${HEIGHT * CELL + 36}" font-size="9">${escaped(shown.length > 44 ? `${shown.slice(0, 43)}…` : shown)}</text>`;
  return [...shaded, ...dots, frame, caption, said].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function picture<S>(domain: Domain<S>): string {
  const step = WIDTH * CELL + 30;
  const width = SCENES.length * step;
  const height = HEIGHT * CELL + 46;
  const parts = SCENES.map(({ name, points }, i) => scene(domain, points, name, 10 + i * step));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`,
    `<title>${domain.name}: the states that join the dots</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

mkdirSync("docs/pictures", { recursive: true });
for (const { domain } of domains) writeFileSync(`docs/pictures/${domain.name}.svg`, picture(domain));
