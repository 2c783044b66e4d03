/**
 * Addresses of the model by the names that objects have at a place of the program. A local object is named only to pointers that cannot
 * hold the address of an earlier activation's, or of an earlier round's: to engines these are the same.
 */
import type { Variable } from "../logic/term.ts";
import type { Model } from "../model/model.ts";
import type { Addresses } from "./pointer-text.ts";
import type { VisibleNames } from "./visible-names.ts";

/** @param mayName whether the object of that name may be named at the place. */
export function addressesAt(
  model: Model,
  names: VisibleNames,
  position: number,
  inside: string,
  mayName: (storage: string) => boolean = () => true,
): Addresses {
  const entry = model.entry.point.function;
  const livesOn = (owner: string | undefined, block: string | undefined, pointer: Variable) =>
    owner === inside &&
    block === undefined &&
    (owner === entry || (pointer.role === "local" && pointer.function === owner));
  return {
    objectAt: (address, pointer) => {
      const found = model.objectAt?.(address);
      if (found === undefined) return undefined;
      const { object, address: start, size } = found;
      const { role, function: owner, block } = object;
      if (role === "local" && !livesOn(owner, block, pointer)) return undefined;
      const named = names.declarationAt(object.name, position);
      if (named === undefined || named.storage !== object || !mayName(object.name)) return undefined;
      return { name: named.name, address: start, size, shape: named.shape() };
    },
    pointeeOf: (pointer) => {
      const shape = names.shapeOf(pointer);
      return shape?.kind === "pointer" ? shape.to() : undefined;
    },
  };
}
