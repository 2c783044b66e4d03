/**
 * hone as a library (docs/library.md): `check`, `invariants` and `run` do what the commands do, each in a thread of its own; the
 * synchronous core (`hone-c/core`) is part of it.
 */

export * from "./api/core.ts";
export { check, invariants, run } from "./api/node/index.ts";
export { threads } from "./api/node/thread.ts";
