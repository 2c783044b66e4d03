/** The registry of kinds; a new one is one line here. */
import type { Kind } from "./kind.ts";

export const KINDS: readonly Kind[] = [];
