/**
 * The process that works for the language server: reads, verifies and writes tests as the command would in the folder of the
 * file, with the texts that the editor has. It works synchronously; a server that does not want to wait kills it.
 */
import { optimiseLate } from "../optimise-late.ts";
import type { Message, Task } from "./messages.ts";
import { perform } from "./tasks.ts";

const parent = process.ppid;

function send(message: Message): void {
  // While it works it hears nothing: whether the server is still there is looked up.
  if (process.ppid !== parent) process.exit();
  process.send?.(message);
}

optimiseLate();
// Ctrl-C reaches the whole process group, and is the server's to handle.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
process.on("message", (task: Task) => void perform(task, send));
