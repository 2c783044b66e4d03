/**
 * Where the order of evaluation matters: sites at which C leaves it open (the lowering notes them) and a call in one operand
 * touches what another operand touches, or may end the program where the other may violate the property.
 */
import type { OrderOperand, OrderSite, Program } from "../../cfa/cfa.ts";
import type { PointsTo } from "../pointers/points-to.ts";
import type { Property } from "../properties.ts";
import { EffectAnalysis, type Effects, noEffects } from "./effects.ts";

interface OperandEffects {
  /** Done by the expression itself: what C leaves unsequenced there is undefined, not in some order. */
  readonly own: Effects;
  readonly called: Effects;
}

// A sum of thousands of calls would make thousands of nested sites, each with all operations of those inside.
const MOST_OPERATIONS = 500;

export function interferingSites(
  program: Program,
  pointsTo: PointsTo,
  properties: readonly Property[],
): readonly OrderSite[] {
  if (program.orders.length === 0) return [];
  const analysis = new EffectAnalysis(program, pointsTo, properties);
  return program.orders.filter((site) => interferes(analysis, site));
}

function interferes(analysis: EffectAnalysis, site: OrderSite): boolean {
  const size = site.operands.reduce(
    (sum, { pieces }) => sum + pieces.reduce((all, { from, to }) => all + to - from, 0),
    0,
  );
  if (size > MOST_OPERATIONS) return true;
  const operands = site.operands.map((operand) => effectsOf(analysis, site, operand));
  return operands.some((one, i) => operands.slice(i + 1).some((other) => collide(one, other)));
}

function effectsOf(analysis: EffectAnalysis, site: OrderSite, operand: OrderOperand): OperandEffects {
  const own = noEffects();
  const called = noEffects();
  for (const op of operand.pieces.flatMap(({ from, to }) => site.operations.slice(from, to))) {
    const edge = analysis.edgeOf(op);
    if (edge === undefined) continue;
    analysis.addOwn(own, edge);
    if (op.kind === "call") analysis.addCalled(called, edge);
  }
  if (operand.value !== undefined) analysis.addTerm(own, operand.value);
  return { own, called };
}

function collide(a: OperandEffects, b: OperandEffects): boolean {
  return changes(a, b) || changes(b, a) || endsBefore(a, b) || endsBefore(b, a);
}

/** Whether a call in one operand changes what the other one touches, or reads what the other one changes. */
function changes({ called }: OperandEffects, other: OperandEffects): boolean {
  return (
    called.writes.meets(other.own.reads) ||
    called.writes.meets(other.own.writes) ||
    called.writes.meets(other.called.reads) ||
    called.writes.meets(other.called.writes) ||
    called.reads.meets(other.own.writes)
  );
}

function endsBefore(one: OperandEffects, other: OperandEffects): boolean {
  return (one.own.ends || one.called.ends) && (other.own.violates || other.called.violates);
}
