/**
 * Where the statements of a program begin and end, in the order of the text: for who names places of it to others (verification
 * witnesses). Declarations in blocks count, and blocks, but for the bodies of functions; a label belongs to what it stands before.
 */
import type { SourceRange } from "../util/source.ts";
import type { Expression, ObjectDeclaration, Statement, TranslationUnit } from "./ast.ts";

export interface StatementPlace extends SourceRange {
  readonly kind: Statement["kind"];
  readonly function: string;
  /** Where its labels begin, if it has some. */
  readonly labelled?: number;
  /** Where the statement behind it in the same block begins. */
  readonly following: number | undefined;
}

/** A function that the text defines. */
export interface FunctionPlace {
  readonly name: string;
  /** Where its definition begins, and where its name stands. */
  readonly start: number;
  readonly named: number;
  readonly hasResult: boolean;
  /** The names of parameters that its body may write. */
  readonly written: ReadonlySet<string>;
}

export function functionsOf({ functions }: TranslationUnit): FunctionPlace[] {
  return functions.flatMap(({ name, type, parameters, body, definition, range }) => {
    if (body === undefined) return [];
    const targets = writtenIn(body);
    const written = new Set(parameters.filter((one) => one.addressTaken || targets.has(one)).map((one) => one.name));
    return [
      { name, start: definition ?? range.start, named: range.start, hasResult: type.result.kind !== "void", written },
    ];
  });
}

/** The objects, as a whole or in part, that something in the body is assigned to. */
function writtenIn(body: Statement): ReadonlySet<object> {
  const found = new Set<object>();
  const pending: object[] = [body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { kind, target, objects } = node as { kind?: string; target?: Expression; objects?: ObjectDeclaration[] };
    if (target !== undefined && kind !== "computed-goto") found.add(rootOf(target));
    if (kind === "declaration") for (const { initialiser } of objects ?? []) if (initialiser) pending.push(initialiser);
    pending.push(...partsOf(node));
  }
  return found;
}

/** The declaration behind `x`, `x.m` and the like; of anything else the node itself. */
function rootOf(target: Expression): object {
  let at: Expression = target;
  while (at.kind === "member") at = at.object;
  return at.kind === "object" ? at.declaration : at;
}

export function statementsOf({ functions }: TranslationUnit): StatementPlace[] {
  const found: StatementPlace[] = [];
  for (const { name, body } of functions) {
    const pending: { readonly node: object; readonly following: number | undefined; readonly labelled?: number }[] = [];
    if (body !== undefined) pending.push({ node: body, following: undefined });
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const { node, following, labelled } = at;
      if (isStatement(node)) {
        if (node.kind === "label" || node.kind === "case" || node.kind === "default") {
          pending.push({ node: node.body, following, labelled: labelled ?? node.start });
          continue;
        }
        const { kind, start, end } = node;
        if (node !== body)
          found.push({ kind, start, end, function: name, following, ...(labelled === undefined ? {} : { labelled }) });
        if (node.kind === "compound") {
          for (const [i, one] of node.body.entries()) pending.push({ node: one, following: node.body[i + 1]?.start });
          continue;
        }
      }
      for (const part of partsOf(node)) pending.push({ node: part, following: undefined });
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

const STATEMENTS: ReadonlySet<string> = new Set<Statement["kind"]>([
  ...([
    "compound",
    "expression",
    "declaration",
    "if",
    "while",
    "do",
    "for",
    "switch",
    "case",
    "default",
    "label",
  ] as const),
  ...(["goto", "computed-goto", "break", "continue", "return", "asm", "empty"] as const),
]);

function isStatement(node: object): node is Statement {
  return "kind" in node && STATEMENTS.has(node.kind as string) && "start" in node;
}

/** Expressions are among them: blocks may stand in these. */
function partsOf(node: object): object[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "type" || key === "declaration" || key === "objects") return [];
    if (Array.isArray(value)) return value.filter((one): one is object => typeof one === "object" && one !== null);
    return typeof value === "object" && value !== null && "kind" in value ? [value] : [];
  });
}
