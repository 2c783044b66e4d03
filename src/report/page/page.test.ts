import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../engines/engine.ts";
import type { Result } from "../result.ts";
import { reportPage } from "./index.ts";
import { layered } from "./layout.ts";
import { picture } from "./picture.ts";
import { conjuncts, escapeHtml, wrapped } from "./text.ts";

const result: Result = {
  version: 2,
  tool: { name: "hone", version: "0" },
  file: "fig1<script>.c",
  properties: ["unreach-call"],
  verdict: "safe",
  engine: "dagger",
  domain: "polyhedra",
  configuration: { engines: ["dagger"], entry: "main", dataModel: "LP64", timeoutSeconds: 20, memoryMb: 2000 },
  invariants: [{ file: "fig1<script>.c", line: 3, column: 1, function: "main", expression: "x <= y && y <= 100 * x" }],
  assumptions: [],
  overApproximations: [],
  evidence: { kind: "certificate", checked: true, by: "checker" },
  statistics: { wallMs: 40, refinements: 1, nodes: 5 },
};

const SOURCES = [
  { name: "fig1<script>.c", text: 'int x; // </script><b>\nchar *s = "<img onerror=1>";\nwhile (1) x++;\n' },
];

const first: Snapshot = {
  title: "Exploration: the error is reached",
  notes: ["at <line 11>"],
  nodes: [
    { id: 0, place: "line 1", state: "x = 0, y = 0", kind: "ordinary" },
    { id: 1, place: "line 3", state: "100 * x - y >= 0", kind: "loop" },
    { id: 2, place: "line 3", state: "", kind: "covered", coveredBy: 1 },
    { id: 3, place: 'line "11"', state: "x >= 4 && y <= 2", kind: "error" },
  ],
  edges: [
    { source: 0, target: 1, label: "x := 0; y := 0" },
    { source: 1, target: 2, label: "x := x + 1" },
    { source: 1, target: 3, label: "x >= 4 & y <= 2" },
    { source: 0, target: 3 },
  ],
};

const second: Snapshot = {
  title: "Refinement 1: node 1 at line 3",
  notes: ["interpolant x - y <= 0"],
  nodes: [
    first.nodes[0] as Snapshot["nodes"][number],
    { id: 1, place: "line 3", state: "100 * x - y >= 0, x - y <= 0", kind: "refined" },
  ],
  edges: [{ source: 0, target: 1 }],
};

/** The names of open elements at the end of a text of tags; void elements of HTML do not open. */
function unclosed(html: string): string[] {
  const open: string[] = [];
  const body = html.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, "");
  for (const [, slash, name = "", self] of body.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (["meta", "input", "br"].includes(name) || self === "/") continue;
    if (slash === "") open.push(name);
    else if (open.at(-1) === name) open.pop();
    else return [...open, `</${name}>`];
  }
  return open;
}

