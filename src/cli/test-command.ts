/**
 * The command that compiles a test and runs it, complete as it is printed: with the macros, folders and files that hone was
 * given, or those of the build, file by file where they differ.
 */
import { dirname } from "node:path";
import type { FrontEndOptions, UnitOptions } from "../cfa/build-source.ts";
import type { Harness } from "../evidence/harness.ts";
import { showWords } from "./build/words.ts";

interface Compiled {
  /** As they are on the disk, in order. */
  readonly units: readonly string[];
  readonly frontEnd: FrontEndOptions;
  readonly signedOverflow: "wrap" | "assume-none";
}

type Made = Exclude<Harness, { kind: "none" }>;

/** @param file where the test is. */
export function testCommand(test: Made, file: string, { units, frontEnd, signedOverflow }: Compiled): string {
  const sanitizers = test.shows === "message" ? [] : sanitizerFlags(test.shows.names);
  const machine = frontEnd.dataModel.name === "ILP32" ? ["-m32"] : [];
  const common = ["cc", "-w", "-g", ...machine, ...(signedOverflow === "wrap" ? ["-fwrapv"] : []), ...sanitizers];
  const parts = units.map((unit, index) => ({ unit, flags: unitFlags(frontEnd, index) }));
  const files = parts.map(({ unit, flags }) =>
    replacedBy(test) === unit ? copied(unit, file, flags) : { unit, flags },
  );
  // The test's own file says nothing that a macro could change, but needs none either.
  const own = test.kind === "harness" ? [{ unit: file, flags: [] as readonly string[] }] : [];
  const all = [...own, ...files];
  const [first] = files;
  const same = files.every(({ flags }) => flags.join("\0") === first?.flags.join("\0"));
  // As for the verifier, the test's own definition goes before the program's.
  const twice = frontEnd.duplicates === "first" || (frontEnd.removedBodies ?? []).length > 0;
  const linker = twice ? ["-Wl,--allow-multiple-definition"] : [];
  const link = (objects: readonly string[]) => showWords([...common, ...linker, ...objects, "-lm"]);
  const run = "./a.out";
  if (same && (own.length === 0 || !(first?.flags ?? []).some((flag) => flag.startsWith("-include"))))
    return `${link([...(first?.flags ?? []), ...all.map(({ unit }) => unit)])} && ${run}`;
  const objects = all.map((_, index) => `${file}.${index}.o`);
  const steps = all.map(({ unit, flags }, index) =>
    showWords([...common, ...flags, "-c", unit, "-o", objects[index] as string]),
  );
  return [...steps, link(objects), run].join(" && ");
}

function replacedBy(test: Made): string | undefined {
  return test.kind === "instrumented" ? test.replaces : undefined;
}

/** The copy lies elsewhere: what it includes lies beside the file that it is a copy of. */
function copied(unit: string, file: string, flags: readonly string[]) {
  const own = dirname(unit) === dirname(file) ? [] : ["-iquote", dirname(unit)];
  return { unit: file, flags: [...own, ...flags] };
}

function sanitizerFlags(names: readonly string[]): string[] {
  return [`-fsanitize=${names.join(",")}`, "-fno-sanitize-recover=all"];
}

function unitFlags(frontEnd: FrontEndOptions, index: number): readonly string[] {
  const unit: UnitOptions = frontEnd.units?.[index] ?? frontEnd;
  return [
    ...(unit.quotePaths ?? []).flatMap((path) => ["-iquote", path]),
    ...unit.includePaths.map((path) => `-I${path}`),
    ...unit.macros.map((macro) =>
      macro.kind === "define" ? `-D${macro.name}${macro.value === "1" ? "" : `=${macro.value}`}` : `-U${macro.name}`,
    ),
    ...unit.includeFiles.flatMap((path) => ["-include", path]),
  ];
}
