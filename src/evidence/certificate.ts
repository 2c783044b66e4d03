/**
 * The certificate checker: is this map from locations to disjunctions of labels an inductive invariant that excludes
 * every error? Three questions, asked for every label and every edge that leaves its location:
 *   initiation    the entry has a label that every initial state satisfies;
 *   consecution   what an edge makes of a label lies in some label of the edge's target;
 *   safety        no edge leads from a label into an error or into code that the model does not cover.
 * The checker trusts nothing but the model: not which labels are reachable, not which edges are feasible. It imports no
 * engine and no domain. Labels are values here; those that are formulas are the affair of `block-check.ts`.
 */

import type { Variable } from "../logic/term.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import type { Budget } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import type { Certificate, KnownValue, Label } from "./claim.ts";
import { learn } from "./implied-values.ts";
import { evaluateTerm, type Facts, Knowledge, type Known } from "./partial-evaluate.ts";

export type CertificateCheck =
  | { readonly kind: "proved"; readonly labels: number; readonly obligations: number }
  | { readonly kind: "refuted"; readonly reason: string; readonly location: ModelLocation };

export function checkCertificate(model: Model, certificate: Certificate, budget: Budget): CertificateCheck {
  const targets = new LabelIndex(certificate);
  let labels = 0;
  let obligations = 0;
  if (!targets.covers(model.entry, new Knowledge(NO_FACTS))) {
    return { kind: "refuted", reason: "no label of the entry contains every initial state", location: model.entry };
  }
  // Which locations have labels is found out here, by following the obligations: a list that left one out would leave
  // its obligations unchecked.
  const pending = [model.entry];
  const seen = new Set(pending);
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    for (const label of certificate.labelsAt(location)) {
      labels += 1;
      const facts = label.kind === "values" ? targets.factsOf(location, label.values) : NO_FACTS;
      for (const edge of model.edgesFrom(location)) {
        budget.tick(1 + edge.ops.length);
        obligations += 1;
        const failure = obligation(label, facts, edge, targets);
        if (failure !== undefined) return { kind: "refuted", reason: failure, location };
        if (seen.has(edge.target)) continue;
        seen.add(edge.target);
        pending.push(edge.target);
      }
    }
  }
  return { kind: "proved", labels, obligations };
}

function obligation(label: Label, facts: Facts, edge: ModelEdge, targets: LabelIndex): string | undefined {
  if (edge.target.kind === "end") return undefined;
  if (label.kind === "formula") return "a label that is a formula needs a solver";
  const state = new Knowledge(facts);
  for (const op of edge.ops) if (!execute(op, state)) return undefined;
  if (edge.target.kind !== "ordinary") return `a label reaches ${edge.target.reason ?? edge.target.kind}`;
  return targets.covers(edge.target, state) ? undefined : "the post of a label is in no label of the target";
}

/** The states that labels of values stand for, followed along edges. */
export class ValueStates {
  readonly #labels: LabelIndex;

  constructor(certificate: Certificate) {
    this.#labels = new LabelIndex(certificate);
  }

  /** Whether the certificate says what it says in values, at every location. */
  static covers(certificate: Certificate): boolean {
    if (certificate.granularity === "cut-points") return false;
    for (const location of certificate.locations)
      for (const label of certificate.labelsAt(location)) return label.kind === "values";
    return true;
  }

  /** Shows each operation that a state of the label comes to, and what is known before it. */
  follow(location: ModelLocation, label: Label, edge: ModelEdge, show: (op: ModelOp, state: Knowledge) => void): void {
    if (label.kind !== "values") return;
    const state = new Knowledge(this.#labels.factsOf(location, label.values));
    for (const op of edge.ops) {
      show(op, state);
      if (!execute(op, state)) return;
    }
  }
}

/** What holds after the operation; false if it cannot be executed. */
function execute(op: ModelOp, state: Knowledge): boolean {
  switch (op.kind) {
    case "assume":
      return learn(op.condition, true, state);
    case "havoc":
      if (op.target.type.kind === "array") state.setArray(op.target, new Map());
      else state.setScalar(op.target, undefined);
      return true;
    case "assign":
      if (op.target.type.kind === "array") assignArray(op, state);
      else state.setScalar(op.target, evaluateTerm(op.value, state));
      return true;
  }
}

function assignArray(op: Extract<ModelOp, { kind: "assign" }>, state: Knowledge): void {
  const writes: { at: Int | undefined; value: Known | undefined }[] = [];
  let base = op.value;
  for (; base.kind === "store"; base = base.array) {
    writes.push({ at: evaluateTerm(base.index, state), value: evaluateTerm(base.value, state) });
  }
  const elements = new Map(base.kind === "variable" ? state.array(base.variable) : []);
  for (const { at, value } of writes.reverse()) {
    // Sound: a write to an unknown place may have changed any element.
    if (at === undefined) elements.clear();
    else if (value === undefined) elements.delete(at);
    else elements.set(at, value);
  }
  state.setArray(op.target, elements);
}

const NO_FACTS: Facts = { scalars: new Map(), arrays: new Map() };

const NO_ARRAYS: Facts["arrays"] = new Map();

function arraysOf(values: readonly KnownValue[]): Facts["arrays"] {
  if (values.every(({ index }) => index === undefined)) return NO_ARRAYS;
  const arrays = new Map<Variable, Map<Int, Known>>();
  for (const { variable, index, value } of values) {
    if (index === undefined) continue;
    const elements = arrays.get(variable);
    if (elements === undefined) arrays.set(variable, new Map([[index, value]]));
    else elements.set(index, value);
  }
  return arrays;
}

/**
 * Labels by location, indexed by the set of slots they speak about: a state lies in a value label exactly when it has
 * the label's values at those slots. Nearly always the label that contains a state speaks about all that the state
 * knows of the location's slots, so that one is looked up first.
 */
class LabelIndex {
  readonly #certificate: Certificate;
  readonly #entries = new Map<ModelLocation, LocationLabels>();

