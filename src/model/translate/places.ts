/** Where pointers point, as far as it is memory of the program, and when an address is which of these places. */
import { and, eq, type Formula, integer, le, lt, type Term } from "../../logic/term.ts";
import { type Cell, placeOf } from "../memory/memory.ts";
import type { Region, Target } from "../pointers/regions.ts";
import type { Translation } from "./translation.ts";

export class Places {
  readonly #t: Translation;

  constructor(translation: Translation) {
    this.#t = translation;
  }

  /** The targets at which there is room for so many bytes. */
  valid(targets: readonly Target[], bytes: number): Target[] {
    return targets.flatMap((target) => {
      const { region } = target;
      if (region.kind === "external" || region.object?.role === "function") return [];
      const place = placeOf(target, bytes);
      return place === undefined ? [] : [{ ...target, at: place }];
    });
  }

  /** Whether the pointer may point to memory the program knows nothing of: then nothing else is surely written or read. */
  isOutside(pointer: Term): boolean {
    return this.#t.pointsTo.targetsOf(pointer).some(({ region }) => region.kind === "external");
  }

  isTarget({ region, at }: Target, address: Term): Formula {
    const { base, many } = this.#t.placementOf(region);
    if (!many && at.stride === 0) return eq(address, integer(base + at.offset));
    return this.isWithin(region, address);
  }

  isCell({ kind, region, at, within, shape }: Cell, address: Term): Formula {
    const { base } = this.#t.placementOf(region);
    if (kind === "scalar") return eq(address, integer(base + at.offset));
    if (within === undefined) return this.isWithin(region, address);
    const last = base + within.end - shape.bytes;
    return and([le(integer(base + within.first), address), le(address, integer(last))]);
  }

  isWithin(region: Region, address: Term): Formula {
    const { base, end } = this.#t.placementOf(region);
    return and([le(integer(base), address), lt(address, integer(end))]);
  }
}
