/** `--region ADDRESS:SIZE[:memory]`: which stretches of the address space there are, and what is wrong with what is said of them. */
import type { FixedRegion } from "../cfa/build-source.ts";
import type { DataModelName } from "../tasks/task-file.ts";

/** Objects of the program lie above the first page, and below the last one; with 64 bits the upper half is the system's. */
const PAGE = 4096;
const END = { ILP32: 2 ** 32 - PAGE, LP64: 2 ** 47 - PAGE } as const;
/** A register file is small, and flash is not larger than this; an object has all of its bytes in memory. */
const LARGEST = 2 ** 26;

/** The regions with one more, in the order of their addresses; or what is wrong with it. */
export function withRegion(known: readonly FixedRegion[], text: string): readonly FixedRegion[] | string {
  const [, first, second, kind] = /^([^:]+):([^:]+)(?::([^:]+))?$/.exec(text) ?? [];
  if (first === undefined || second === undefined) return "ADDRESS:SIZE is expected, as 0x40021000:0x400";
  const [address, size] = [numberOf(first), numberOf(second)];
  if (address === undefined) return `"${first}" is no address: 0x40021000, or a decimal number`;
  if (size === undefined) return `"${second}" is no size in bytes: 0x400, or a decimal number`;
  if (kind !== undefined && kind !== "memory" && kind !== "registers")
    return `"${kind}" is neither memory nor registers (which is what it is without a word)`;
  if (size === 0) return "a region of no bytes";
  if (size > LARGEST) return "a region of more than 64 MB";
  if (address < PAGE) return "an address below 4096, which counts as null with an offset";
  if (address + size > END.LP64) return "a region beyond the last address that a program can have";
  const made: FixedRegion = { address, size, holds: kind ?? "registers" };
  const meets = known.find((other) => other.address < address + size && address < other.address + other.size);
  if (meets !== undefined) return `it overlaps the region at 0x${meets.address.toString(16)}`;
  return [...known, made].sort((a, b) => a.address - b.address);
}

/** What is wrong with them on this machine. */
export function regionBeyond(regions: readonly FixedRegion[], machine: DataModelName): string | undefined {
  const found = regions.find(({ address, size }) => address + size > END[machine]);
  return (
    found && `--region 0x${found.address.toString(16)}: it ends beyond 0x${END[machine].toString(16)}, the last address`
  );
}

function numberOf(text: string): number | undefined {
  return /^(?:0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)$/.test(text) ? Number(text) : undefined;
}
