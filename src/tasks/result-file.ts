/**
 * Results that hone has written, of any version: version 2 is a document with a list, version 1 was a result, or a list of them.
 */

/** What its readers want to know of a result; the rest is as it was written. */
export interface WrittenResult {
  readonly verdict: "safe" | "unsafe" | "unknown";
  readonly reason?: string;
  readonly statistics?: Record<string, number>;
  readonly evidence?: { readonly kind: string; readonly checked: boolean };
  readonly excluded?: readonly { readonly by: string; readonly places: number }[];
  readonly counterexample?: unknown;
  readonly configuration?: { readonly regions?: unknown };
}

/** The results of a text that `--format json` printed; undefined where it is no such text. */
export function readResults(text: string): readonly WrittenResult[] | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  const results = listIn(data);
  return results.every(isResult) ? results : undefined;
}

/** The entries of a document of version 2, or of what there was before. */
export function listIn(data: unknown): readonly unknown[] {
  const inside = (data as { readonly results?: unknown } | null)?.results;
  if (Array.isArray(inside)) return inside;
  return Array.isArray(data) ? data : [data];
}

function isResult(value: unknown): value is WrittenResult {
  const verdict = (value as { readonly verdict?: unknown } | null)?.verdict;
  return verdict === "safe" || verdict === "unsafe" || verdict === "unknown";
}
