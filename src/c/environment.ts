/**
 * The environment of a function: C text of a function without parameters that calls it with whatever it may be called with. A
 * pointer points to an object of its own, of as many elements as its declaration or somebody says, with any contents; pointers
 * in there point to objects again, two levels deep; numbers are inputs. It is ordinary C over undefined functions, so that
 * verification, replay and tests need nothing new for it, and so that who wants something else takes the text and edits it.
 */
import type { Expression, FunctionDeclaration, ObjectDeclaration } from "./ast.ts";
import type { Token } from "./token.ts";
import { showType, unqualified } from "./type-operations.ts";
import type { CType, Member } from "./types.ts";

/** What somebody says of a parameter that is a pointer. */
export interface ParameterRequest {
  /** Elements: a number, or a parameter that has the number. */
  readonly count?: number | string;
  readonly null?: true;
  /** Its last element is 0. */
  readonly string?: true;
}

export interface EnvironmentText {
  readonly text: string;
  /** The function in it that is called instead. */
  readonly entry: string;
  /** What it takes for granted, a phrase each. */
  readonly assumed: readonly string[];
}

/** Why there is none. */
class Impossible extends Error {}

// A list of two elements, and a structure behind a structure: deeper ones are rather data than a parameter.
const DEEPEST = 2;
// A structure with ten pointers to its like would have hundreds of objects two levels behind it: nobody would read the text.
const MOST_OBJECTS = 30;
// Elements that are written one by one rather than in a loop, which costs a proof more.
const LONGEST = 16;

const INT: CType = { kind: "integer", rank: "int", signed: true };

/** @param names what the file declares. */
export function environmentText(
  declaration: FunctionDeclaration,
  names: ReadonlyMap<string, { readonly kind: string; readonly type: CType }>,
  requests: ReadonlyMap<string, ParameterRequest>,
): EnvironmentText | string {
  try {
    return new Environment(declaration, names, requests).make();
  } catch (error) {
    if (error instanceof Impossible) return error.message;
    throw error;
  }
}

/** Whether a function can be called with anything only if memory is there for it, or where its contract holds. */
export function needsEnvironment({ parameters, contract = [] }: FunctionDeclaration): boolean {
  return contract.length > 0 || parameters.some(({ type }) => hasPointer(type));
}

function hasPointer(type: CType): boolean {
  if (type.kind === "pointer") return true;
  if (type.kind === "array") return hasPointer(type.element);
  return type.kind === "record" && (type.body.members ?? []).some((member) => hasPointer(member.type));
}

class Environment {
  readonly #function: FunctionDeclaration;
  readonly #requests: ReadonlyMap<string, ParameterRequest>;
  readonly #taken: Set<string>;
  readonly #typedefs: readonly (readonly [name: string, type: CType])[];
  readonly #declarations: string[] = [];
  /** The numbers, then the objects: they live as long as the call, wherever they are used. */
  readonly #locals: string[] = [];
  readonly #statements: string[] = [];
  readonly #assumed: string[] = [];
  /** Input functions by what they give. */
  readonly #shared = new Map<string, string>();
  #objects = 0;

  constructor(
    declaration: FunctionDeclaration,
    names: ReadonlyMap<string, { readonly kind: string; readonly type: CType }>,
    requests: ReadonlyMap<string, ParameterRequest>,
  ) {
    this.#function = declaration;
    this.#requests = requests;
    this.#taken = new Set([...names.keys(), ...declaration.parameters.map(({ name }) => name)]);
    this.#typedefs = [...names].filter(([, { kind }]) => kind === "typedef").map(([name, { type }]) => [name, type]);
  }

