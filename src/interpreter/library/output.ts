/** printf and its relatives. Only the standard streams exist. */
import type { Value } from "../values.ts";
import { formatText } from "./format.ts";
import {
  bytesOf,
  type LibraryContext,
  type LibraryFunction,
  type LibraryTable,
  numberAt,
  readString,
  sizeAt,
  writeByte,
  writeBytes,
} from "./library.ts";

function from(operands: readonly Value[], start: number): () => Value {
  let at = start;
  return () => operands[at++] ?? 0;
}

function print(context: LibraryContext, stream: "stdout" | "stderr", text: string): number {
  context.write(stream, bytesOf(text));
  return text.length;
}

function format(context: LibraryContext, operands: readonly Value[], at: number, next: () => Value): string {
  return formatText(context, readString(context.runtime, numberAt(operands, at)), next);
}

function listOf(context: LibraryContext, operands: readonly Value[], at: number): () => Value {
  return () => context.runtime.variadicNext(numberAt(operands, at));
}

/** Output on a FILE: to a standard stream; other streams cannot be open. */
function streamAt(context: LibraryContext, operands: readonly Value[], at: number): "stdout" | "stderr" {
  return context.streamOf(numberAt(operands, at)) ?? context.runtime.unsupported("output on a file");
}

function store(context: LibraryContext, address: number, limit: number, text: string): number {
  const bytes = bytesOf(text);
  if (limit > 0) {
    const kept = bytes.subarray(0, Math.min(bytes.length, limit - 1));
    writeBytes(context.runtime, address, kept);
    writeByte(context.runtime, address + kept.length, 0);
  }
  return bytes.length;
}

const putCharacter: LibraryFunction = (context, operands) => {
  const stream = operands.length > 1 ? streamAt(context, operands, 1) : "stdout";
  const byte = numberAt(operands, 0) & 255;
  context.write(stream, Uint8Array.of(byte));
  return byte;
};

// Later output would pass through it.
function withoutBuffer(context: LibraryContext, operands: readonly Value[]): number {
  return numberAt(operands, 1) === 0 ? 0 : context.runtime.unsupported("a buffer of the program for a stream");
}

export const output: LibraryTable = {
  printf: (context, operands) => print(context, "stdout", format(context, operands, 0, from(operands, 1))),
  __printf_chk: (context, operands) => print(context, "stdout", format(context, operands, 1, from(operands, 2))),
  vprintf: (context, operands) => print(context, "stdout", format(context, operands, 0, listOf(context, operands, 1))),
  fprintf: (context, operands) =>
    print(context, streamAt(context, operands, 0), format(context, operands, 1, from(operands, 2))),
  vfprintf: (context, operands) =>
    print(context, streamAt(context, operands, 0), format(context, operands, 1, listOf(context, operands, 2))),
  sprintf: (context, operands) =>
    store(context, numberAt(operands, 0), Infinity, format(context, operands, 1, from(operands, 2))),
  vsprintf: (context, operands) =>
    store(context, numberAt(operands, 0), Infinity, format(context, operands, 1, listOf(context, operands, 2))),
  snprintf: (context, operands) =>
    store(
      context,
      numberAt(operands, 0),
      sizeAt(context, operands, 1),
      format(context, operands, 2, from(operands, 3)),
    ),
  vsnprintf: (context, operands) =>
    store(
      context,
      numberAt(operands, 0),
      sizeAt(context, operands, 1),
      format(context, operands, 2, listOf(context, operands, 3)),
    ),
  puts: (context, operands) => {
    const bytes = readString(context.runtime, numberAt(operands, 0));
    context.write("stdout", bytes);
    // glibc says how many bytes it wrote.
    return bytes.length + print(context, "stdout", "\n");
  },
  fputs: (context, operands) => {
    context.write(streamAt(context, operands, 1), readString(context.runtime, numberAt(operands, 0)));
    return 1;
  },
  putchar: putCharacter,
  putc: putCharacter,
  fputc: putCharacter,
  _IO_putc: putCharacter,
  fwrite: (context, operands) => {
    const size = sizeAt(context, operands, 1) * sizeAt(context, operands, 2);
    const address = numberAt(operands, 0);
    context.runtime.require(address, size, "read");
    const bytes = Uint8Array.from({ length: size }, (_, i) => context.runtime.byteAt(address + i));
    context.write(streamAt(context, operands, 3), bytes);
    return operands[2] ?? 0;
  },
  fflush: () => 0,
  setbuf: (context, operands) => withoutBuffer(context, operands),
  setbuffer: (context, operands) => withoutBuffer(context, operands),
  setvbuf: (context, operands) => withoutBuffer(context, operands),
  perror: () => undefined,
  // Nothing can be read: input ends at once.
  getchar: () => -1,
  fgetc: () => -1,
  getc: () => -1,
  _IO_getc: () => -1,
  fgets: () => 0,
  gets: () => 0,
  scanf: () => -1,
  fscanf: () => -1,
  __isoc99_scanf: () => -1,
  __isoc99_fscanf: () => -1,
  feof: () => 1,
  ferror: () => 0,
  fopen: () => 0,
  fclose: () => 0,
};
