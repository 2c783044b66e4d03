/** Witnesses by hand, of a program that is called x.c. */
import { createHash } from "node:crypto";
import { stringify } from "yaml";
import { checkWitness, type WitnessVerdict } from "../../src/check-witness.ts";
import type { Preset } from "../../src/engines/engine.ts";
import { inputFor, optionsFor } from "./witness.ts";

export interface Changes {
  readonly metadata?: object;
  readonly task?: object;
  readonly entry?: object;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A witness by hand; what is not said of it is right. */
export function witness(
  content: readonly object[],
  text: string,
  changes: Changes = {},
  entry_type = "invariant_set",
): string {
  const task = {
    input_files: ["some/where/x.c"],
    input_file_hashes: { "some/where/x.c": hashOf(text) },
    specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    data_model: "LP64",
    language: "C",
    ...changes.task,
  };
  const metadata = {
    format_version: "2.0",
    uuid: "91023a0f-9f45-4385-88c4-1152ade45537",
    creation_time: "2026-05-05T13:18:43+02:00",
    producer: { name: "hand", version: "1" },
    task,
    ...changes.metadata,
  };
  return stringify([{ entry_type, metadata, content, ...changes.entry }], { aliasDuplicateObjects: false });
}

/** @param preset who proves it; the default: all in turn. */
export function judge(yaml: string, text: string, preset?: Preset): WitnessVerdict {
  return checkWitness(yaml, inputFor(text), new Map([["x.c", hashOf(text)]]), { ...optionsFor(), preset });
}
