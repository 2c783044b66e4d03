/** printf and its relatives. Only the standard streams exist. */
import type { Value } from "../values.ts";
import { formatText } from "./format.ts";
import {
  argumentsAt,
  bytesOf,
  type LibraryContext,
  type LibraryFunction,
  type LibraryTable,
  listAt,
  numberAt,
  readString,
  sizeAt,
  type ValuesAt,
  writeString,
} from "./library.ts";

function print(context: LibraryContext, stream: "stdout" | "stderr", text: string): number {
  context.write(stream, bytesOf(text));
  return text.length;
}

/** Output on a FILE: to a standard stream; other streams cannot be open. */
function streamAt(context: LibraryContext, operands: readonly Value[], at: number): "stdout" | "stderr" {
  return context.streamOf(numberAt(operands, at)) ?? context.runtime.unsupported("output on a file");
}

function store(context: LibraryContext, address: number, limit: number, text: string): number {
  const bytes = bytesOf(text);
  if (limit > 0) writeString(context.runtime, address, bytes.subarray(0, Math.min(bytes.length, limit - 1)));
  return bytes.length;
}

/** Where printed text goes; it answers how much there is. */
type Sink = (context: LibraryContext, operands: readonly Value[]) => (text: string) => number;

const toStdout: Sink = (context) => (text) => print(context, "stdout", text);

const toStream: Sink = (context, operands) => {
  const stream = streamAt(context, operands, 0);
  return (text) => print(context, stream, text);
};

const toMemory: Sink = (context, operands) => (text) => store(context, numberAt(operands, 0), Infinity, text);

const toBuffer: Sink = (context, operands) => (text) =>
  store(context, numberAt(operands, 0), sizeAt(context, operands, 1), text);

function prints(sink: Sink, format: number, values: ValuesAt): LibraryFunction {
  return (context, operands) => {
    const put = sink(context, operands);
    const text = readString(context.runtime, numberAt(operands, format));
    return put(formatText(context, text, values(context, operands, format + 1)));
  };
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
  printf: prints(toStdout, 0, argumentsAt),
  __printf_chk: prints(toStdout, 1, argumentsAt),
  vprintf: prints(toStdout, 0, listAt),
  fprintf: prints(toStream, 1, argumentsAt),
  vfprintf: prints(toStream, 1, listAt),
  sprintf: prints(toMemory, 1, argumentsAt),
  vsprintf: prints(toMemory, 1, listAt),
  snprintf: prints(toBuffer, 2, argumentsAt),
  vsnprintf: prints(toBuffer, 2, listAt),
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
