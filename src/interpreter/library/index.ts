/**
 * The C library by name. Only functions the program does not define are looked up here; what is not found either has a
 * conventional meaning (control.ts), or is an input of the program (machine.ts).
 */
import { control, conventional } from "./control.ts";
import type { LibraryFunction, LibraryTable } from "./library.ts";
import { mathematics } from "./mathematics.ts";
import { numbers } from "./numbers.ts";
import { output } from "./output.ts";
import { questions } from "./questions.ts";
import { scanning } from "./scan.ts";
import { strings } from "./strings.ts";

const tables: readonly LibraryTable[] = [control, output, strings, numbers, mathematics, scanning, questions];

// Fortified variants that take the size of the destination behind their own arguments.
const CHECKED = /^(?:__builtin_)?__(mem(?:cpy|move|set)|mempcpy|st[rp]n?cpy|strn?cat)_chk$/;

export function libraryFunction(name: string): LibraryFunction | undefined {
  for (const table of tables) if (Object.hasOwn(table, name)) return table[name];
  const plain = CHECKED.exec(name)?.[1] ?? name.replace(/^__builtin_|^__isoc\d+_/, "");
  if (plain !== name) for (const table of tables) if (Object.hasOwn(table, plain)) return table[plain];
  return conventional(name);
}
