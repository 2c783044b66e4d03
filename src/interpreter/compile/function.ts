/**
 * One function graph to the source of one JavaScript function. C locals are JavaScript variables `v<id>`, C calls are
 * JavaScript calls through a holder (so that callees may be compiled at their first call), local objects live at fixed
 * offsets from `fp` in the stack part of memory. Every loop iteration and call takes one step from `T[0]`, every call
 * takes stack weight from `T[1]`; `T[2]` is the stack pointer.
 */
import {
  type Access,
  type Callee,
  type Check,
  type Edge,
  type FunctionGraph,
  kindOf,
  type Location,
  type Op,
  type Signature,
} from "../../cfa/cfa.ts";
import { checkTerm, termsOf } from "../../cfa/op-terms.ts";
import { type Formula, type MemoryObject, type Term, TRUE, type Variable, wrap } from "../../logic/term.ts";
import { highest, lowest, type ScalarType, showType } from "../../logic/types.ts";
import type { TermNode } from "../../logic/visit.ts";
import { toBig } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import { type FrameLayout, layoutFrame, type ProgramLayout } from "../layout.ts";
import { ALLOCATED, FRESH } from "../memory.ts";
import { callKey } from "../values.ts";
import { type KnownAddress, loadCode, storeText } from "./access.ts";
import { type CompileOptions, failureOf } from "./checks.ts";
import { type Code, constantOf, convert, representationOf, valueOfType, within, zeroOf } from "./code.ts";
import { deadHavocs } from "./liveness.ts";
import { forEachShared, sharedTerms } from "./sharing.ts";
import { type Arm, emitFlow } from "./structure.ts";
import { TermCompiler } from "./terms.ts";

/** What a function's text needs from the machine; tables give small numbers to objects named in the text. */
export interface CompileContext {
  readonly options: CompileOptions;
  readonly layout: ProgramLayout;
  /** Global objects whose bytes need not be initialised: undefined ones, and what undefined functions may write. */
  readonly unsettled: (object: MemoryObject) => boolean;
  readonly functions: ReadonlyMap<string, FunctionGraph>;
  readonly signatureOf: (name: string) => Signature | undefined;
  readonly accessIndex: (access: Extract<Op, { kind: "load" | "store" }>["access"]) => number;
  readonly typeIndex: (type: ScalarType) => number;
  readonly volatileIndex: (object: MemoryObject) => number;
  readonly isErrno: (variable: Variable) => boolean;
  /** The edge's place among what is counted. */
  readonly countIndex: (edge: Edge) => number;
}

export interface CompiledSource {
  readonly text: string;
  /** Names of the functions called, in order of the parameters H0, H1, ... */
  readonly callees: readonly string[];
}

const ALLOCA = new Set(["alloca", "__builtin_alloca", "__alloca", "__builtin_alloca_with_align"]);

export function compileFunction(graph: FunctionGraph, context: CompileContext): CompiledSource {
  return new FunctionCompiler(graph, context).compile();
}

class FunctionCompiler {
  readonly #graph: FunctionGraph;
  readonly #context: CompileContext;
  readonly #terms: TermCompiler;
  readonly #frame: FrameLayout;
  readonly #locals = new Map<Variable, string>();
  readonly #callees = new Map<string, string>();
  readonly #dead: ReadonlySet<Edge>;
  readonly #hasFrame: boolean;
  readonly #weight: number;
  #temporaries = 0;
  /** The edge whose text is being made, as text. */
  #site = "undefined";

