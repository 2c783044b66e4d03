/**
 * The model's variables as a reader of the program calls them: `n` for `main::n`, `r.count` for the cell four bytes into `main::r`.
 * Where the name means something else at the place, or the program has none, the model's own name stays (`::n` for a global that
 * something else hides).
 */
import type { Access, NamedStorage, Program } from "../cfa/cfa.ts";
import type { Shape } from "../cfa/shape.ts";
import type { Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import { partAt, shapeAt } from "./explain/parts.ts";

/** A cell of an object: its name, and how far inside it is. Bit-fields have more, and keep it. */
const CELL = /^(.*)@(\d+)$/;

/** One element of an array of which the model keeps an arbitrary but fixed one: the array, the bytes of an element, the index. */
const ELEMENT = /^(.*)\[(\d+)\*\]\[(.*)\]$/;

export class VisibleNames {
  /** By the names of their storage, which the model's variables keep. */
  readonly #stored = new Map<string, NamedStorage>();
  readonly #named = new Map<string, NamedStorage[]>();

  constructor(program: Program) {
    const graphs = [...program.functions.values()];
    for (const named of [...program.names, ...graphs.flatMap(({ names }) => names)]) {
      this.#stored.set(named.storage.name, named);
      this.#named.set(named.name, [...(this.#named.get(named.name) ?? []), named]);
    }
  }

  /** For a place in the program's text. */
  at(position: number): (variable: Variable) => string {
    return (variable) => this.nameAt(variable, position) ?? variable.name;
  }

  /**
   * The same, but undefined for what only the model has: no declaration of the program is behind it, or only a part without a name.
   * @param index what the index of an arbitrary element is called, which is `K` in the model.
   */
  declaredAt(position: number, index: string): (variable: Variable) => string | undefined {
    return (variable) => {
      const isWhole = this.#stored.has(variable.name) && variable.type.kind !== "array";
      return (
        this.nameAt(variable, position) ??
        this.#elementAt(variable, position, index) ??
        (isWhole ? variable.name : undefined)
      );
    };
  }

  has(name: string): boolean {
    return this.#named.has(name);
  }

  /** The declaration of what is stored under the name, where its own name means it. */
  declarationAt(storage: string, position: number): NamedStorage | undefined {
    const named = this.#stored.get(storage);
    return named !== undefined && this.#meant(named.name, position) === named ? named : undefined;
  }

  /** What the variable is to C: a whole object, or a part of one. */
  shapeOf({ name, type }: Variable): Shape | undefined {
    const whole = this.#stored.get(name);
    if (whole !== undefined && !("size" in whole.storage)) return whole.shape();
    const [, object = name, offset = "0"] = CELL.exec(name) ?? [];
    const access = accessOf(type as ScalarType);
    return access && shapeAt(this.#stored.get(object)?.shape(), Number(offset), access);
  }

  /** `a[K + 1]` for `a[4*][K+1]`, where `a` is an array of such elements. */
  #elementAt({ name }: Variable, position: number, called: string): string | undefined {
    const [, object = "", bytes, index] = ELEMENT.exec(name) ?? [];
    const named = this.#stored.get(object);
    const shape = named?.shape();
    if (named === undefined || shape?.kind !== "array" || shape.bytes !== Number(bytes)) return undefined;
    if (shape.of.kind === "array" || shape.of.kind === "record") return undefined;
    return this.#meant(named.name, position) === named ? `${named.name}[${index?.replace("K", called)}]` : undefined;
  }

  /** Undefined where the program has no name for it there; `::n` where the name means something else there. */
  nameAt({ name, type }: Variable, position: number): string | undefined {
    const whole = this.#stored.get(name);
    const [, object = name, offset = "0"] = CELL.exec(name) ?? [];
    const named = whole ?? this.#stored.get(object);
    if (named === undefined) return undefined;
    const meant = this.#meant(named.name, position);
    if (meant !== named) return meant !== undefined && name === named.name ? `::${name}` : undefined;
    if (whole !== undefined && !("size" in whole.storage)) return named.name;
    const part = partOf(named, Number(offset), type as ScalarType);
    return part === undefined ? undefined : `${named.name}${part}`;
  }

  /** What the name means there: of all that are in scope, the innermost. */
  #meant(name: string, position: number): NamedStorage | undefined {
    const inScope = (this.#named.get(name) ?? []).filter(
      ({ scope }) => scope.start <= position && position <= scope.end,
    );
    return inScope.sort((a, b) => a.scope.end - a.scope.start - (b.scope.end - b.scope.start))[0];
  }
}

/** The part of this type: another member of a union has other values. */
function partOf(named: NamedStorage, offset: number, type: ScalarType): string | undefined {
  const access = accessOf(type);
  if (access === undefined) return undefined;
  const shape = named.shape();
  const found = shapeAt(shape, offset, access);
  if (found === undefined || found.kind === "array" || found.kind === "record") return undefined;
  const own = found.access.type;
  const isSame = own.kind === type.kind && (own.kind !== "int" || (type.kind === "int" && own.signed === type.signed));
  return isSame ? partAt(shape, offset, access) : undefined;
}

function accessOf(type: ScalarType): Access | undefined {
  return type.kind === "int" || type.kind === "pointer" ? { type, bytes: type.bits / 8 } : undefined;
}