  make(): EnvironmentText {
    const { name, parameters } = this.#function;
    const entry = this.#fresh(`${name}_harness`);
    const known = new Set(parameters.map((parameter) => parameter.name));
    for (const given of this.#requests.keys())
      if (!known.has(given)) throw new Impossible(`${name} has no parameter "${given}"`);
    const names = parameters.map((parameter, at) => parameter.name || this.#fresh(`parameter${at + 1}`));
    // Numbers first: some are lengths of what follows.
    const scalars = parameters.map(({ type }) => type.kind !== "pointer" && type.kind !== "record");
    for (const [at, { type }] of parameters.entries())
      if (scalars[at]) this.#number(unqualified(type), names[at] as string);
    for (const [at, parameter] of parameters.entries())
      if (!scalars[at]) this.#memory(parameter, names[at] as string, at);
    for (const clause of this.#function.contract ?? []) this.#statements.push(`  /*@ admit ${spelled(clause)}; */`);
    const call = `  ${name}(${names.join(", ")});`;
    const body = [...this.#locals, ...this.#statements, call];
    const text = [...this.#declarations, "", `void ${entry}(void) {`, ...body, "}", ""].join("\n");
    return { text, entry, assumed: [...new Set(this.#assumed)] };
  }

  #fresh(name: string): string {
    let free = name;
    for (let i = 2; this.#taken.has(free); i += 1) free = `${name}${i}`;
    this.#taken.add(free);
    return free;
  }

  #spell(type: CType, name: string): string {
    return showType(type, name, (base) => this.#baseName(base));
  }

  /** A structure without a tag has the name that a typedef gives it. */
  #baseName(type: CType): string | undefined {
    if (type.kind === "va_list") throw new Impossible("it has a parameter of type va_list");
    if ((type.kind !== "record" && type.kind !== "enum") || type.tag !== undefined) return undefined;
    const isSame = (other: CType) =>
      type.kind === "record"
        ? other.kind === "record" && other.body === type.body
        : other.kind === "enum" && other.underlying === type.underlying;
    const found = this.#typedefs.find(([, other]) => isSame(other));
    if (found === undefined && type.kind === "record")
      throw new Impossible("it has a parameter of a type without a name");
    return found?.[0] ?? "int";
  }

  #number(type: CType, name: string): void {
    this.#locals.push(`  ${this.#spell(type, name)} = ${this.#input(type, name)};`);
  }

  /** A call that returns anything: a function of its own for a parameter, one a type for what is behind it. */
  #input(type: CType, what: string | undefined): string {
    return `${this.#undefined("nondet", type, what, (name) => this.#spell(type, `${name}(void)`))}()`;
  }

  #fill(element: CType, address: string, what: string | undefined): void {
    const pointer: CType = { kind: "pointer", target: element };
    const fill = this.#undefined("fill", element, what, (name) => `void ${name}(${this.#spell(pointer, "object")})`);
    this.#statements.push(`  ${fill}(${address});`);
  }

  /** The name of a function that the program leaves undefined. */
  #undefined(does: string, type: CType, what: string | undefined, declare: (name: string) => string): string {
    const ending = what ?? this.#spell(type, "").replace(/\W+/g, "_");
    const key = `${does}_${this.#function.name}_${ending}`;
    const known = what === undefined ? this.#shared.get(key) : undefined;
    if (known !== undefined) return known;
    const name = this.#fresh(key);
    if (what === undefined) this.#shared.set(key, name);
    this.#declarations.push(`${declare(name)};`);
    return name;
  }

  #memory(parameter: ObjectDeclaration, name: string, at: number): void {
    const { type } = parameter;
    if (type.kind === "record") {
      this.#locals.push(`  ${this.#spell(unqualified(type), name)};`);
      this.#contents(unqualified(type), name, name, 0);
      return;
    }
    if (type.kind !== "pointer") throw new Error("a parameter with memory should be a pointer or a structure");
    const request = this.#requests.get(name) ?? {};
    const count = request.count ?? this.#promised(at) ?? this.#required(name) ?? this.#declared(parameter);
    if (request.null !== undefined && this.#isNeverNull(at))
      throw new Impossible(`"${name}" is declared so that it is never null`);
    const object = this.#object(type.target, name, request, count, 0);
    this.#locals.push(`  ${this.#spell(unqualified(type), name)} = ${object};`);
    if (request.null === undefined) return;
    const input = this.#input(INT, `${name}_is_null`);
    this.#statements.push(`  if (${input})`, `    ${name} = 0;`);
  }

  /** `access (read_only, 1, 2)`. */
  #promised(at: number): string | undefined {
    const { promises = [], parameters } = this.#function;
    for (const promise of promises) {
      if (promise.kind !== "access" || promise.parameter !== at || promise.size === undefined) continue;
      const size = parameters[promise.size]?.name;
      if (size === undefined || !this.#isNumber(size))
        throw new Impossible(`the attribute access names parameter ${promise.size + 1}, which is no whole number`);
      return size;
    }
    return undefined;
  }

  /** `requires \valid(p + (0 .. n-1))`, and with a number for `n-1`. */
  #required(name: string): string | number | undefined {
    for (const clause of this.#function.contract ?? []) {
      const [, last, less] =
        new RegExp(`\\\\valid(?:_read)? \\( ${name} \\+ \\( 0 \\. \\. (\\w+)( - 1)? \\) \\)`).exec(
          clause.map(({ text }) => text).join(" "),
        ) ?? [];
      if (last === undefined) continue;
      if (/^\d{1,9}$/.test(last) && less === undefined) return Number(last) + 1;
      if (less !== undefined && this.#isNumber(last)) return last;
    }
    return undefined;
  }

  #isNeverNull(at: number): boolean {
    const isSaid = (of: number | undefined) => of === undefined || of === at;
    return (this.#function.promises ?? []).some(({ kind, parameter }) => kind === "nonnull" && isSaid(parameter));
  }

  /** `int a[4]`, `int a[static n]`; another length than a parameter is not followed. */
  #declared({ declaredLength: length }: ObjectDeclaration): number | string {
    if (length === undefined) return 1;
    if (typeof length === "number") return Math.max(length, 1);
    const named = parameterIn(length);
    return named !== undefined && this.#isNumber(named) ? named : 1;
  }

  #isNumber(name: string): boolean {
    const { parameters } = this.#function;
    return parameters.some((one) => one.name === name && one.type.kind === "integer");
  }

  /** Makes an object of `count` elements, and gives the expression for its address. */
  #object(written: CType, path: string, request: ParameterRequest, count: number | string, depth: number): string {
    const target = unqualified(written);
    if (target.kind === "function") return this.#undefinedFunction(target, path);
    if (target.kind === "record" && target.body.members === undefined) return this.#opaque(target, path);
    const element: CType = target.kind === "void" ? { kind: "integer", rank: "char", signed: false } : target;
    const name = this.#fresh(`${path}_object`);
    this.#objects += 1;
    if (typeof count === "string") this.#measured(element, name, count);
    else {
      this.#locals.push(`  ${this.#spell({ kind: "array", element, length: count }, name)};`);
      const many = count === 1 ? `one ${this.#spell(element, "")}` : `${count} elements`;
      if (depth === 0) this.#assumed.push(`${path} points to ${many} and to nothing else`);
    }
    if (hasPointer(element)) this.#everyElement(element, name, path, count, depth);
    else this.#fill(element, name, depth === 0 ? path : undefined);
    if (request.string !== undefined) this.#terminate(name, count);
    return name;
  }

