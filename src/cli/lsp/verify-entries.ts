/** Verification for the editor: one question for each start, then invariants where no proof had any. */
import type { SecondSolver } from "../../api/node/second-solver.ts";
import { INVARIANT_ENGINE } from "../../api/sync.ts";
import { findPreset } from "../../engines/index.ts";
import { computeInvariants } from "../../invariants.ts";
import type { Invariant } from "../../report/result.ts";
import { showHolds, textReport } from "../../report/text.ts";
import { loadCadical } from "../../smt/sat/cadical.ts";
import { release } from "../../util/release.ts";
import { verify } from "../../verify.ts";
import { processMeter } from "../environment.ts";
import { sourceLines } from "../messages.ts";
import { inputOf, requestOf, type VerifyRequest, verifyOptions } from "../request.ts";
import type { Settings } from "../settings.ts";
import type { Send, Task } from "./messages.ts";
import { filesOf, jobOf } from "./subject.ts";

const meter = processMeter();

/** @returns what is wrong with the question. */
export async function verifyEntries(
  task: Extract<Task, { kind: "verify" }>,
  settings: Settings,
  z3: SecondSolver | undefined,
  send: Send,
): Promise<string | undefined> {
  const sat = await loadCadical();
  const end = meter.nowMs() + task.fileSeconds * 1000;
  const bare: { readonly entry: string; readonly request: VerifyRequest }[] = [];
  for (const entry of task.entries) {
    const startMs = meter.nowMs();
    if (startMs >= end) return undefined;
    const job = jobOf(task, { ...settings, entry });
    if (typeof job === "string") return job;
    const timeoutSeconds = Math.min(settings.timeoutSeconds, (end - startMs) / 1000);
    const request = { ...requestOf(job, settings), timeoutSeconds };
    const around = { meter, z3, log: () => {}, progress: (line: string) => send({ kind: "progress", line }) };
    const options = { ...verifyOptions(request, around), sat, startMs };
    const { kind, result, sources, internalErrors } = verify(inputOf(request), options);
    if (kind === "failed") return `internal error: ${internalErrors[0]?.message ?? "an engine failed"}`;
    const text = textReport(result, { color: "plain", detail: "normal", sourceLine: sourceLines(sources) });
    const report = result.verdict === "unsafe" ? { report: text } : {};
    send({ kind: "verified", entry, result, ...report, files: filesOf(sources) });
    release();
    if (result.verdict === "safe" && result.invariants.length > 0)
      send({
        kind: "hints",
        entry,
        invariants: shown(result.invariants),
        by: conditional(result.evidence.by, result.assumptions),
      });
    else bare.push({ entry, request: { ...request, model: { ...request.model, properties: [] } } });
  }
  for (const [at, { entry, request }] of bare.entries()) {
    const left = (end - meter.nowMs()) / 1000;
    const timeoutSeconds = Math.min(settings.timeoutSeconds, left / (bare.length - at));
    if (left > 0) tellInvariants(entry, { ...request, timeoutSeconds }, z3, send);
  }
  return undefined;
}

/** Proofs by execution have no invariants, and counterexamples neither: those that hold without a question. */
function tellInvariants(entry: string, request: VerifyRequest, z3: SecondSolver | undefined, send: Send): void {
  const preset = findPreset(INVARIANT_ENGINE);
  if (preset === undefined) return;
  const { model, engineOptions, certify, timeoutSeconds } = request;
  const found = computeInvariants(inputOf(request), {
    ...{ model, preset, engineOptions, certify, timeoutSeconds, meter },
    domain: undefined,
    ...(z3 === undefined ? {} : { z3 }),
  });
  release();
  if (found.kind !== "invariants") return;
  const overflow = model.signedOverflow === "assume-none" ? ["no signed overflow"] : [];
  const by = conditional(found.by, [...overflow, ...(model.environment ?? [])]);
  send({ kind: "hints", entry, invariants: shown(found.invariants), by });
}

/** With what is to be said about where they hold. */
function shown(invariants: readonly Invariant[]): Invariant[] {
  return invariants.map((one) => ({ ...one, expression: `${one.expression}${showHolds(one)}` }));
}

function conditional(by: string, assumptions: readonly string[]): string {
  return assumptions.length === 0 ? by : `${by}; assuming ${assumptions.join(", ")}`;
}
