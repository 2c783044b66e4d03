/** `--witness`: what a witness says of a verdict, with who says it, when, and of which files. */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Verification } from "../verify.ts";
import type { WitnessContent, WitnessLocation, WitnessMetadata } from "../witness/format.ts";
import { specificationOf } from "../witness/specification.ts";
import { formatVersion, witnessText } from "../witness/write.ts";
import type { Environment } from "./environment.ts";
import type { Job } from "./inputs.ts";
import { deliver } from "./output.ts";
import { TOOL_VERSION } from "./version.ts";

/** Nothing is written, and that is told, where there is none: without a verdict, or without a place for it. */
export function deliverWitness(verification: Verification, job: Job, output: string, environment: Environment): void {
  const { witness, result } = verification;
  if (witness === undefined) {
    if (result.verdict !== "unknown")
      environment.log(
        `hone: --witness ${output}: nothing was written, since the violation has no place in the files\n`,
      );
    return;
  }
  deliver(witnessFor(witness, job), output, environment);
}

/** The witness as text, with its metadata. */
export function witnessFor(content: WitnessContent, job: Job): string {
  const texts = new Map(job.sources.map(({ name, text }) => [name, contentOf(name) ?? Buffer.from(text)]));
  const said = inFiles(content, texts);
  return witnessText(said, { ...metadataOf(job, texts), format_version: formatVersion(said) });
}

/** As it lies on the disk, byte by byte: what an environment adds to it is no part of it. */
function contentOf(name: string): Buffer | undefined {
  try {
    return readFileSync(name);
  } catch {
    return undefined;
  }
}

function metadataOf(
  { sources, dataModel, properties, entry }: Job,
  texts: ReadonlyMap<string, Buffer>,
): Omit<WitnessMetadata, "format_version"> {
  const hashes = [...texts].map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]);
  return {
    uuid: randomUUID(),
    creation_time: new Date().toISOString().replace(/\.\d+Z$/, "+00:00"),
    producer: { name: "hone", version: TOOL_VERSION },
    task: {
      input_files: sources.map(({ name }) => name),
      input_file_hashes: Object.fromEntries(hashes),
      specification: specificationOf(properties, entry),
      data_model: dataModel,
      language: "C",
    },
  };
}

/** Without what is said of text behind the files' ends. */
function inFiles(content: WitnessContent, texts: ReadonlyMap<string, Buffer>): WitnessContent {
  const lines = new Map([...texts].map(([name, bytes]) => [name, bytes.toString("latin1").split("\n").length]));
  const isThere = ({ file_name, line }: WitnessLocation) => line <= (lines.get(file_name) ?? 0);
  if (content.kind === "correctness")
    return {
      ...content,
      invariants: content.invariants.filter(({ location }) => isThere(location)),
      contracts: content.contracts.filter(({ location }) => isThere(location)),
    };
  return {
    ...content,
    segments: content.segments.filter((segment) => segment.every(({ location }) => isThere(location))),
  };
}