  constructor(graph: FunctionGraph, context: CompileContext) {
    this.#graph = graph;
    this.#context = context;
    this.#frame = layoutFrame(graph);
    this.#dead = deadHavocs(graph);
    this.#terms = new TermCompiler({
      variable: (variable) => this.#read(variable),
      address: (object) => this.#address(object),
    });
    this.#hasFrame = this.#frame.size > 0 || graph.edges.some(allocatesOnStack);
    // What a call takes of the JavaScript stack: a frame of fixed size and a register for each variable.
    this.#weight = 160 + 8 * (graph.variables.length + graph.parameters.length);
    for (const variable of graph.variables) this.#localName(variable);
  }

  compile(): CompiledSource {
    const parameters = this.#graph.parameters.map((variable) => this.#localName(variable));
    if (this.#graph.signature.variadic || this.#graph.signature.unprototyped) parameters.push("...rest");
    const flow = this.#flow();
    const declared = new Set(this.#graph.parameters);
    const lines = [`"use strict";`, `return function (${parameters.join(", ")}) {`, "let a = 0, b;"];
    for (const [variable, name] of this.#locals) {
      if (!declared.has(variable)) lines.push(`let ${name} = ${zeroOf(representationOf(variable.type))};`);
    }
    lines.push("if (--T[0] < 0) R.refill();", `if ((T[1] += ${this.#weight}) > T[3]) R.tooDeep();`);
    if (this.#hasFrame) lines.push(...this.#enterFrame());
    if (this.#graph.signature.variadic) lines.push("const variadics = R.variadicCount();");
    if (this.#context.options.observation === "edges") lines.push(this.#observer());
    lines.push(flow, "};");
    return { text: lines.join("\n"), callees: [...this.#callees.keys()] };
  }

  // --- Names ------------------------------------------------------------------------------------------------------

  #localName(variable: Variable): string {
    return memoised(this.#locals, variable, () => `v${variable.id}`);
  }

  #read(variable: Variable): string {
    if (variable.volatile && this.#context.options.volatileReads === "input")
      return `R.input("volatile", ${this.#context.typeIndex(variable.type as ScalarType)}, ${this.#site}, ${JSON.stringify(variable.name)})`;
    if (this.#context.isErrno(variable)) return `R.errno(${this.#place(variable)}, ${this.#site})`;
    return this.#place(variable);
  }

  /** JavaScript that can be read and assigned. */
  #place(variable: Variable): string {
    const slot = this.#context.layout.slots.get(variable);
    if (slot === undefined) return this.#localName(variable);
    const type = variable.type;
    switch (representationOf(type)) {
      case "number":
        return type.kind === "int" && type.signed ? `I32[${slot >> 2}]` : `U32[${slot >> 2}]`;
      case "bigint":
        if (type.kind !== "int" || type.bits > 64) return `W[${slot >> 3}]`;
        return type.signed ? `I64[${slot >> 3}]` : `U64[${slot >> 3}]`;
      case "pointer":
      case "float":
        return `F64[${slot >> 3}]`;
    }
  }

  #address(object: MemoryObject): string {
    const global = this.#context.layout.objects.get(object);
    if (global !== undefined) return `${global}`;
    const offset = this.#frame.offsets.get(object);
    return offset === undefined ? `o${object.id}` : `(fp + ${offset})`;
  }

  #callee(name: string): string {
    return memoised(this.#callees, name, () => `H${this.#callees.size}`);
  }

  // --- Frames -----------------------------------------------------------------------------------------------------

  #enterFrame(): string[] {
    const lines = [`const fp = T[2];`, `if ((T[2] = fp + ${this.#frame.size}) > T[4]) R.tooDeep();`];
    for (const object of this.#graph.objects) {
      const offset = this.#frame.offsets.get(object);
      if (offset === undefined) lines.push(`let o${object.id} = 0, z${object.id} = 0;`);
      else lines.push(...markFresh(offset, object.size ?? 0));
      if (offset !== undefined && object.volatile !== undefined)
        lines.push(`R.addVolatile(fp + ${offset}, ${object.size ?? 0}, ${this.#context.volatileIndex(object)});`);
    }
    return lines;
  }

  #leave(): string {
    const frame = this.#hasFrame ? `R.leave(fp);` : "";
    const variadics = this.#graph.signature.variadic ? "R.dropVariadics(variadics);" : "";
    return `${frame}${variadics}T[1] -= ${this.#weight};`;
  }

  #observer(): string {
    const cases = [...this.#locals].map(([variable, name]) => `case ${variable.id}: return ${name};`);
    const objects = this.#graph.objects.map((object) => `case ${object.id}: return ${this.#address(object)};`);
    return [
      `const frame = R.frame(G, (id) => { switch (id) { ${cases.join(" ")} } },`,
      `(id) => { switch (id) { ${objects.join(" ")} } });`,
    ].join("\n");
  }

  // --- Control flow -----------------------------------------------------------------------------------------------

  /** Basic blocks: maximal chains of locations with one way in and one way out. */
  #flow(): string {
    const blocks: { edges: Edge[]; exits: readonly Edge[] }[] = [];
    const numbers = new Map<Location, number>();
    const pending: Location[] = [this.#graph.entry];
    numbers.set(this.#graph.entry, 0);
    for (let next = 0; next < pending.length; next += 1) {
      const edges: Edge[] = [];
      let at = pending[next] as Location;
      for (;;) {
        const edge = at.outgoing[0];
        if (at.outgoing.length !== 1 || edge === undefined || edge.op.kind === "return") break;
        const simple = edge.target.incoming.length === 1 && edge.target !== this.#graph.entry;
        if (!simple) break;
        edges.push(edge);
        at = edge.target;
      }
      const exits = at.outgoing;
      for (const edge of exits) {
        if (edge.op.kind === "return" || numbers.has(edge.target)) continue;
        numbers.set(edge.target, pending.length);
        pending.push(edge.target);
      }
      blocks.push({ edges, exits });
    }
    const successorEdges = blocks.map((block) => block.exits.filter((edge) => edge.op.kind !== "return"));
    return emitFlow({
      successors: successorEdges.map((edges) => edges.map((edge) => numbers.get(edge.target) as number)),
      body: (node) => this.#blockText(blocks[node] as { edges: Edge[]; exits: readonly Edge[] }),
      arms: (node, order) => this.#arms(successorEdges[node] as readonly Edge[], order, numbers),
      backEdge: "if (--T[0] < 0) R.refill();",
    });
  }

  #blockText(block: { readonly edges: readonly Edge[]; readonly exits: readonly Edge[] }): string {
    const lines = block.edges.map((edge) => this.#edgeText(edge));
    const last = block.edges.at(-1);
    if (block.exits.length === 0) lines.push(`R.dead(${last === undefined ? "undefined" : `E[${last.id}]`});`);
    for (const edge of block.exits) if (edge.op.kind === "return") lines.push(this.#edgeText(edge));
    return lines.filter((line) => line !== "").join("\n");
  }

  #arms(edges: readonly Edge[], order: readonly number[], numbers: ReadonlyMap<Location, number>): Arm[] {
    const target = (edge: Edge): number => numbers.get(edge.target) as number;
    const first = edges[0];
    if (first === undefined) return [];
    if (edges.length === 1 && first.op.kind !== "assume")
      return [{ open: "", statements: this.#edgeText(first), successor: target(first), close: "" }];
    this.#site = `E[${first.id}]`;
    const ordered = order.map((index) => edges[index] as Edge);
    const hasChecks = edges.some((edge) => edge.checks.length > 0);
    const table = edges.length > 4 && !hasChecks ? this.#switchArms(edges, target) : undefined;
    if (table !== undefined) return table;
    // The last arm is what is left: its condition is not computed.
    const conditions = ordered.slice(0, -1).map((edge) => (edge.op.kind === "assume" ? edge.op.condition : TRUE));
    const prefix = this.#branchPrefix(edges, conditions);
    const arms = ordered.map((edge, index): Arm => {
      const condition = conditions[index];
      const before = index === 0 ? prefix : "";
      const statements = this.#observeBranch(edge);
      if (condition === undefined)
        return { open: "", statements: `${before}${statements}`, successor: target(edge), close: "" };
      return {
        open: `${before}if (${this.#terms.formula(condition)}) {`,
        statements,
        successor: target(edge),
        close: "}",
      };
    });
    this.#terms.shared.clear();
    return arms;
  }

  /** Checks and shared terms of a branch. Its edges exclude each other: checks of one condition are checks of all. */
  #branchPrefix(edges: readonly Edge[], conditions: readonly Formula[]): string {
    const checks = new Map<string, { check: Check; at: number; edge: Edge }>();
    for (const edge of edges) {
      for (const [at, check] of edge.checks.entries()) {
        const key = `${kindOf(check)} ${checkTerm(check).id}`;
        if (!checks.has(key)) checks.set(key, { check, at, edge });
      }
    }
    const shared = sharedTerms([...[...checks.values()].map(({ check }) => checkTerm(check)), ...conditions]);
    const seen = new Set<TermNode>();
    const lines: string[] = [];
    for (const { check, at, edge } of checks.values()) {
      this.#share([checkTerm(check)], shared, seen, lines);
      lines.push(this.#checkText(check, at, edge));
    }
    this.#share(conditions, shared, seen, lines);
    return lines.map((line) => `${line}\n`).join("");
  }

  /** A switch statement, where all conditions but one compare the same term with constants. */
  #switchArms(edges: readonly Edge[], target: (edge: Edge) => number): Arm[] | undefined {
    let subject: Term | undefined;
    const labels = new Map<Edge, string>();
    for (const edge of edges) {
      if (edge.op.kind !== "assume") return undefined;
      const condition = edge.op.condition;
      const parts = condition.kind === "or" ? condition.operands : [condition];
      const cases: string[] = [];
      for (const part of parts) {
        if (part.kind !== "eq" || part.right.kind !== "integer") break;
        if (subject !== undefined && subject !== part.left) break;
        subject = part.left;
        cases.push(`case ${this.#terms.exact(part.right).text}:`);
      }
      if (cases.length === parts.length) labels.set(edge, cases.join(" "));
    }
    if (subject === undefined || labels.size !== edges.length - 1) return undefined;
    const value = this.#terms.exact(subject);
    if (value.rep !== "number") return undefined;
    const last = edges.find((edge) => !labels.has(edge)) as Edge;
    const rest = edges.filter((edge) => edge !== last);
    const arms: Arm[] = rest.map((edge, index) => ({
      open: `${index === 0 ? `switch (${value.text}) {\n` : ""}${labels.get(edge)} {`,
      statements: this.#observeBranch(edge),
      successor: target(edge),
      close: index === rest.length - 1 ? "} }" : "}",
    }));
    arms.push({ open: "", statements: this.#observeBranch(last), successor: target(last), close: "" });
    return arms;
  }

  // --- Edges ------------------------------------------------------------------------------------------------------

  #observe(edge: Edge): string {
    return this.#context.options.observation === "edges" ? `R.observe(E[${edge.id}], frame);` : "";
  }

  #observeBranch(edge: Edge): string {
    if (this.#context.options.observation !== "counts") return this.#observe(edge);
    return edge.source.outgoing.length > 1 ? `N[${this.#context.countIndex(edge)}]++;` : "";
  }

  /** Counts that an access is the last one that its object has room for. */
  #countEnd(edge: Edge, { bytes }: Access, known: KnownAddress): string {
    if (this.#context.options.observation !== "counts" || known.kind !== "anywhere") return "";
    // What asks for an input is not done twice.
    if (known.text.includes("R.")) return "";
    return `if ((X8[${known.text} + ${bytes}] & ${ALLOCATED}) === 0) N[${this.#context.countIndex(edge)}]++; `;
  }

  #edgeText(edge: Edge): string {
    this.#site = `E[${edge.id}]`;
    const roots: TermNode[] = [...edge.checks.map(checkTerm), ...termsOf(edge.op)];
    const shared = sharedTerms(roots);
    const seen = new Set<TermNode>();
    const lines = [this.#observe(edge)];
    for (const [at, check] of edge.checks.entries()) {
      this.#share([checkTerm(check)], shared, seen, lines);
      lines.push(this.#checkText(check, at, edge));
    }
    this.#share(termsOf(edge.op), shared, seen, lines);
    lines.push(this.#opText(edge));
    this.#terms.shared.clear();
    const text = lines.filter((line) => line !== "").join("\n");
    return shared.size > 0 ? `{ ${text} }` : text;
  }

  #share(roots: readonly TermNode[], shared: ReadonlySet<TermNode>, seen: Set<TermNode>, lines: string[]): void {
    if (shared.size === 0) return;
    forEachShared(roots, shared, seen, (term) => {
      const value = this.#terms.exact(term);
      if (constantOf(value) !== undefined) return;
      const name = `s${this.#temporaries++}`;
      lines.push(`const ${name} = ${value.text};`);
      this.#terms.shared.set(term, { ...value, text: name });
    });
  }

  #checkText(check: Check, at: number, edge: Edge): string {
    const failure = failureOf(check, this.#terms, this.#context.options);
    return failure === "" ? "" : `if (${failure}) R.undefined("${kindOf(check)}", E[${edge.id}], ${at});`;
  }

  #assign(target: Variable, value: Code): string {
    const known = this.#context.isErrno(target) ? " R.errnoSet();" : "";
    return `${this.#place(target)} = ${convert(value, representationOf(target.type)).text};${known}`;
  }

  #input(kind: string, target: Variable, edge: Edge): string {
    const type = this.#context.typeIndex(target.type as ScalarType);
    return `${this.#place(target)} = R.input("${kind}", ${type}, E[${edge.id}], ${JSON.stringify(target.name)});`;
  }

  #opText(edge: Edge): string {
    const op = edge.op;
    const site = `E[${edge.id}]`;
    switch (op.kind) {
      case "skip":
      case "assume":
        return "";
      case "assign":
        return this.#assign(op.target, this.#terms.exact(op.value));
      case "havoc":
        if (this.#dead.has(edge)) return "";
        return this.#input(op.why === "asm" ? "external" : op.why, op.target, edge);
      case "place": {
        const pointer = convert(this.#terms.exact(op.pointer), "pointer").text;
        const bytes = convert(this.#terms.exact(op.bytes), "number").text;
        const type = this.#context.typeIndex(op.target.type as ScalarType);
        const name = JSON.stringify(op.target.name);
        return `${this.#place(op.target)} = R.place(${pointer}, ${bytes}, ${op.align}, ${type}, ${site}, ${name}, ${op.fixed});`;
      }
      case "load": {
        const index = this.#context.accessIndex(op.access);
        const from = this.#knownAddress(op.address, op.access.bytes);
        const value = loadCode(op.access, index, from, site);
        const stored = `${this.#countEnd(edge, op.access, from)}${this.#assign(op.target, value)}`;
        if (op.access.volatile !== true || this.#context.options.volatileReads === "memory") return stored;
        const event = `R.isVolatile(${this.#pointer(op.address)}, ${op.access.bytes})`;
        return `if (${event}) { ${this.#input("volatile", op.target, edge)} } else { ${stored} }`;
      }
      case "store": {
        const value = this.#adapt(op.value, op.access.type).text;
        const to = this.#knownAddress(op.address, op.access.bytes);
        const stored = storeText(op.access, this.#context.accessIndex(op.access), to, value, site);
        return `${this.#countEnd(edge, op.access, to)}${stored}`;
      }
      case "copy":
        return `R.copy(${this.#pointer(op.to)}, ${this.#pointer(op.from)}, ${op.bytes}, ${site});`;
      case "zero":
        return `R.zero(${this.#pointer(op.address)}, ${op.bytes}, ${site});`;
      case "uninitialised": {
        const offset = this.#frame.offsets.get(op.object);
        return offset === undefined ? "" : markFresh(offset, op.object.size ?? 0).join(" ");
      }
      case "lifetime":
        return op.objects.map((object) => this.#lifeText(object, op.change)).join(" ");
      case "allocate":
        return this.#allocateText(op, site);
      case "call":
        return this.#callText(op, edge);
      case "return":
        return this.#returnText(op.value, edge);
      case "variadic":
        return this.#variadicText(op, site);
      case "opaque":
        return op.writes === "nothing" ? "" : `R.unsupported(${JSON.stringify(op.what)}, ${site});`;
    }
  }

  #lifeText(object: MemoryObject, change: "begins" | "ends"): string {
    const offset = this.#frame.offsets.get(object);
    if (offset === undefined) return change === "ends" ? `R.endStack(o${object.id}, z${object.id});` : "";
    return markFrame(offset, object.size ?? 0, change === "begins" ? FRESH : 0).join(" ");
  }

  #allocateText({ object, bytes }: Extract<Op, { kind: "allocate" }>, site: string): string {
    const size = convert(this.#terms.exact(bytes), "number").text;
    const push = `o${object.id} = R.pushStack(z${object.id} = ${size}, ${object.align}, ${site});`;
    if (object.volatile === undefined) return push;
    return `${push} R.addVolatile(o${object.id}, ${size}, ${this.#context.volatileIndex(object)});`;
  }

  #pointer(term: Term): string {
    const value = this.#terms.exact(term);
    return value.rep === "bigint" ? convert(value, "pointer").text : value.text;
  }

  /** A term as a value of a type, wrapped into it where its range is larger. */
  #adapt(term: Term, type: ScalarType): Code {
    const value = this.#terms.exact(term);
    const rep = representationOf(type);
    const integral = type.kind === "int" || type.kind === "pointer";
    if (integral && value.rep !== "float" && value.rep !== "pointer") {
      if (!within(value, toBig(lowest(type)), toBig(highest(type))))
        return convert(this.#terms.exact(wrap(term, type, "conversion")), rep);
    }
    return convert(value, rep);
  }

  #knownAddress(address: Term, bytes: number): KnownAddress {
    const known = constantOffset(address);
    if (known !== undefined) {
      const { object, offset } = known;
      const inside = offset >= 0 && object.size !== undefined && offset + bytes <= object.size;
      const base = this.#context.layout.objects.get(object);
      if (inside && base !== undefined && object.role !== "function" && !this.#context.unsettled(object))
        return { kind: "static", address: base + offset, writable: object.readOnly !== true };
      const frame = this.#frame.offsets.get(object);
      if (inside && frame !== undefined) return { kind: "frame", offset: frame + offset };
    }
    return { kind: "anywhere", text: this.#pointer(address) };
  }

  // --- Calls ------------------------------------------------------------------------------------------------------

  #callText(op: Extract<Op, { kind: "call" }>, edge: Edge): string {
    const callee = op.callee;
    const isDefined = callee.kind === "direct" && this.#context.functions.has(callee.name);
    const before = isDefined ? "" : `R.edge = E[${edge.id}]; `;
    const call =
      callee.kind === "direct" ? this.#directCall(callee.name, op.arguments) : this.#indirectCall(callee, op.arguments);
    if (op.target === undefined) return `${before}${call};`;
    const result = callee.kind === "direct" ? this.#context.signatureOf(callee.name)?.result : callee.signature.result;
    const target = op.target.type as ScalarType;
    const index = this.#context.typeIndex(target);
    if (result === undefined)
      return `${before}${call}; ${this.#place(op.target)} = R.missing(${index}, E[${edge.id}]);`;
    const same = showType(result) === showType(target);
    return `${before}${this.#place(op.target)} = ${same ? call : `R.coerce(${call}, ${index})`};`;
  }

  #directCall(name: string, terms: readonly Term[]): string {
    const holder = this.#callee(name);
    const graph = this.#context.functions.get(name);
    const signature = this.#context.signatureOf(name);
    const types = graph?.parameters.map((variable) => variable.type as ScalarType) ?? signature?.parameters ?? [];
    const values = this.#argumentTexts(terms, types);
    for (let i = values.length; i < types.length; i += 1)
      values.push(`R.missing(${this.#context.typeIndex(types[i] as ScalarType)}, undefined)`);
    return `${holder}.call(${values.join(", ")})`;
  }

  #argumentTexts(terms: readonly Term[], types: readonly ScalarType[]): string[] {
    return terms.map((term, index) => {
      const type = types[index];
      return type === undefined ? this.#terms.exact(term).text : this.#adapt(term, type).text;
    });
  }

  #indirectCall(callee: Extract<Callee, { kind: "indirect" }>, terms: readonly Term[]): string {
    const { parameters, result } = callee.signature;
    const values = this.#argumentTexts(terms, parameters);
    const key = callKey(callee.signature, terms.length);
    const resultIndex = result === undefined ? -1 : this.#context.typeIndex(result);
    return `R.callee(${this.#pointer(callee.pointer)}, "${key}", ${resultIndex})(${values.join(", ")})`;
  }

  #returnText(value: Term | undefined, edge: Edge): string {
    const type = this.#graph.signature.result;
    const leave = this.#leave();
    if (type === undefined) return `${leave} return;`;
    const zero = zeroOf(representationOf(type));
    if (value === undefined) {
      const missing = this.#graph.name === "main" ? zero : `R.missing(${this.#context.typeIndex(type)}, E[${edge.id}])`;
      return `{ const r = ${missing}; ${leave} return r; }`;
    }
    return `{ const r = ${this.#adapt(value, type).text}; ${leave} return r; }`;
  }

  #variadicText(op: Extract<Op, { kind: "variadic" }>, site: string): string {
    const [first, second] = op.operands.map((operand) => this.#pointer(operand));
    switch (op.operation) {
      case "start":
        return `R.variadicStart(${first}, ${this.#graph.signature.variadic ? "rest" : "[]"}, ${site});`;
      case "copy":
        return `R.variadicCopy(${first}, ${second}, ${site});`;
      case "end":
        return "";
      case "arg": {
        if (op.target === undefined) return `R.variadicNext(${first}, ${site});`;
        const type = op.target.type as ScalarType;
        const text = `R.coerce(R.variadicNext(${first}, ${site}), ${this.#context.typeIndex(type)})`;
        return this.#assign(op.target, valueOfType(text, type));
      }
    }
  }
}

function allocatesOnStack(edge: Edge): boolean {
  const op = edge.op;
  return op.kind === "allocate" || (op.kind === "call" && op.callee.kind === "direct" && ALLOCA.has(op.callee.name));
}

function markFresh(offset: number, size: number): string[] {
  return markFrame(offset, size, FRESH);
}

function markFrame(offset: number, size: number, state: number): string[] {
  if (size > 32) return [`X8.fill(${state}, fp + ${offset}, fp + ${offset + size});`];
  const lines: string[] = [];
  let at = 0;
  for (; at + 4 <= size; at += 4) lines.push(`X32[(fp + ${offset + at}) >> 2] = ${state * 0x01010101};`);
  for (; at < size; at += 1) lines.push(`X8[fp + ${offset + at}] = ${state};`);
  return lines;
}

/** The address as an object and a constant offset, if it is one. */
function constantOffset(address: Term): { object: MemoryObject; offset: number } | undefined {
  let term = address;
  let offset = 0;
  for (;;) {
    if (term.kind === "address") return { object: term.object, offset };
    if (term.kind === "wrap" && term.type.kind === "pointer") term = term.operand;
    else if (term.kind === "add" && term.right.kind === "integer") {
      offset += Number(term.right.value);
      term = term.left;
    } else return undefined;
  }
}
