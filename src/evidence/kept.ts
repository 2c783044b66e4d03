/**
 * What stands behind a verdict, as plain data, so that a later run can be told the verdict at once and check it again: the inputs of a
 * counterexample, a certificate, or nothing but that the program's one execution is the proof.
 */
import { listInputs } from "../interpreter/inputs.ts";
import type { Model } from "../model/model.ts";
import { type CheckedVerdict, REPLAY_STEPS } from "./check.ts";
import type { Verdict } from "./claim.ts";
import type { Execution } from "./execution.ts";
import { certificateFrom, plainCertificate } from "./kept-certificate.ts";
import { listOf, NotKept, numberFrom, type Plain, plainNumber } from "./kept-plain.ts";

// A run that reads more is as long to replay as to find.
const MOST_INPUTS = 100_000;

type Answer = Exclude<CheckedVerdict, { kind: "unknown" }>;

/** Undefined where it is too large, or of a form that is not kept. */
export function plainEvidence(model: Model, answer: Answer): Plain | undefined {
  try {
    if (answer.kind === "unsafe") return { kind: "unsafe", inputs: plainInputs(answer) };
    if (!answer.checked) return undefined;
    return answer.certificate === undefined
      ? { kind: "executed" }
      : { kind: "safe", certificate: plainCertificate(model, answer.certificate) };
  } catch (error) {
    if (error instanceof NotKept) return undefined;
    throw error;
  }
}

function plainInputs({ inputs }: Extract<Answer, { kind: "unsafe" }>): Plain {
  if (inputs.length > MOST_INPUTS) throw new NotKept("it reads too much");
  return inputs.map(({ value }) => plainNumber(value));
}

/** The claim that was kept, to be checked; an exception where it cannot be read. */
export function claimFrom(data: Plain | undefined, model: Model, execution: () => Execution): Verdict {
  const { kind, inputs, certificate } = data as Readonly<Record<string, Plain>>;
  switch (kind) {
    case "executed":
      return { kind };
    case "safe":
      return { kind, certificate: certificateFrom(model, certificate) };
    case "unsafe": {
      const values = listOf(inputs).map(numberFrom);
      return { kind, counterexample: { inputs: execution().run(listInputs(values), REPLAY_STEPS).inputs } };
    }
    default:
      return { kind: "unknown", reason: "nothing was kept" };
  }
}
