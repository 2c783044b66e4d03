import type { BuildOptions } from "esbuild";

export function buildLanguageServer(outdir: string, options?: BuildOptions): Promise<void>;
