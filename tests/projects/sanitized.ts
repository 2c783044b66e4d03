/** What gcc's sanitizers say of a project and an input: the truth that hone's verdicts are held against. Needs gcc. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Check, Project } from "./project.ts";

const INPUTS = "tests/projects/inputs.c";
const FLAGS = ["-std=gnu11", "-g0", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const TIMEOUT_MS = 10_000;

/** What is printed where a check fails. */
const REPORTS: readonly (readonly [RegExp, Check])[] = [
  [/signed integer overflow|cannot be represented in type/, "overflow"],
  [/heap-use-after-free|double-free|attempting free|detected memory leaks/, "memory"],
  [/buffer-overflow|buffer-underflow|out of bounds|stack-use-after|null pointer/, "bounds"],
  [/Assertion .* failed/, "assert"],
];

/** A binary of one variant of a project; `remove` when done. */
export interface Sanitized {
  /** The check that fails; undefined: none does. */
  run(inputs: readonly number[]): Check | undefined;
  remove(): void;
}

export function sanitized(project: Project, bug: number): Sanitized {
  const folder = mkdtempSync(join(tmpdir(), "hone-project-"));
  const binary = join(folder, "program");
  execFileSync("gcc", [...FLAGS, `-DBUG=${bug}`, "-o", binary, project.file, INPUTS], { stdio: "pipe" });
  return {
    run: (inputs) => {
      const { status, signal, stderr } = spawnSync(binary, [], { input: inputs.join("\n"), timeout: TIMEOUT_MS });
      const said = stderr.toString();
      const failed = REPORTS.find(([report]) => report.test(said))?.[1];
      if (failed === undefined && (signal !== null || said !== ""))
        throw new Error(`${project.name}, bug ${bug}: should end quietly: ${signal ?? status} ${said.slice(0, 400)}`);
      return failed;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Samples and witnesses, and what is a few changes away from one of them. */
export function* directedInputs(
  { samples, bugs }: Project,
  count: number,
  random: (below: number) => number,
): Generator<readonly number[]> {
  const seeds = [...samples, ...bugs.map(({ witness }) => witness)];
  yield* seeds;
  for (let made = seeds.length; made < count; made++) {
    const inputs = [...(seeds[random(seeds.length)] ?? [])];
    for (let changes = 1 + random(4); changes > 0; changes--) change(inputs, seeds[random(seeds.length)] ?? [], random);
    yield inputs;
  }
}

const CORNERS = [0, 1, -1, 2, 10, 34, 92, 127, 128, 255, 32767, -32768, 2147483647, -2147483648];

function change(inputs: number[], other: readonly number[], random: (below: number) => number): void {
  const at = random(inputs.length + 1);
  switch (random(5)) {
    case 0:
      inputs[at] = CORNERS[random(CORNERS.length)] ?? 0;
      break;
    case 1:
      inputs[at] = random(256);
      break;
    case 2:
      inputs.splice(at, 1 + random(3));
      break;
    case 3:
      inputs.splice(at, 0, ...other.slice(random(other.length + 1)));
      break;
    default:
      inputs[at] = (inputs[at] ?? 0) + random(3) - 1;
      break;
  }
}

/** An input from someone who does not know the program: small numbers and bytes in any order. */
export function randomInput(random: (below: number) => number): number[] {
  return Array.from({ length: random(200) }, () => (random(2) === 0 ? random(8) : random(256)));
}
