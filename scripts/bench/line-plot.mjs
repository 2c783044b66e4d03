// A plot of a few series over a size, as SVG; both kinds of growth show on a logarithmic scale: a straight line is
// exponential.

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [820, 420, 70, 250, 40, 48];
// Colours that stay apart for colour-blind readers (Okabe and Ito).
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

const escapeXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Each series has a name and points [x, y] with y >= 0. */
export function linePlot({ title, xLabel, yLabel, series }) {
  const points = series.flatMap((one) => one.points);
  const xMost = Math.max(1, ...points.map(([x]) => x));
  const yMost = Math.max(10, ...points.map(([, y]) => y));
  const decades = Math.ceil(Math.log10(yMost));
  const x = (value) => LEFT + (value / xMost) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (Math.log10(Math.max(value, 1)) / decades) * (HEIGHT - TOP - BOTTOM);
  const parts = [`<text x="${LEFT}" y="22" font-size="15">${escapeXml(title)}</text>`];
  for (let decade = 0; decade <= decades; decade += 1) {
    const at = y(10 ** decade).toFixed(1);
    parts.push(`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="#ddd"/>`);
    parts.push(`<text x="${LEFT - 8}" y="${(Number(at) + 4).toFixed(1)}" text-anchor="end">${10 ** decade}</text>`);
  }
  for (const value of [...new Set(points.map((point) => point[0]))]) {
    parts.push(
      `<line x1="${x(value).toFixed(1)}" x2="${x(value).toFixed(1)}" y1="${HEIGHT - BOTTOM}" y2="${HEIGHT - BOTTOM + 4}" stroke="#888"/>`,
    );
    parts.push(`<text x="${x(value).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${value}</text>`);
  }
  parts.push(
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeXml(xLabel)}</text>`,
  );
  parts.push(
    `<text x="14" y="${HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 ${HEIGHT / 2})">${escapeXml(yLabel)}</text>`,
  );
  for (const [index, { name, points: own }] of series.entries()) {
    const colour = COLOURS[index % COLOURS.length];
    const path = own.map(([a, b], at) => `${at === 0 ? "M" : "L"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    if (path !== "") parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.8"/>`);
    for (const [a, b] of own)
      parts.push(
        `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3" fill="${colour}"><title>${a}: ${b}</title></circle>`,
      );
    parts.push(
      `<line x1="${WIDTH - RIGHT + 14}" x2="${WIDTH - RIGHT + 34}" y1="${TOP + 10 + index * 20}" y2="${TOP + 10 + index * 20}" stroke="${colour}" stroke-width="2"/>`,
    );
    parts.push(`<text x="${WIDTH - RIGHT + 40}" y="${TOP + 14 + index * 20}">${escapeXml(name)}</text>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>\n`;
}