  /** As many elements as a parameter says. A static pointer keeps it, so that it is not lost at the end. */
  #measured(element: CType, name: string, count: string): void {
    if (!this.#isNumber(count)) throw new Impossible(`"${count}" is not a parameter that is a whole number`);
    const allocate = "void *malloc(__SIZE_TYPE__);";
    if (!this.#declarations.includes(allocate)) this.#declarations.push(allocate);
    const size = `sizeof(${this.#spell(element, "")})`;
    this.#locals.push(
      `  static ${this.#spell({ kind: "pointer", target: element }, name)};`,
      `  if (${count} > 0 && (__SIZE_TYPE__)${count} > __PTRDIFF_MAX__ / ${size})`,
      "    return;",
      `  ${name} = malloc(${count} > 0 ? ${count} * ${size} : 0);`,
    );
    this.#assumed.push(`${name.replace(/_object\d*$/, "")} points to ${count} elements and to nothing else`);
  }

  /** Elements with pointers in them; what many elements point to they share. */
  #everyElement(element: CType, name: string, path: string, count: number | string, depth: number): void {
    if (count === 1) {
      this.#contents(element, `${name}[0]`, path, depth);
      return;
    }
    this.#loop(count, (index) => this.#contents(element, `${name}[${index}]`, path, depth));
    this.#assumed.push(`the pointers in the elements of ${path} share what they point to`);
  }

  #loop(count: number | string, make: (index: string) => void): void {
    const index = this.#fresh("i");
    const body = this.#indented(() => make(index));
    const head = `for (__SIZE_TYPE__ ${index} = 0; ${index} < (__SIZE_TYPE__)${count}; ${index}++)`;
    this.#statements.push(`  ${head} {`, ...body, "  }");
  }

  /** The statements that are made, for a block. */
  #indented(make: () => void): string[] {
    const before = this.#statements.length;
    make();
    return this.#statements.splice(before).map((line) => `  ${line}`);
  }

  /**
   * Anything in a place of an object with pointers in it, member by member: what is filled as a whole would have anything for
   * pointers, too.
   */
  #contents(type: CType, place: string, path: string, depth: number): void {
    if (type.kind === "pointer") this.#pointer(type.target, place, path, depth);
    else if (type.kind === "array") this.#array(type.element, type.length, place, path, depth);
    else if (type.kind === "record" && type.variant === "struct") this.#members(type, place, path, depth);
    else if (type.kind === "record") this.#union(type, place, path, depth);
    else this.#statements.push(`  ${place} = ${this.#input(type, undefined)};`);
  }

  #array(element: CType, length: number | Expression | undefined, place: string, path: string, depth: number): void {
    if (typeof length !== "number") throw new Impossible("it has an array of a length that varies in a structure");
    const inner = unqualified(element);
    if (length > LONGEST) this.#loop(length, (index) => this.#contents(inner, `${place}[${index}]`, path, depth));
    else for (let i = 0; i < length; i += 1) this.#contents(inner, `${place}[${i}]`, path, depth);
    if (length > LONGEST && hasPointer(element))
      this.#assumed.push(`the pointers in the elements of ${path} share what they point to`);
  }

  #members(type: CType & { kind: "record" }, place: string, path: string, depth: number): void {
    for (const member of this.#assignable(type)) this.#member(member, place, path, depth);
  }

  /** Any one of its members. */
  #union(type: CType & { kind: "record" }, place: string, path: string, depth: number): void {
    const members = this.#assignable(type);
    members.forEach((member, at) => {
      const body = this.#indented(() => this.#member(member, place, path, depth));
      const last = at === members.length - 1;
      const head = last ? "{" : `if (${this.#input(INT, undefined)}) {`;
      this.#statements.push(at === 0 ? `  ${head}` : `  } else ${head}`, ...body, ...(last ? ["  }"] : []));
    });
  }

  #member({ name, type }: Member, place: string, path: string, depth: number): void {
    if (name !== undefined) this.#contents(unqualified(type), `${place}.${name}`, `${path}_${name}`, depth);
    else this.#contents(unqualified(type), place, path, depth);
  }

  /** Without constants, unnamed bits, and an array without a length, which stay as they are. */
  #assignable({ body }: CType & { kind: "record" }): readonly Member[] {
    return (body.members ?? []).filter(({ name, type, bitField }) => {
      const isOpen = type.kind === "array" && (type.length === undefined || type.length === 0);
      return (
        type.const !== true && !isOpen && (name !== undefined || (bitField === undefined && type.kind === "record"))
      );
    });
  }

  #pointer(target: CType, place: string, path: string, depth: number): void {
    if (depth >= DEEPEST || this.#objects >= MOST_OBJECTS) {
      this.#statements.push(`  ${place} = 0;`);
      const which = depth >= DEEPEST ? `${DEEPEST + 1} levels behind a parameter` : `behind ${MOST_OBJECTS} objects`;
      this.#assumed.push(`pointers ${which} are null`);
      return;
    }
    this.#assumed.push("pointers behind a parameter point to one element each, and to nothing else");
    const object = this.#object(target, path, {}, 1, depth + 1);
    this.#statements.push(`  ${place} = ${object};`);
  }

  #undefinedFunction(type: CType, path: string): string {
    const name = this.#fresh(`${path}_function`);
    this.#declarations.push(`${this.#spell(type, name)};`);
    return name;
  }

  /** A type that this file does not know inside: an object that it does not know either. */
  #opaque(type: CType, path: string): string {
    const name = this.#fresh(`${path}_object`);
    this.#declarations.push(`extern ${this.#spell(type, name)};`);
    this.#assumed.push(`${path} points to an object that this file knows nothing about`);
    return `&${name}`;
  }

  #terminate(name: string, count: number | string): void {
    if (typeof count === "number") this.#statements.push(`  ${name}[${count - 1}] = 0;`);
    else this.#statements.push(`  if (${count} <= 0)`, "    return;", `  ${name}[${count} - 1] = 0;`);
    this.#assumed.push(`the last element of ${name.replace(/_object\d*$/, "")} is 0`);
  }
}

/** As it was written: what stood together stays so. */
function spelled(tokens: readonly Token[]): string {
  const words = tokens.filter(({ kind }) => kind !== "end");
  return words.map(({ text, start }, i) => (i > 0 && words[i - 1]?.end !== start ? ` ${text}` : text)).join("");
}

/** The parameter that a length is, behind conversions. */
function parameterIn(expression: Expression): string | undefined {
  let at = expression;
  for (;;) {
    const { kind } = at;
    if (kind === "convert") at = at.operand;
    // A length that is saved where the function begins.
    else if (kind === "object" && at.declaration.initialiser?.kind === "scalar") at = at.declaration.initialiser.value;
    else break;
  }
  return at.kind === "object" && at.declaration.storage === "parameter" ? at.declaration.name : undefined;
}
