/**
 * gcc's atomic builtins. hone runs one thread, so an atomic update is a load, an operation and a store; arithmetic on
 * the object wraps, whatever its type.
 */

import type { BinaryOperator } from "../../c/ast.ts";
import type { CType } from "../../c/types.ts";
import { integer, ite, negate, subtract, type Term, truthValue } from "../../logic/term.ts";
import { binaryOperation, compareTerms, convertTerm, exact, wrapInto } from "./arithmetic.ts";
import type { CallExpression, Usage } from "./call.ts";
import { type Lowering, plain } from "./context.ts";
import { values } from "./expression.ts";
import { type Lvalue, read, write } from "./lvalue.ts";
import type { Continue, Step } from "./step.ts";
import { isScalarType } from "./types.ts";

const UPDATE =
  /^__(?:sync|atomic)_(?:fetch_(?:and_)?(add|sub|or|and|xor|nand)|(add|sub|or|and|xor|nand)_(?:and_)?fetch)$/;
const FENCE = /^__atomic_(?:thread|signal)_fence$/;

/** What an atomic operation does to the old value: the new one, if any, and its own value. */
type Transform = (old: Term, operands: readonly Term[]) => { readonly after?: Term; readonly result: Term };

export function atomic(
  f: Lowering,
  name: string,
  e: CallExpression,
  usage: Usage,
  k: Continue<Term>,
): Step | undefined {
  if (!name.startsWith("__sync_") && !name.startsWith("__atomic_")) return undefined;
  if (FENCE.test(name)) return () => k(integer(0));
  const pointer = e.arguments[0];
  const target = pointer?.type.kind === "pointer" ? pointer.type.target : undefined;
  if (target === undefined || !isScalarType(target) || target.kind === "floating") return undefined;
  const transform = transformOf(f, name, target);
  if (transform === undefined) return undefined;
  return values(f, e.arguments, "right-to-left", (terms) => {
    const place: Lvalue = { kind: "memory", address: terms[0] as Term, type: target, field: undefined };
    const old = read(f, place, e, undefined);
    const rest = terms.slice(1).map((term, i) => {
      const from = f.machine((e.arguments[i + 1] as CallExpression).type);
      return convertTerm(term, from, f.machine(target), plain(e), f.check);
    });
    const { after, result } = transform(old, rest);
    if (after !== undefined) write(f, place, after, e);
    const boolean = name.startsWith("__sync_bool");
    const from = boolean ? f.machine({ kind: "integer", rank: "int", signed: true }) : f.machine(target);
    if (usage === "unused" || e.type.kind === "void") return () => k(integer(0));
    return () => k(convertTerm(result, from, f.machine(e.type), plain(e), f.check));
  });
}

function transformOf(f: Lowering, name: string, type: CType): Transform | undefined {
  const update = UPDATE.exec(name);
  if (update !== null) {
    const operator = (update[1] ?? update[2]) as string;
    return (old, [operand]) => {
      const after = updated(f, operator, old, operand ?? integer(0), type);
      return { after, result: update[1] === undefined ? after : old };
    };
  }
  switch (name) {
    case "__atomic_load_n":
      return (old) => ({ result: old });
    case "__atomic_store_n":
      return (old, [operand]) => ({ after: operand ?? old, result: old });
    case "__atomic_exchange_n":
    case "__sync_lock_test_and_set":
      return (old, [operand]) => ({ after: operand ?? old, result: old });
    case "__sync_lock_release":
      return (old) => ({ after: integer(0), result: old });
    case "__sync_bool_compare_and_swap":
    case "__sync_val_compare_and_swap":
      return (old, [expected, wanted]) => {
        const same = compareTerms("==", old, expected ?? old, f.machine(type));
        const after = ite(same, wanted ?? old, old);
        return { after, result: name.startsWith("__sync_bool") ? truthValue(same) : old };
      };
    default:
      return undefined;
  }
}

const BITS: Readonly<Record<string, BinaryOperator>> = { or: "|", xor: "^", and: "&" };

function updated(f: Lowering, operator: string, old: Term, operand: Term, type: CType): Term {
  const machine = f.machine(type);
  if (machine.kind === "float") throw new Error("an atomic update should be of an integer");
  const range = { start: 0, end: 0 };
  switch (operator) {
    case "add":
      return wrapInto(exact("+", old, operand), machine, "conversion");
    case "sub":
      return wrapInto(exact("-", old, operand), machine, "conversion");
    case "nand": {
      const both = binaryOperation("&", old, operand, machine, range, f.check);
      return wrapInto(subtract(negate(both), integer(1)), machine, "conversion");
    }
    default:
      return binaryOperation(BITS[operator] as BinaryOperator, old, operand, machine, range, f.check);
  }
}
