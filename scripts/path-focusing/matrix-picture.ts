/** The comparison of analyses as a picture: a square of bars for each domain, a bar for each pair, filled by how the two compare. */
import { escapeXml } from "../../src/util/xml.ts";
import { RELATIONS, type Relation } from "./compare.ts";

interface Panel {
  readonly title: string;
  /** By row and column. */
  readonly cells: readonly (readonly Readonly<Record<Relation, number>>[])[];
}

// Colours that stay apart for colour-blind readers (Okabe and Ito).
const COLOURS: Readonly<Record<Relation, string>> = {
  stronger: "#009e73",
  equal: "#e5e5e5",
  incomparable: "#e69f00",
  weaker: "#d55e00",
};
const CELL = 40;
const GAP = 4;
const LEFT = 130;
const TOP = 130;
const BETWEEN = 36;

export function matrixPicture(names: readonly string[], panels: readonly Panel[]): string {
  const side = names.length * CELL;
  const width = LEFT + panels.length * (side + BETWEEN);
  const height = TOP + side + 44;
  const parts: string[] = [];
  for (const [row, name] of names.entries())
    parts.push(text(LEFT - 8, TOP + row * CELL + CELL / 2 + 4, name, 'text-anchor="end"'));
  for (const [index, { title, cells }] of panels.entries()) {
    const x = LEFT + index * (side + BETWEEN);
    parts.push(text(x + side / 2, 18, title, 'text-anchor="middle" font-size="15"'));
    for (const [column, name] of names.entries()) {
      const [cx, cy] = [x + column * CELL + CELL / 2 + 4, TOP - 8];
      parts.push(text(cx, cy, name, `transform="rotate(-60 ${cx} ${cy})"`));
    }
    for (const [row, all] of cells.entries())
      for (const [column, counts] of all.entries()) {
        if (row !== column) parts.push(...bar(x + column * CELL, TOP + row * CELL, counts));
      }
  }
  for (const [index, relation] of RELATIONS.entries()) {
    const x = LEFT + index * 150;
    parts.push(`<rect x="${x}" y="${TOP + side + 18}" width="12" height="12" fill="${COLOURS[relation]}"/>`);
    parts.push(text(x + 18, TOP + side + 28, relation, ""));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12"><title>The row's invariants compared with the column's</title><rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>\n`;
}

/** From left to right: stronger, equal, incomparable, weaker. */
function bar(x: number, y: number, counts: Readonly<Record<Relation, number>>): string[] {
  const total = RELATIONS.reduce((sum, relation) => sum + counts[relation], 0);
  const width = CELL - GAP;
  const told = RELATIONS.map((relation) => `${counts[relation]} ${relation}`).join(", ");
  const parts: string[] = [`<g><title>${told}</title>`];
  let from = x + GAP / 2;
  for (const relation of RELATIONS) {
    const share = total === 0 ? 0 : (width * counts[relation]) / total;
    if (share > 0)
      parts.push(
        `<rect x="${from.toFixed(1)}" y="${y + GAP / 2}" width="${share.toFixed(1)}" height="${width}" fill="${COLOURS[relation]}"/>`,
      );
    from += share;
  }
  return [...parts, "</g>"];
}

function text(x: number, y: number, words: string, more: string): string {
  return `<text x="${x}" y="${y}" ${more}>${escapeXml(words)}</text>`;
}
