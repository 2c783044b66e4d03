/**
 * The quantile plot of the competition: for each configuration the points (n, t) such that its n fastest correct
 * results took at most t seconds each. Further right is more solved, lower is faster. Time is logarithmic.
 */
import { escapeXml } from "../util/xml.ts";
import { type BenchRun, isSolved } from "./task.ts";

const WIDTH = 760;
const HEIGHT = 420;
const LEFT = 56;
const RIGHT = 190;
const TOP = 16;
const BOTTOM = 44;
// Colours that stay apart for colour-blind readers (Okabe and Ito).
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
// Below ten milliseconds only noise is measured.
const LEAST_SECONDS = 0.01;

export function quantiles(runs: readonly BenchRun[], configuration: string): number[] {
  return runs
    .filter((run) => run.configuration === configuration && isSolved(run))
    .map((run) => Math.max(run.wallSeconds, LEAST_SECONDS))
    .sort((a, b) => a - b);
}

export function quantilePlot(runs: readonly BenchRun[], timeoutSeconds: number): string {
  const configurations = [...new Set(runs.map((run) => run.configuration))];
  const series = configurations.map((configuration) => quantiles(runs, configuration));
  const most = Math.max(1, ...series.map((points) => points.length));
  const x = (n: number): number => LEFT + (n / most) * (WIDTH - LEFT - RIGHT);
  const range = Math.log10(Math.max(timeoutSeconds, 1) / LEAST_SECONDS);
  const y = (t: number): number =>
    HEIGHT - BOTTOM - (Math.log10(Math.max(t, LEAST_SECONDS) / LEAST_SECONDS) / range) * (HEIGHT - TOP - BOTTOM);
  const parts = [
    ...grid(x, y, most, timeoutSeconds),
    ...series.flatMap((points, i) => line(points, x, y, i, configurations[i] ?? "")),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">${parts.join("")}</svg>`;
}

function grid(x: (n: number) => number, y: (t: number) => number, most: number, timeout: number): string[] {
  const parts: string[] = [];
  for (let t = LEAST_SECONDS; t <= timeout * 1.001; t *= 10) {
    parts.push(
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(t).toFixed(1)}" y2="${y(t).toFixed(1)}" stroke="#ddd"/>`,
    );
    parts.push(
      `<text x="${LEFT - 6}" y="${(y(t) + 4).toFixed(1)}" text-anchor="end">${Number(t.toPrecision(1))} s</text>`,
    );
  }
  const step = niceStep(most / 8);
  for (let n = 0; n <= most; n += step) {
    parts.push(
      `<line x1="${x(n).toFixed(1)}" x2="${x(n).toFixed(1)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#eee"/>`,
    );
    parts.push(`<text x="${x(n).toFixed(1)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${n}</text>`);
  }
  parts.push(
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">n-th fastest correct result</text>`,
  );
  return parts;
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return Math.max(1, factor * power);
}

function line(
  points: readonly number[],
  x: (n: number) => number,
  y: (t: number) => number,
  index: number,
  name: string,
): string[] {
  const colour = COLOURS[index % COLOURS.length] ?? "#000";
  const legendY = TOP + 14 + index * 18;
  const legend = `<line x1="${WIDTH - RIGHT + 12}" x2="${WIDTH - RIGHT + 32}" y1="${legendY - 4}" y2="${legendY - 4}" stroke="${colour}" stroke-width="2"/><text x="${WIDTH - RIGHT + 38}" y="${legendY}">${escapeXml(name)} (${points.length})</text>`;
  if (points.length === 0) return [legend];
  const path = points.map((t, i) => `${i === 0 ? "M" : "L"}${x(i + 1).toFixed(1)} ${y(t).toFixed(1)}`).join("");
  const marks =
    points.length <= 60
      ? points.map((t, i) => `<circle cx="${x(i + 1).toFixed(1)}" cy="${y(t).toFixed(1)}" r="2.2" fill="${colour}"/>`)
      : [];
  return [`<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.6"/>`, ...marks, legend];
}
