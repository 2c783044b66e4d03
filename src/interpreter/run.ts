/** Runs a program once. For many runs of one program make a `Machine` and keep it: code is compiled once. */
import type { Program } from "../cfa/cfa.ts";
import type { RunEnd } from "./end.ts";
import { type InputSource, zeroInputs } from "./inputs.ts";
import { Machine, type MachineOptions, type RunOptions } from "./machine.ts";

/** What is left out has the defaults of `hone run`: overflow wraps, nothing is limited but memory and call depth. */
export type Options = Partial<MachineOptions> & Partial<RunOptions>;

const MACHINE_DEFAULTS: MachineOptions = {
  signedOverflow: "wrap",
  stopsAt: new Set(),
  leaks: [],
  volatileReads: "memory",
  environment: "ordinary",
  malloc: "succeeds",
  // Only pages that are touched cost anything.
  memory: 256 * 1024 * 1024,
  observation: "none",
};

/** How verification and replay run programs: what a verifier counts as input is an input, overflow stops. */
export const VERIFICATION: Partial<MachineOptions> = {
  signedOverflow: "stop",
  volatileReads: "input",
  environment: "input",
};

// Node's default stack is 984 KB; a quarter is left to the host.
const DEFAULT_STACK_WEIGHT = 700_000;

export function run(program: Program, options: Options = {}): RunEnd {
  const machine = new Machine(program, machineOptions(options));
  const end = machine.run(runOptions(options));
  machine.close();
  return end;
}

export function machineOptions(options: Options): MachineOptions {
  // Where the program ends, its variables are looked at.
  const { leaks = MACHINE_DEFAULTS.leaks } = options;
  return {
    signedOverflow: options.signedOverflow ?? MACHINE_DEFAULTS.signedOverflow,
    stopsAt: options.stopsAt ?? MACHINE_DEFAULTS.stopsAt,
    leaks,
    volatileReads: options.volatileReads ?? MACHINE_DEFAULTS.volatileReads,
    environment: options.environment ?? MACHINE_DEFAULTS.environment,
    malloc: options.malloc ?? MACHINE_DEFAULTS.malloc,
    memory: options.memory ?? MACHINE_DEFAULTS.memory,
    observation: options.observation ?? (options.onEdge === undefined && leaks.length === 0 ? "none" : "edges"),
  };
}

export function runOptions(options: Options): RunOptions {
  const inputs: InputSource = options.inputs ?? zeroInputs();
  const common = {
    inputs,
    steps: options.steps ?? Infinity,
    stackWeight: options.stackWeight ?? DEFAULT_STACK_WEIGHT,
    entry: options.entry ?? "main",
    arguments: options.arguments ?? ["program"],
    stdout: options.stdout ?? (() => {}),
    stderr: options.stderr ?? (() => {}),
  };
  return options.onEdge === undefined ? common : { ...common, onEdge: options.onEdge };
}