  constructor(certificate: Certificate) {
    this.#certificate = certificate;
  }

  covers(location: ModelLocation, state: Knowledge): boolean {
    const { slots, shapes } = this.#entryOf(location);
    const own = describe(slots, (slot) => valueAt(slot, state));
    if (shapes.get(own.name)?.keys.has(own.key) === true) return true;
    for (const shape of shapes.values()) {
      const key = keyOf(shape.slots, state);
      if (key !== undefined && shape.keys.has(key)) return true;
    }
    return false;
  }

  /** What a label of the location says. The answer is good until the next question about the same location. */
  factsOf(location: ModelLocation, values: readonly KnownValue[]): Facts {
    return factsOf(this.#entryOf(location), values);
  }

  #entryOf(location: ModelLocation): LocationLabels {
    let entry = this.#entries.get(location);
    if (entry === undefined) {
      const slots = slotsOf(this.#certificate.labelsAt(location));
      const scalars = slots.filter(({ index }) => index === undefined).map(({ variable }) => variable);
      const positions = new Map(scalars.map((variable, position) => [variable, position]));
      entry = { slots, positions, values: [], shapes: new Map() };
      for (const label of this.#certificate.labelsAt(location))
        if (label.kind === "values") addLabel(entry, label.values);
      this.#entries.set(location, entry);
    }
    return entry;
  }
}

interface LocationLabels {
  /** Every slot that some label of the location speaks about. */
  readonly slots: readonly Slot[];
  /** Where a scalar's value stands in `values`, which is filled anew for every label: a map each would be slow. */
  readonly positions: ReadonlyMap<Variable, number>;
  readonly values: (Known | undefined)[];
  readonly shapes: Map<string, Shape>;
}

function factsOf({ positions, values }: LocationLabels, label: readonly KnownValue[]): Facts {
  for (let i = 0; i < positions.size; i += 1) values[i] = undefined;
  for (const { variable, index, value } of label)
    if (index === undefined) values[positions.get(variable) as number] = value;
  const get = (variable: Variable): Known | undefined => {
    const position = positions.get(variable);
    return position === undefined ? undefined : values[position];
  };
  return { scalars: { get }, arrays: arraysOf(label) };
}

interface Shape {
  readonly slots: readonly Slot[];
  readonly keys: Set<string>;
}

interface Slot {
  readonly variable: Variable;
  readonly index: Int | undefined;
}

function slotsOf(labels: Iterable<Label>): Slot[] {
  const slots = new Map<Variable, Map<Int | undefined, Slot>>();
  for (const label of labels) {
    if (label.kind !== "values") continue;
    for (const { variable, index } of label.values) {
      const known = slots.get(variable);
      if (known === undefined) slots.set(variable, new Map([[index, { variable, index }]]));
      else if (!known.has(index)) known.set(index, { variable, index });
    }
  }
  return [...slots.values()].flatMap((of) => [...of.values()]);
}

function addLabel(entry: LocationLabels, values: readonly KnownValue[]): void {
  const state = new Knowledge(factsOf(entry, values));
  const { name, key } = describe(entry.slots, (slot) => valueAt(slot, state));
  const shape = memoised(entry.shapes, name, () => ({
    slots: entry.slots.filter((slot) => valueAt(slot, state) !== undefined),
    keys: new Set<string>(),
  }));
  shape.keys.add(key);
}

/** Which of the slots are known (`name`) and their values (`key`). */
function describe(slots: readonly Slot[], value: (slot: Slot) => Known | undefined): { name: string; key: string } {
  let name = "";
  let key = "";
  for (const slot of slots) {
    const known = value(slot);
    name += known === undefined ? "-" : "+";
    if (known !== undefined) key += textOf(known);
  }
  return { name, key };
}

function keyOf(slots: readonly Slot[], state: Knowledge): string | undefined {
  let key = "";
  for (const slot of slots) {
    const known = valueAt(slot, state);
    if (known === undefined) return undefined;
    key += textOf(known);
  }
  return key;
}

function textOf(known: Known): string {
  return Object.is(known, -0) ? "-0," : `${known},`;
}

function valueAt(slot: Slot, state: Knowledge): Known | undefined {
  return slot.index === undefined ? state.scalar(slot.variable) : state.array(slot.variable).get(slot.index);
}
