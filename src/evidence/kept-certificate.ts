/**
 * Certificates as plain data, and back. A location is told by when a walk through the model comes to it, which is the same whenever
 * the program is read; its number depends on who explored the model. Labels are those that the checker may ask for: of locations that can
 * be reached through others with labels.
 *
 * Sound whatever is read: a certificate that was kept is a claim like any other, and is proved before it counts.
 */
import { variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import type { Contracts, Model, ModelLocation, ProcedureInterface } from "../model/model.ts";
import { memoised } from "../util/memo.ts";
import type { Certificate, KnownValue, Label } from "./claim.ts";
import { floatFrom, integerFrom, listOf, NotKept, type Plain, plainNumber, should } from "./kept-plain.ts";
import { finderIn, TermReader, TermWriter } from "./kept-terms.ts";

// Beyond this an entry is larger than what reading it saves.
const MOST_LOCATIONS = 50_000;
const MOST_LABELS = 100_000;

/** @throws NotKept */
export function plainCertificate(model: Model, certificate: Certificate): Plain {
  const { granularity, contracts: proof, unrolling, induction, splitting } = certificate;
  if (splitting !== undefined) throw new NotKept("its cases are as soon found again as read");
  const procedures = model.procedures?.();
  if (proof !== undefined && procedures === undefined) throw new NotKept("it has contracts of no procedures");
  const labelled = proof === undefined ? model : (procedures as NonNullable<typeof procedures>).whole(proof.contracts);
  const terms = new TermWriter();
  const contracts = [...(proof?.contracts ?? [])].map(([name, { requires, ensures }]): Plain => {
    const own = proof?.procedures.get(name);
    const seen = procedures?.procedure(name, proof?.contracts as Contracts);
    if (own === undefined || seen === undefined) throw new NotKept(`there is no proof of the contract of ${name}`);
    return [name, terms.write(requires), terms.write(ensures), plainCertificate(seen, own)];
  });
  const labels = unrolling === undefined ? plainLabels(labelled, certificate, terms) : {};
  return {
    granularity: granularity ?? "every-location",
    ...(proof === undefined ? {} : { contracts }),
    ...(unrolling === undefined ? {} : { places: plainPlaces(labelled, unrolling.places) }),
    ...(induction === undefined ? {} : { k: induction.k }),
    ...labels,
    nodes: terms.nodes,
  };
}

function plainLabels(model: Model, certificate: Certificate, terms: TermWriter): Readonly<Record<string, Plain>> {
  let count = 0;
  const labels: Plain[] = [];
  const walked = walk(model, (location, at) => {
    const here: Plain[] = [];
    for (const label of hasLabels(location, model, certificate) ? certificate.labelsAt(location) : []) {
      if (++count > MOST_LABELS) throw new NotKept("it has too many labels");
      here.push(plainLabel(label, terms));
    }
    if (here.length > 0) labels.push([at, here]);
    return here.length > 0 || !mustHaveLabels(location, model, certificate);
  });
  const order = new Map([...walked].map((location, at) => [location, at]));
  return { labels, locations: certificate.locations.flatMap((location) => order.get(location) ?? []) };
}

type Granular = Pick<Certificate, "granularity">;

function hasLabels(location: ModelLocation, { entry }: Model, { granularity }: Granular): boolean {
  return granularity !== "cut-points" || location.cutPoint || location === entry;
}

/** Without labels it is claimed unreachable, so that nothing behind it is asked about. */
function mustHaveLabels(location: ModelLocation, { entry }: Model, { granularity }: Granular): boolean {
  return location !== entry && (granularity !== "cut-points" || location.cutPoint);
}

function plainLabel(label: Label, terms: TermWriter): Plain {
  if (label.kind === "formula") return terms.write(label.formula);
  return label.values.map(({ variable: of, index, value }) => [
    terms.write(variable(of)),
    index === undefined ? null : plainNumber(index),
    plainNumber(value),
  ]);
}

/** The ordinary locations that can be reached, in order, on through those of which `goesOn` holds. */
function walk(model: Model, goesOn: (location: ModelLocation, at: number) => boolean): ReadonlySet<ModelLocation> {
  const reached = new Set([model.entry]);
  let at = 0;
  for (const location of reached) {
    if (reached.size > MOST_LOCATIONS) throw new NotKept("it has too many locations");
    if (goesOn(location, at++))
      for (const { target } of model.edgesFrom(location)) if (target.kind === "ordinary") reached.add(target);
  }
  return reached;
}

/**
 * Places of an unrolling are named by the numbers of locations (`Place.name`). The walk goes no further than they do: where recursion is
 * followed step by step, it would have no end.
 */
function plainPlaces(model: Model, places: ReadonlySet<string>): Plain {
  const followed = new Set([...places].map((place) => partsOf(place)[0]?.[0]));
  const goesOn = (location: ModelLocation) => !location.cutPoint || followed.has(String(location.id));
  const walked = new Map([...walk(model, goesOn)].map(({ id }, at) => [String(id), at]));
  const walkedTo = (id: string): number => {
    const at = walked.get(id);
    if (at === undefined) throw new NotKept("it has a place that a walk does not come to");
    return at;
  };
  return [...places].map((place) => partsOf(place).map(([id, count]) => [walkedTo(id), count ?? null]));
}

function placesFrom(model: Model, data: Plain | undefined): ReadonlySet<string> {
  const followed = new Set(listOf(data).map((place) => listOf(listOf(place)[0])[0]));
  const walked = [...walk(model, (location, at) => !location.cutPoint || followed.has(at))];
  const placed = (place: Plain) => {
    const [first, ...rounds] = listOf(place).map((part) => {
      const [at, count] = listOf(part);
      const id = walked[at as number]?.id;
      should(id !== undefined, "a location of the walk");
      return count === null ? String(id) : `${id}:${count}`;
    });
    return `${first} ${rounds.join(" ")}`;
  };
  return new Set(listOf(data).map(placed));
}

function partsOf(place: string): readonly (readonly [id: string, count?: string])[] {
  const words = place.split(" ").filter((word) => word !== "");
  return words.map((word) => word.split(":") as [string, string?]);
}

/** @throws where it is not one of the model; what is behind it is read when the checker asks for it. */
export function certificateFrom(model: Model, data: Plain | undefined): Certificate {
  const kept = data as Readonly<Record<string, Plain>>;
  const { granularity, contracts, places, k } = kept;
  should(granularity === "every-location" || granularity === "cut-points", "a granularity");
  const procedures = contracts === undefined ? undefined : model.procedures?.();
  should(contracts === undefined || procedures !== undefined, "about a program with procedures");
  let labelled: Model = model;
  const interfaces = [...(procedures?.interfaces.values() ?? [])].flatMap(variablesIn);
  const find = finderIn(() => [...new Set([...model.variables, ...labelled.variables, ...interfaces])]);
  const terms = new TermReader(listOf(kept["nodes"]), find);
  const own = listOf(contracts ?? []).map((one) => listOf(one));
  const agreed: Contracts = new Map(
    own.map(([name, requires, ensures]) => [
      String(name),
      { requires: terms.formula(requires), ensures: terms.formula(ensures) },
    ]),
  );
  if (procedures !== undefined) labelled = procedures.whole(agreed);
  const proofs = own.map(([name, , , proof]): [string, Certificate] => {
    should(procedures?.interfaces.has(String(name)) === true, "about a procedure of the program");
    return [String(name), certificateFrom(procedures.procedure(String(name), agreed), proof)];
  });
  should(k === undefined || (Number.isInteger(k) && Number(k) >= 0), "a number of blocks");
  return {
    granularity,
    ...(procedures === undefined ? {} : { contracts: { contracts: agreed, procedures: new Map(proofs) } }),
    ...(places === undefined ? {} : { unrolling: { places: placesFrom(labelled, places) } }),
    ...(k === undefined ? {} : { induction: { k: Number(k) } }),
    ...(places === undefined
      ? labelsFrom(kept, terms, labelled, { granularity })
      : { locations: [], labelsAt: () => [] }),
  };
}

function labelsFrom(
  data: Readonly<Record<string, Plain>>,
  terms: TermReader,
  model: Model,
  granular: Granular,
): Pick<Certificate, "locations" | "labelsAt"> {
  const kept = new Map(listOf(data["labels"]).map((one) => [listOf(one)[0] as number, listOf(listOf(one)[1])]));
  const places = new Map<ModelLocation, readonly Plain[]>();
  const walked = [
    ...walk(model, (location, at) => {
      const labels = kept.get(at);
      if (labels !== undefined) places.set(location, labels);
      return labels !== undefined || !mustHaveLabels(location, model, granular);
    }),
  ];
  const read = new Map<ModelLocation, readonly Label[]>();
  return {
    locations: listOf(data["locations"]).flatMap((at) => walked[at as number] ?? []),
    labelsAt: (location) =>
      memoised(read, location, () => (places.get(location) ?? []).map((label) => labelFrom(label, terms))),
  };
}

function labelFrom(data: Plain, terms: TermReader): Label {
  if (typeof data === "number") return { kind: "formula", formula: terms.formula(data) };
  const values = listOf(data).map((one): KnownValue => {
    const [at, index, value] = listOf(one);
    const of = terms.variable(at);
    should((of.type.kind === "array") === (index !== null), "an element of an array, or what is none");
    const type = of.type.kind === "array" ? of.type.element : of.type;
    const known = { variable: of, value: isIntegral(type) ? integerFrom(value) : floatFrom(value, type) };
    return index === null ? known : { ...known, index: integerFrom(index) };
  });
  return { kind: "values", values };
}

function variablesIn({ parameters, passed, result, written, old }: ProcedureInterface) {
  return [...parameters, ...passed, ...(result === undefined ? [] : [result]), ...written, ...old.values()];
}
