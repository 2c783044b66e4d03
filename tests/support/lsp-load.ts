/** The language server under load: many edits, a large file, and what its processes take meanwhile. Linux only: /proc tells. */
import { readdirSync, readFileSync } from "node:fs";
import type { LspClient } from "./lsp-client.ts";

/** Processes that one has started and that are alive, where the system tells. */
export function childrenOf(pid: number | undefined): number[] {
  if (!readdirSync("/").includes("proc")) return [];
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const { state, parent } = statusOf(Number(name));
    return parent === pid && state !== "Z" ? [Number(name)] : [];
  });
}

export function isAlive(pid: number): boolean {
  const { state } = statusOf(pid);
  return state !== undefined && state !== "Z";
}

function statusOf(pid: number): { readonly state: string | undefined; readonly parent: number | undefined } {
  try {
    const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return { state: undefined, parent: undefined };
  }
}

/** Memory of a process that is in the machine, in MB. */
function residentMb(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The value that makes the assertion fail is in the text, and in what is said about it. */
function editedText(value: number): string {
  return `#include <assert.h>
int nondet(void);
int main(void) {
  int x = nondet();
  assert(x != ${value});
  return 0;
}
`;
}

export interface EditFigures {
  /** What was said about a text that was not there any more, in a sentence each. */
  readonly stale: readonly string[];
  /** Most workers at once, and those at the end. */
  readonly mostWorkers: number;
  readonly workers: number;
  /** Of the server and the worker that stays, after a quarter of the edits and at the end. */
  readonly earlyMb: number;
  readonly lateMb: number;
}

/** Edits one after the other, saving some, sometimes waiting for the answer; then the last one is waited for. */
export async function manyEdits(client: LspClient, name: string, count: number): Promise<EditFigures> {
  const { pid } = client.server;
  const values = new Map<number, number>([[1, 1000]]);
  const uri = await client.open(name, editedText(1000));
  const from = client.published.length;
  let mostWorkers = 0;
  let earlyMb = 0;
  const memory = () => [pid, ...childrenOf(pid)].reduce<number>((sum, one) => sum + residentMb(one), 0);
  const answered = (version: number) =>
    client.published.some((one) => one.uri === uri && one.version === version && one.diagnostics.length > 0);
  const settled = async () => {
    for (let waits = 0; childrenOf(pid).length > 1 && waits < 500; waits += 1) await pause(20);
  };
  for (let at = 1; at <= count; at += 1) {
    const value = 1000 + at;
    const range = { start: { line: 4, character: 14 }, end: { line: 4, character: 18 } };
    const version = await client.change(uri, String(value), range);
    values.set(version, value);
    if (at % 4 === 0) await client.save(uri);
    // Some answers come in time, some are overtaken while a process works on them.
    if (at % 40 === 0) await client.until(() => answered(version), `the answer to edit ${at}`);
    else await pause(at % 8 === 1 ? 250 : 5);
    mostWorkers = Math.max(mostWorkers, childrenOf(pid).length);
    if (at === Math.ceil(count / 4)) {
      await settled();
      earlyMb = memory();
    }
  }
  await client.save(uri);
  const last = Math.max(...values.keys());
  await client.until(() => answered(last), "the last answer");
  await settled();
  const workers = childrenOf(pid).length;
  const lateMb = memory();
  await client.close(uri);
  const stale: string[] = [];
  let newest = 0;
  for (const { version = newest, diagnostics } of client.published.slice(from).filter((one) => one.uri === uri)) {
    if (version < newest) stale.push(`version ${version} was told about after ${newest}`);
    newest = Math.max(newest, version);
    for (const { message } of diagnostics)
      if (!String(message).includes(`x = ${values.get(version)} `))
        stale.push(`of version ${version} it was said: ${message}`);
  }
  return { stale, mostWorkers, workers, earlyMb, lateMb };
}

/** A program of so many lines that keeps a verifier busy, and that every reader gets through. */
export function largeProgram(lines: number): string {
  const head = ["#include <assert.h>", "unsigned nondet(void);", "unsigned state;", ""];
  const part = (at: number) => [
    `static unsigned step${at}(unsigned x, unsigned n) {`,
    "  unsigned sum = 0;",
    `  for (unsigned i = 0; i < n % ${(at % 90) + 10}; i++) {`,
    `    if ((x ^ i) % ${(at % 7) + 2} == 0) sum += x * ${at + 3};`,
    `    else sum ^= i + ${at};`,
    "  }",
    `  assert(sum * sum != ${at * 2 + 3}u || x < 70000u);`,
    "  return sum;",
    "}",
    "",
  ];
  const perPart = 11;
  const count = Math.floor((lines - head.length - 5) / perPart);
  const parts = Array.from({ length: count }, (_, at) => part(at)).flat();
  const calls = Array.from({ length: count }, (_, at) => `  state += step${at}(nondet(), nondet());`);
  return [...head, ...parts, "int main(void) {", ...calls, "  return 0;", "}", ""].join("\n");
}

export interface Latency {
  readonly count: number;
  readonly medianMs: number;
  readonly worstMs: number;
  /** The request that took longest. */
  readonly worst: string;
}

/** How long requests take, one after the other, as long as something goes on. */
export async function latencies(client: LspClient, uri: string, goesOn: () => boolean): Promise<Latency> {
  const asked: { readonly name: string; readonly ms: number }[] = [];
  const requests: readonly [string, (at: number) => Promise<unknown>][] = [
    ["codeLens", () => client.lenses(uri)],
    ["inlayHint", () => client.hints(uri)],
    ["codeAction", (at) => client.actions(uri, (at * 37) % 4000)],
  ];
  for (let at = 0; goesOn(); at += 1) {
    const [name, send] = requests[at % requests.length] as (typeof requests)[number];
    const begun = performance.now();
    await send(at);
    asked.push({ name, ms: performance.now() - begun });
    await pause(20);
  }
  const sorted = asked.sort((a, b) => a.ms - b.ms);
  const worst = sorted.at(-1);
  return {
    count: sorted.length,
    medianMs: sorted[sorted.length >> 1]?.ms ?? 0,
    worstMs: worst?.ms ?? 0,
    worst: worst?.name ?? "none",
  };
}
