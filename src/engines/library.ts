/** The library entry point `hone-c/engines`: what an engine from outside works with, as docs/add-an-engine.md does. */

export type { Certificate, Verdict } from "../evidence/claim.ts";
export { Liveness } from "../model/live.ts";
export type { Model, ModelEdge, ModelLocation } from "../model/model.ts";
export { allBlocks, type Block, isBad, isCut } from "../model/view/blocks.ts";
export { headsOf, type WtoElement, weakTopologicalOrder } from "../model/view/wto.ts";
export { confirmPath } from "./confirm.ts";
export { chosenDomain, count, type Engine, type EngineContext, type Preset } from "./engine.ts";
export { registerDomain, registerEngine } from "./index.ts";
export { afterBlock, afterOps } from "./post.ts";
