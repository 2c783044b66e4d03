/**
 * The library entry point `hone/domains`, and the registry: a line here gives a domain its name on the command line, its
 * law and soundness tests, and its place in the documentation.
 */
import { box } from "./box.ts";
import { boxes } from "./boxes/boxes.ts";
import type { Capability, Domain } from "./domain.ts";
import { octagons } from "./octagon/octagon.ts";

export interface RegisteredDomain {
  // biome-ignore lint/suspicious/noExplicitAny: the state's type is the domain's own affair; all users pass it back unseen.
  readonly domain: Domain<any>;
  /** One line for `hone domains`. */
  readonly summary: string;
}

export const domains: readonly RegisteredDomain[] = [
  { domain: box, summary: "an interval for each variable: -3 <= x <= 7; floats with outward rounding" },
  { domain: octagons("integer"), summary: "octagons" },
  { domain: octagons("rational"), summary: "octagons" },
  { domain: boxes, summary: "unions of boxes" },
];

export function domainNamed(name: string): RegisteredDomain | undefined {
  return domains.find(({ domain }) => domain.name === name);
}
export type { Capability };
