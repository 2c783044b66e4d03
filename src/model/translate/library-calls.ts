/** Calls of functions the program does not define: what each kind of library function does to the model's variables. */
import type { EdgeOf, FunctionGraph } from "../../cfa/cfa.ts";
import { libraryMeaning } from "../../cfa/library-names.ts";
import { isLibraryFunction, keepsErrno, plainName, resultRange } from "../../cfa/library-results.ts";
import { targetOf } from "../../cfa/op-terms.ts";
import {
  add,
  and,
  divide,
  eq,
  FALSE,
  type Formula,
  float,
  floatComparison,
  integer,
  ite,
  le,
  lt,
  multiply,
  ne,
  negate,
  not,
  or,
  store,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { intType, isIntegral, type ScalarType } from "../../logic/types.ts";
import { writableFrom } from "../assumptions/externals.ts";
import { allocates, followsLifetimes, libraryEffect } from "../library/library.ts";
import { libraryMemory } from "../library/library-memory.ts";
import { type FormatFunction, shownBy, writesShown } from "../library/shown-arguments.ts";
import { GAP, roundUp } from "../memory/layout.ts";
import { constantByte, placesOf } from "../memory/written-cells.ts";
import type { ModelOp } from "../model.ts";
import { constantBytes, sizeArguments } from "../pointers/points-to.ts";
import type { Region } from "../pointers/regions.ts";
import { sitesOf } from "../property.ts";
import type { Accesses } from "./access.ts";
import { type EdgeArithmetic, truthOf } from "./arithmetic.ts";
import { BYTE } from "./byte-values.ts";
import type { Leaks } from "./leaks.ts";
import { answerAboutMemory, renewObject } from "./memory-questions.ts";
import {
  type Alternative,
  always,
  assign,
  assume,
  GOTO,
  havoc,
  input,
  type Next,
  unmodelled,
  violation as violationAt,
} from "./outcome.ts";
import type { Length, Runs } from "./runs.ts";
import type { Translation } from "./translation.ts";
import { sameAsBefore } from "./uninterpreted.ts";
import type { Validity } from "./validity.ts";

type CallEdge = EdgeOf<"call">;

/** Of the input that says whether there is memory. */
const CHOICE = intType(32, "signed");

/** What the macro `assert` calls, in the libraries that there are. */
const ASSERTION = /^__assert/;

// What processors with wide pointers let a program have are 57 bits of address at most, the half of it for the system. With narrow ones
// it may have all, but null, and the zero counts to no length.
const LONGEST_TEXT = { 4: 2 ** 32 - 2, 8: 2n ** 56n } as const;

const ALLOCATIONS_FIT = "heap memory is not exhausted";

const OPENS = /^(?:fopen(?:64)?|fdopen|freopen|tmpfile|popen|opendir)$/;
const CLOSES = /^(?:fclose|pclose|freopen|closedir)$/;

export class LibraryCalls {
  readonly #t: Translation;
  readonly #accesses: Accesses;
  readonly #runs: Runs;
  readonly #validity: Validity;
  readonly #leaks: Leaks;

  constructor(translation: Translation, accesses: Accesses, runs: Runs, validity: Validity, leaks: Leaks) {
    this.#leaks = leaks;
    this.#t = translation;
    this.#accesses = accesses;
    this.#runs = runs;
    this.#validity = validity;
  }

  /** `name` is undefined for a function pointer that may point outside the program. */
  call(edge: CallEdge, name: string | undefined, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const checked = this.#t.options.properties.includes("unreach-call");
    const unfollowed = this.#unfollowed(edge, name, checked, arithmetic);
    const alternatives = [...unfollowed, ...this.#alternatives(edge, name, arithmetic)];
    const errno = name === undefined ? [] : this.#errno(edge, name);
    if (errno.length === 0) return alternatives;
    return alternatives.map((one) => (one.next.kind === "goto" ? { ...one, ops: [...one.ops, ...errno] } : one));
  }

  #alternatives(edge: CallEdge, name: string | undefined, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const given = edge.op.arguments;
    const effect = name === undefined ? { kind: "unknown" as const } : libraryEffect(name);
    const checked = this.#t.options.properties.includes("unreach-call");
    const truth = given[0] === undefined ? FALSE : truthOf(arithmetic.term(given[0]));
    const isKnown = effect.kind !== "unknown" || (name !== undefined && libraryMemory(name) !== undefined);
    if (!isKnown && given.length > 0 && this.#t.options.properties.includes("valid-deref"))
      this.#t.notes.assumeThat("undefined functions are given valid memory", edge.range);
    this.#assumeOfStreams(edge, name);
    const violation: Next = checked ? violationAt("unreach-call", `call of ${name}`, edge, "exact") : unchecked(name);
    // Sound: where nothing is asked, a check that fails lets the program go on; it should not act as an assumption.
    if (this.#t.options.properties.length === 0 && (effect.kind === "error" || effect.kind === "error-if-zero"))
      return [always(this.#unknownResult(edge, arithmetic))];
    switch (effect.kind) {
      case "error":
        return [{ condition: undefined, ops: [], next: violation }];
      case "error-if-zero":
        return [
          { condition: not(truth), ops: [], next: violation },
          { condition: truth, ops: this.#unknownResult(edge, arithmetic), next: GOTO },
        ];
      case "assume":
        return [always([assume(truth, edge), ...this.#unknownResult(edge, arithmetic)])];
      case "end":
        return [...this.#leftAt(edge, arithmetic), { condition: undefined, ops: [], next: { kind: "end" } }];
      case "unsupported":
        return [unmodelled(`${name} is not supported`)];
      case "nondet":
        return [
          always([
            ...this.#receiveReachable(edge, name),
            ...this.#inputResult(edge, arithmetic),
            ...sameAsBefore(this.#t, edge, name, arithmetic),
          ]),
        ];
      case "allocate":
        return this.#allocate(edge, name ?? "", arithmetic);
      case "free":
        return [always(given[0] === undefined ? [] : this.#free(edge, given[0], arithmetic))];
      case "no-op":
        return [always(this.#unknownResult(edge, arithmetic))];
      case "copy":
        return this.#copy(edge, name ?? "", arithmetic);
      case "fill":
        return this.#fill(edge, arithmetic);
      case "writes":
        return [always(this.#writes(edge, name ?? "", effect.arguments, arithmetic))];
      case "format":
        return [always(this.#format(edge, name ?? "", effect, arithmetic))];
      case "keeps": {
        this.#t.notes.record(`library function ${name}`, edge.range);
        const kept = this.#t.pointsTo.escaped().flatMap((region) => this.#accesses.forget(region, edge));
        return [always([...kept, ...this.#unknownResult(edge, arithmetic)])];
      }
      case "buffer":
        if (given[1] !== undefined && constantBytes(given[1]) !== 0)
          return [unmodelled(`${name} with a buffer of the program is not supported`)];
        return [always(this.#unknownResult(edge, arithmetic))];
      case "asks":
        return [always(answerAboutMemory(this.#t, this.#validity, effect.about, edge, arithmetic))];
      case "renews":
        return [always(renewObject(this.#t, this.#accesses, edge))];
      case "unknown":
        return [...this.#callsBack(name), always(this.#unknown(edge, name, arithmetic))];
    }
  }

  #unknownResult(edge: CallEdge, arithmetic: EdgeArithmetic): ModelOp[] {
    if (edge.op.target === undefined) return [];
    const target = arithmetic.variable(edge.op.target);
    return [havoc(target, edge), ...resultWithin(edge, target), ...this.#lengthWithin(edge, target)];
  }

  /** A text is no longer than memory is, wherever it stands: one more for its zero does not wrap. */
  #lengthWithin(edge: CallEdge, target: Variable): ModelOp[] {
    const name = edge.op.callee.kind === "direct" ? plainName(edge.op.callee.name) : "";
    if (name !== "strlen" || !isIntegral(target.type)) return [];
    return [within(le(variable(target), integer(LONGEST_TEXT[this.#t.program.pointerBytes])), edge)];
  }

  /** A library function may set `errno` to the number of an error; none sets it to zero. */
  #errno(edge: CallEdge, name: string): ModelOp[] {
    if (this.#t.program.errno.length === 0 || !isLibraryFunction(name) || keepsErrno(name)) return [];
    const ops: ModelOp[] = [];
    for (const place of this.#t.program.errno) {
      const cells = "align" in place ? this.#t.memory.cellsIn(this.#t.pointsTo.regionOf(place)) : [];
      const held = "align" in place ? cells.map((cell) => cell.variable) : [this.#t.variables.of(place, 0)];
      for (const own of held) {
        if (own === undefined) continue;
        const type = own.type;
        if (type.kind !== "int" && type.kind !== "integer") {
          ops.push(havoc(own, edge));
          continue;
        }
        const set = this.#t.variables.scratch(type);
        const same = eq(variable(set), variable(own));
        ops.push(havoc(set, edge), within(or([same, le(integer(1), variable(set))]), edge));
        ops.push(assign(own, variable(set), edge));
      }
    }
    if (ops.length > 0) this.#t.notes.record("errno after a library function", edge.range);
    return ops;
  }

  #format(edge: CallEdge, name: string, effect: FormatFunction, arithmetic: EdgeArithmetic): ModelOp[] {
    const given = edge.op.arguments;
    const regions = new Set<Region>();
    const written = effect.written === undefined ? undefined : given[effect.written];
    const through = writesShown(effect, given) ? shownBy(effect, edge) : [];
    for (const pointer of written === undefined ? through : [written, ...through])
      for (const { region } of this.#t.pointsTo.targetsOf(pointer)) regions.add(region);
    if (effect.shown === "list" && writesShown(effect, given))
      for (const region of this.#t.pointsTo.variadicTargets()) regions.add(region);
    const ops = [...regions].flatMap((region) => this.#accesses.forget(region, edge));
    if (ops.length > 0) this.#t.notes.record(`library function ${name}`, edge.range);
    return [...ops, ...this.#unknownResult(edge, arithmetic)];
  }

  #inputResult(edge: CallEdge, arithmetic: EdgeArithmetic): ModelOp[] {
    if (edge.op.target === undefined) return [];
    const target = arithmetic.variable(edge.op.target);
    const ops: ModelOp[] = [input(target, edge)];
    const declared = edge.op.target.type;
    const unsigned = declared.kind === "pointer" || (declared.kind === "int" && !declared.signed);
    // Unbounded integers: an unsigned input is still not negative, and a Boolean one is 0 or 1.
    if (target.type.kind === "integer" && unsigned) ops.push(assume(le(integer(0), variable(target)), edge));
    if (target.type.kind === "integer" && declared.kind === "int" && declared.bits === 1)
      ops.push(assume(le(variable(target), integer(1)), edge));
    ops.push(...resultWithin(edge, target), ...this.#countWithin(edge, target, arithmetic));
    return ops;
  }

  /** Of what there is room for: what was read is no more than that. */
  #countWithin(edge: CallEdge, target: Variable, arithmetic: EdgeArithmetic): ModelOp[] {
    const { callee, arguments: given } = edge.op;
    const name = callee.kind === "direct" ? plainName(callee.name) : "";
    if (!isIntegral(target.type)) return [];
    const value = variable(target);
    const upTo = (least: number, most: Term) => [within(and([le(integer(least), value), le(value, most)]), edge)];
    if ((name === "read" && given.length === 3) || (name === "fread" && given.length === 4))
      return upTo(name === "read" ? -1 : 0, arithmetic.term(given[2] as Term));
    const format = name === "scanf" ? given[0] : name === "fscanf" ? given[1] : undefined;
    const text = format?.kind === "address" ? format.object.text : undefined;
    if (text === undefined) return [];
    // What is not assigned, or only counted, is no conversion that counts.
    const assigned = text.replace(/%%/g, "").match(/%(?!\*|[^a-zA-Z[]*[hlLqjzt]*n)/g) ?? [];
    return upTo(-1, integer(assigned.length));
  }

  /** Of a stream only whether there is one is followed: not whether it is open still, nor the memory that it has. */
  #assumeOfStreams(edge: CallEdge, name = ""): void {
    const { properties } = this.#t.options;
    if (CLOSES.test(name) && (properties.includes("valid-deref") || properties.includes("valid-free")))
      this.#t.notes.assumeThat("streams are closed once, and not used afterwards", edge.range);
    if (OPENS.test(name) && this.#leaks.asked)
      this.#t.notes.assumeThat("memory of streams is not the program's to free", edge.range);
  }

  #unknown(edge: CallEdge, name: string | undefined, arithmetic: EdgeArithmetic): ModelOp[] {
    this.#t.notes.record(
      name === undefined ? "call of an unknown function" : `undefined function ${name}: returns anything`,
      name === undefined ? edge.range : (this.#t.program.externals.get(name)?.range ?? edge.range),
    );
    if (this.#leaks.asked && edge.op.pointees?.some((pointee) => pointee !== undefined) === true)
      this.#t.notes.assumeThat("undefined functions neither free nor keep memory", edge.range);
    const changed = this.#t.options.externals === "any" ? this.#changeExposed(edge) : [];
    return [...changed, ...this.#receiveReachable(edge, name), ...this.#inputResult(edge, arithmetic)];
  }

  // --- Undefined functions that may do anything ----------------------------------------------------------------------

  /** What other files can name or were given, and what the functions write that they may call. */
  #changeExposed(edge: CallEdge): ModelOp[] {
    const { pointsTo, program } = this.#t;
    const ops = this.#accesses.stray(edge);
    const regions = new Set(pointsTo.exposed.regions);
    for (const graph of pointsTo.exposed.functions) {
      for (const { op } of graph.edges) {
        const target = targetOf(op);
        if (target?.role === "global") ops.push(havoc(this.#t.variables.of(target, 0), edge));
        const written = op.kind === "store" || op.kind === "zero" ? [op.address] : op.kind === "copy" ? [op.to] : [];
        const isLibrary = op.kind === "call" && !(op.callee.kind === "direct" && program.functions.has(op.callee.name));
        for (const address of isLibrary ? op.arguments : written)
          for (const { region } of pointsTo.targetsOf(address)) regions.add(region);
      }
    }
    for (const region of regions)
      if (region.kind !== "external" && region.object?.role !== "function")
        ops.push(...this.#accesses.forget(region, edge));
    return ops;
  }

  /** Sound: where a function that may be called from outside can violate the property, the model does not say when. */
  #callsBack(name: string | undefined): Alternative[] {
    const { pointsTo, program, options } = this.#t;
    const { functions } = pointsTo.exposed;
    if (options.externals !== "any" || functions.length === 0) return [];
    const own = { ...program, functions: new Map(functions.map((graph) => [graph.name, graph])) };
    if (sitesOf(own, options.properties).length === 0 && !functions.some(hasOpaque)) return [];
    return [unmodelled(`${name ?? "a function that is not known"} may call functions of the program`)];
  }

  /** What the non-const pointers of the call reach may be written: inputs, which the interpreter asks for by the way to them. */
  #receiveReachable(edge: CallEdge, name: string | undefined): ModelOp[] {
    const external = name === undefined ? undefined : this.#t.program.externals.get(name);
    if (external?.pure === true) return [];
    const ops: ModelOp[] = [];
    for (const region of writableFrom(edge, this.#t.pointsTo)) {
      if (region.object?.role === "function") continue;
      ops.push(...this.#accesses.receive(region, edge, this.#byteNames(edge, region)));
    }
    return ops;
  }

  /** The names of a region's bytes where an argument points to one place in it. */
  #byteNames(edge: CallEdge, region: Region): ((address: number) => string) | undefined {
    const { base, many } = this.#t.placementOf(region);
    if (many) return undefined;
    for (const [argument, term] of edge.op.arguments.entries()) {
      const [target, ...others] = this.#t.pointsTo.targetsOf(term).filter((one) => one.region === region);
      if (target === undefined || others.length > 0 || target.at.stride !== 0) continue;
      return (address) => `${argument}+${address - base - target.at.offset}`;
    }
    return undefined;
  }

  #writes(edge: CallEdge, name: string, written: readonly number[], arithmetic: EdgeArithmetic): ModelOp[] {
    const exact = this.#exactResult(edge, name, arithmetic);
    if (exact !== undefined) return exact;
    const ops: ModelOp[] = [];
    for (const index of written) {
      const argument = edge.op.arguments[index];
      if (argument === undefined) continue;
      for (const { region } of this.#t.pointsTo.targetsOf(argument)) ops.push(...this.#accesses.forget(region, edge));
    }
    if (edge.op.target !== undefined || ops.length > 0) this.#t.notes.record(`library function ${name}`, edge.range);
    return [...ops, ...this.#unknownResult(edge, arithmetic)];
  }

  #exactResult(edge: CallEdge, name: string, arithmetic: EdgeArithmetic): ModelOp[] | undefined {
    const [first] = edge.op.arguments;
    const target = edge.op.target;
    if (first === undefined || target === undefined || !isIntegral(target.type)) return undefined;
    const operand = arithmetic.term(first);
    const into = arithmetic.variable(target);
    if (name === "__builtin_expect")
      return [assign(into, arithmetic.converted(operand, target.type as ScalarType), edge)];
    if (name !== "abs" && name !== "labs" && name !== "llabs") return undefined;
    const absolute = ite(lt(operand, integer(0)), negate(operand), operand);
    return [assign(into, arithmetic.converted(absolute, target.type as ScalarType), edge)];
  }

  #copy(edge: CallEdge, name: string, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const [to, from, size] = edge.op.arguments;
    if (to === undefined || from === undefined) return [always(this.#unknownResult(edge, arithmetic))];
    const result = this.#resultIs(edge, to, arithmetic);
    return this.#runs
      .copy(edge, to, from, lengthOf(size, arithmetic), placesOf(name), arithmetic)
      .map((one) => ({ ...one, ops: [...one.ops, ...result] }));
  }

  #fill(edge: CallEdge, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const [to, value, size] = edge.op.arguments;
    if (to === undefined || value === undefined) return [always(this.#unknownResult(edge, arithmetic))];
    const result = this.#resultIs(edge, to, arithmetic);
    const byte = { constant: constantByte(value), term: arithmetic.converted(arithmetic.term(value), BYTE) };
    return this.#runs
      .fill(edge, to, byte, lengthOf(size, arithmetic), arithmetic)
      .map((one) => ({ ...one, ops: [...one.ops, ...result] }));
  }

  #resultIs(edge: CallEdge, value: Term, arithmetic: EdgeArithmetic): ModelOp[] {
    if (edge.op.target === undefined) return [];
    return [assign(arithmetic.variable(edge.op.target), arithmetic.term(value), edge)];
  }

  // --- Heap -------------------------------------------------------------------------------------------------------

  #free(edge: CallEdge, pointer: Term, arithmetic: EdgeArithmetic): readonly ModelOp[] {
    const released = this.#validity.release(edge, pointer, arithmetic);
    return [...this.#leaks.freed(edge, this.#objectsAt(pointer, arithmetic)), ...released];
  }

  /** How many objects start at what is freed: one, or none at null. */
  #objectsAt(pointer: Term, arithmetic: EdgeArithmetic): Term {
    const address = arithmetic.term(pointer);
    const { extents } = this.#validity;
    return this.#t.pointsTo.targetsOf(pointer).some(({ region }) => extents.follows(region))
      ? extents.objectsAt(address)
      : ite(eq(address, integer(0)), integer(0), integer(1));
  }

  /** What is wrong where the call ends the program. */
  #leftAt(edge: CallEdge, arithmetic: EdgeArithmetic): readonly Alternative[] {
    if (!this.#leaks.asked) return [];
    if (libraryMeaning(edge.source.function) === "assume") {
      const reason = "whether an assumption that fails ends the program with memory that is not freed";
      return [{ condition: this.#leaks.some, ops: [], next: { kind: "unmodelled", reason } }];
    }
    return this.#leaks.atEnd(edge, arithmetic, "exit").map(({ when, reason, property }) => ({
      condition: when,
      ops: [],
      next: violationAt(property, reason, edge),
    }));
  }

  /** Calls after which the counter of live objects may not be right, and ends that are none of the program's own. */
  #unfollowed(
    edge: CallEdge,
    name: string | undefined,
    checked: boolean,
    arithmetic: EdgeArithmetic,
  ): readonly Alternative[] {
    if (!this.#leaks.asked || name === undefined) return [];
    const { kind } = libraryEffect(name);
    if (kind === "unknown" && allocates(name)) return [unmodelled(`${name} allocates memory that is not followed`)];
    const isError = (kind === "error" || kind === "error-if-zero") && !checked;
    const isEnd = kind === "unknown" && this.#t.program.externals.get(name)?.noreturn === true;
    if (!isError && !isEnd) return [];
    const reason = `whether ${name} ends the program with memory that is not freed`;
    // An assertion that fails ends the program as `abort` does; what variables hold then is not lost.
    const aborts = isError && ASSERTION.test(name);
    const condition = aborts ? this.#leaks.leftBehind(edge, arithmetic) : this.#leaks.some;
    return [{ condition, ops: [], next: { kind: "unmodelled", reason } }];
  }

  #allocate(edge: CallEdge, name: string, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const target = edge.op.target;
    const region = this.#t.pointsTo.heapSites.get(edge);
    const into = target === undefined ? undefined : arithmetic.variable(target);
    const factors = sizeArguments(name, edge.op.arguments).map((factor) => arithmetic.term(factor));
    const size = factors.length === 0 ? integer(0) : factors.reduce(multiply);
    const onStack = name.endsWith("alloca");
    const old = name.startsWith("realloc") ? edge.op.arguments[0] : undefined;
    const before = old === undefined ? undefined : this.#objectsAt(old, arithmetic);
    const ops: ModelOp[] = onStack ? [] : [...this.#leaks.allocated(edge, before)];
    if (old !== undefined) ops.push(...this.#validity.release(edge, old, arithmetic));
    if (into !== undefined && region !== undefined) ops.push(...this.#take(edge, region, name, size, into));
    if (this.#t.options.malloc === "succeeds" || onStack) {
      this.#t.notes.assumeThat("memory allocation succeeds", edge.range);
      return this.#unlessEmptied(edge, name, old, size, arithmetic, [always(ops)]);
    }
    const fails = this.#t.variables.scratch(CHOICE);
    const isChoice = and([le(integer(0), variable(fails)), le(variable(fails), integer(1))]);
    const chosen = (choice: Formula, then: readonly ModelOp[]) =>
      always([input(fails, edge), within(isChoice, edge), assume(choice, edge), ...then]);
    const none = into === undefined ? [] : [assign(into, integer(0), edge)];
    const succeeds = eq(variable(fails), integer(0));
    const both = [chosen(succeeds, ops), chosen(not(succeeds), none)];
    return this.#unlessEmptied(edge, name, old, size, arithmetic, both);
  }

  /** `realloc(p, 0)` frees or not, and returns null or not: C leaves that to the library. */
  #unlessEmptied(
    edge: CallEdge,
    name: string,
    old: Term | undefined,
    size: Term,
    arithmetic: EdgeArithmetic,
    otherwise: readonly Alternative[],
  ): readonly Alternative[] {
    if (old === undefined) return otherwise;
    const emptied = and([ne(arithmetic.term(old), integer(0)), eq(size, integer(0))]);
    if (emptied.kind === "false") return otherwise;
    const reason = `what ${name} does where it is asked for no bytes`;
    return [
      { condition: emptied, ops: [], next: { kind: "unmodelled", reason } },
      ...otherwise.map((one) => ({ ...one, ops: [assume(not(emptied), edge), ...one.ops] })),
    ];
  }

  #take(edge: CallEdge, region: Region, name: string, size: Term, into: Parameters<typeof assign>[0]): ModelOp[] {
    const { base, end, many } = this.#t.placementOf(region);
    const counter = variable(this.#t.variables.counterOf(region));
    const start = many ? counter : integer(base);
    const ops: ModelOp[] = [];
    const room: ModelOp = {
      kind: "assume",
      condition: le(add(start, size), integer(end - GAP)),
      origin: edge,
      assumption: ALLOCATIONS_FIT,
      range: edge.range,
    };
    if (region.size === undefined || many) {
      this.#t.notes.assumeThat(ALLOCATIONS_FIT, edge.range);
      ops.push(room);
    }
    if (name === "calloc") ops.push(...this.#accesses.clear(region, start, region.size, edge));
    else if (!many) ops.push(...this.#accesses.renew(region, base, edge));
    if (name.startsWith("realloc")) this.#t.notes.record("content of reallocated memory", edge.range);
    ops.push(assign(into, start, edge));
    const follows = followsLifetimes(this.#t.program, this.#t.options.properties);
    if (follows && !many)
      ops.push(
        assign(this.#t.variables.sizeOf(region), size, edge),
        assign(this.#t.variables.freedOf(region), integer(0), edge),
      );
    if (follows && many && this.#t.lifetimes.freed(region) === "here") {
      const each = this.#t.variables.freedEachOf(region);
      ops.push(assign(each, store(variable(each), start, integer(0)), edge));
    }
    const { extents } = this.#validity;
    if (extents.follows(region)) ops.push(...extents.allocated(edge, start, size));
    if (many) ops.push(assign(this.#t.variables.counterOf(region), add(counter, pieceFor(size, region.size)), edge));
    // True whatever the size, and said so that domains see it which lose the rounding: a new object is none of the old ones.
    if (many && extents.follows(region)) ops.push(within(le(add(variable(into), integer(GAP)), counter), edge));
    return ops;
  }
}

/** A number of bytes: a constant where it is one. */
function lengthOf(size: Term | undefined, arithmetic: EdgeArithmetic): Length {
  return constantBytes(size) ?? (size === undefined ? 0 : arithmetic.term(size));
}

/** A failed assertion ends a program of C. CBMC's lets it go on, and so does a loop beyond its bound: that is not followed here. */
function unchecked(name: string | undefined): Next {
  if (name?.startsWith("__CPROVER_") !== true) return { kind: "end" };
  return { kind: "unmodelled", reason: `what follows a failed ${name} is not followed: check assertions, too` };
}

/** The size and a gap, rounded up so that every object of the site is aligned. */
function pieceFor(size: Term, constant: number | undefined): Term {
  if (constant !== undefined) return integer(roundUp(constant) + GAP);
  return multiply(integer(16), divide(add(size, integer(15 + GAP)), integer(16)));
}

/** The documented range of what a library function returns. */
function resultWithin(edge: CallEdge, target: Variable): ModelOp[] {
  const name = edge.op.callee.kind === "direct" ? edge.op.callee.name : "";
  const range = resultRange(name);
  if (range === undefined || target.type.kind === "array") return [];
  const value = variable(target);
  const { type } = target;
  if (type.kind === "float")
    return [
      within(
        and([
          floatComparison("fle", float(range.low, type), value),
          floatComparison("flt", value, float(range.high, type)),
        ]),
        edge,
      ),
    ];
  if (type.kind === "real") return [within(and([le(integer(range.low), value), lt(value, integer(range.high))]), edge)];
  return [within(and([le(integer(range.low), value), le(value, integer(range.high))]), edge)];
}

function within(condition: Formula, edge: CallEdge): ModelOp {
  return { kind: "assume", condition, origin: edge, satisfiable: true };
}

function hasOpaque(graph: FunctionGraph): boolean {
  return graph.edges.some(({ op }) => op.kind === "opaque");
}