describe("page", () => {
  const page = reportPage(result, SOURCES, [first, second]);

  it("is well-formed, and the same for the same run", () => {
    expect(unclosed(page)).toEqual([]);
    expect(unclosed(page.replace("</aside>", ""))).not.toEqual([]);
    expect(reportPage(result, SOURCES, [first, second])).toBe(page);
  });

  it("loads nothing from elsewhere", () => {
    expect(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|\bsrc=|href="[^#]|url\(|@import/,
    );
    expect(page).toContain("default-src 'none'");
  });

  it("says in words what is known, and what may help where that is little", () => {
    expect(page).toContain("for no input an assertion fails or an error function is called.</b>");
    expect(page).toContain("Found by dagger, checked by another part of hone: checker.");
    expect(page).not.toContain("What may help");
    const properties = ["no-overflow", "valid-deref", "valid-free", "no-div-zero"];
    const unknown: Result = { ...result, properties, verdict: "unknown", reason: "time limit reached" };
    const open = reportPage(unknown, SOURCES, []);
    expect(open).toContain(
      "memory is accessed outside of an object, or one of 2 more checks fails.</b> Time limit reached.",
    );
    expect(open).toContain("What may help");
    const place = { file: unknown.file, line: 1, column: 1 };
    const unread = { ...unknown, diagnostics: [{ ...place, severity: "error" as const, message: "no such file" }] };
    expect(reportPage(unread, SOURCES, [])).not.toContain("What may help");
    const warned = { ...unknown, diagnostics: [{ ...place, severity: "warning" as const, message: "odd" }] };
    expect(reportPage(warned, SOURCES, [])).not.toContain("What is wrong");
  });

  it("escapes what programs and engines say", () => {
    expect(page).not.toContain("fig1<script>");
    expect(page).toContain("fig1&lt;script&gt;.c");
    expect(page).toContain("at &lt;line 11&gt;");
    expect(page).toContain('data-place="line &quot;11&quot;"');
    expect(page).toContain("x &gt;= 4 &amp; y &lt;= 2");
  });

  it("shows the refined node, what is new in it and what covers", () => {
    const [, before, after] = page.split('<div class="step"') as [string, string, string];
    expect(before).toContain('class="node covered"');
    expect(before).toContain("2 is covered by 1");
    expect(before).not.toContain("state new");
    expect(after).toContain('class="node refined"');
    expect(after).toMatch(/class="state new"[^>]*>x - y &lt;= 0</);
    expect(after).toMatch(/class="state kept"[^>]*>100 \* x - y &gt;= 0</);
  });

  it("draws an edge back to its node beside it, with its label", () => {
    const looping = { ...second, edges: [...second.edges, { source: 1, target: 1, label: "x := x + 2" }] };
    const svg = picture(looping, undefined);
    const box = /data-id="1"[^>]*translate\(([\d.]+) ([\d.]+)\)"><rect width="([\d.]+)" height="([\d.]+)"/.exec(svg);
    const [x, y, width, height] = (box ?? []).slice(1).map(Number) as [number, number, number, number];
    const label = /<text class="label" x="([\d.]+)" y="([\d.]+)"[^>]*>x := x \+ 2</.exec(svg);
    const [labelX, labelY] = (label ?? []).slice(1).map(Number) as [number, number];
    expect(labelX).toBeGreaterThan(x + width);
    expect(labelY).toBeGreaterThan(y);
    expect(labelY).toBeLessThan(y + height);
    const whole = Number(/viewBox="0 0 ([\d.]+)/.exec(svg)?.[1]);
    expect(labelX + "x := x + 2".length * 6).toBeLessThan(whole);
  });

  it("says so when it leaves something out", () => {
    const many = Array.from({ length: 400 }, (_, at) => ({ ...second, title: `step ${at}` }));
    const text = reportPage(result, SOURCES, many);
    expect(text).toContain("240 steps left out");
    expect(text).toContain("<button>step 399</button>");
    expect(reportPage(result, SOURCES, [])).not.toContain('id="analysis"');
  });
});

describe("layout", () => {
  const boxes = Array.from({ length: 8 }, (_, id) => ({ id, width: 40 + 10 * id, height: 20 + 5 * (id % 3) }));
  const links = [
    ...[0, 0, 0, 1, 2, 3, 4, 5].map((source, at) => ({ source, target: [1, 2, 3, 4, 4, 5, 6, 7][at] as number })),
    { source: 0, target: 7 },
    // Back edges and loops do not disturb it.
    { source: 7, target: 0 },
    { source: 6, target: 6 },
  ];
  const { boxes: places, bends, width, height } = layered(boxes, links, { between: 10, layers: 30, margin: 5 });
  const at = (id: number) => {
    const { x, top } = places.get(id) as { x: number; top: number };
    return { x, y: top + (boxes[id]?.height ?? 0) / 2 };
  };

  it("puts targets below sources and boxes apart from each other", () => {
    for (const { source, target } of links.slice(0, 9)) expect(at(target).y).toBeGreaterThan(at(source).y);
    for (const a of boxes)
      for (const b of boxes) {
        if (a.id >= b.id) continue;
        const apart =
          Math.abs(at(a.id).x - at(b.id).x) >= (a.width + b.width) / 2 ||
          Math.abs(at(a.id).y - at(b.id).y) >= (a.height + b.height) / 2;
        expect(apart).toBe(true);
      }
  });

  it("keeps everything inside and bends long edges once a layer", () => {
    for (const { id, width: own, height: tall } of boxes) {
      expect(at(id).x - own / 2).toBeGreaterThanOrEqual(5 - 0.1);
      expect(at(id).x + own / 2).toBeLessThanOrEqual(width - 5 + 0.1);
      expect(at(id).y + tall / 2).toBeLessThanOrEqual(height);
    }
    expect(bends[8]).toHaveLength(2);
    expect(bends[9]).toEqual([]);
  });
});

describe("text", () => {
  it("finds conjuncts", () => {
    expect(conjuncts("x in [0, 5], y = 3; z >= 0 && f(a, b) < 2\nw = 1")).toEqual([
      "x in [0, 5]",
      "y = 3",
      "z >= 0",
      "f(a, b) < 2",
      "w = 1",
    ]);
    expect(conjuncts("")).toEqual([]);
  });

  it("wraps and escapes", () => {
    expect(wrapped("alpha + beta + gamma <= 100", 14).every((line) => line.length <= 14)).toBe(true);
    expect(wrapped("abcdefghij".repeat(4), 10).join("").replaceAll(" ", "")).toBe("abcdefghij".repeat(4));
    expect(escapeHtml(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  });
});
