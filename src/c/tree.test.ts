import { describe, expect, it } from "vitest";
import { bodyOf, findFunction, findObject, lastExpression, parseText } from "../../tests/support/c.ts";
import type { Expression } from "./ast.ts";
import { showType } from "./type-operations.ts";
import { ILP32 } from "./types.ts";

/** The tree in short: kinds and names, conversions with their target type. */
function show(e: Expression): string {
  switch (e.kind) {
    case "integer-constant":
    case "floating-constant":
      return `${e.value}:${showType(e.type)}`;
    case "object":
    case "function":
      return e.declaration.name;
    case "convert":
      return e.conversion === "value"
        ? `(${showType(e.type)})${show(e.operand)}`
        : `${e.conversion}(${show(e.operand)})`;
    case "unary":
      return `${e.operator}${show(e.operand)}`;
    case "binary":
    case "comparison":
    case "logical":
      return `(${show(e.left)} ${e.operator} ${show(e.right)})`;
    case "pointer-add":
      return `(${show(e.pointer)} ${e.operator} ${show(e.index)}*${e.scale})`;
    case "pointer-difference":
      return `(${show(e.left)} - ${show(e.right)})/${e.scale}`;
    case "conditional":
      return `(${show(e.condition)} ? ${e.then ? show(e.then) : ""} : ${show(e.otherwise)})`;
    case "comma":
      return `(${show(e.left)}, ${show(e.right)})`;
    case "assign":
      return `(${show(e.target)} = ${show(e.value)})`;
    case "compound-assign":
      return `(${show(e.target)} ${e.operator}=[${e.computation ? showType(e.computation) : e.scale}] ${show(e.value)})`;
    case "increment":
      return `${e.position} ${show(e.target)}${e.operator}`;
    case "call":
      return `${show(e.callee)}(${e.arguments.map(show).join(", ")})`;
    case "address-of":
      return `&${show(e.operand)}`;
    case "dereference":
      return `*${show(e.operand)}`;
    case "member":
      return `${show(e.object)}.${e.name}@${e.offset}`;
    case "string":
      return JSON.stringify(String.fromCharCode(...e.elements.slice(0, -1)));
    default:
      return e.kind;
  }
}

const HEAD = `char c; int i; unsigned u; long l; double d; int *p; int a[3]; void *v; struct s { int x; int b : 4; struct { int y; }; } r, *q;
  int g(long, ...); int old(); int (*fp)(char);`;

const TREES: readonly (readonly [string, string])[] = [
  ["i + c", "(lvalue(i) + (int)lvalue(c))"],
  ["u + l", "((long)lvalue(u) + lvalue(l))"],
  ["i + 1L", "((long)lvalue(i) + 1:long)"],
  ["i = c", "(i = (int)lvalue(c))"],
  ["l = 5", "(l = 5:long)"],
  ["c += d", "(c +=[double] lvalue(d))"],
  ["c <<= l", "(c <<=[int] lvalue(l))"],
  ["p += c", "(p +=[4] (int)lvalue(c))"],
  ["a[i]", "lvalue(*(array(a) + lvalue(i)*4))"],
  ["i[a] = 1", "(*(array(a) + lvalue(i)*4) = 1:int)"],
  ["*p++", "lvalue(*postfix p++)"],
  ["p - a", "(lvalue(p) - array(a))/4"],
  ["v + 1", "(lvalue(v) + 1:int*1)"],
  ["q->y", "lvalue(*lvalue(q).y@8)"],
  ["r.b + 1u", "((unsigned int)lvalue(r.b@4) + 1:unsigned int)"],
  ["&r.x", "&r.x@0"],
  ["&*p", "lvalue(p)"],
  ["&a[1]", "(array(a) + 1:int*4)"],
  ["p == 0", "(lvalue(p) == (int *)0:int)"],
  ["p == v", "((void *)lvalue(p) == lvalue(v))"],
  ["i ? c : d", "(lvalue(i) ? (double)lvalue(c) : lvalue(d))"],
  ["i ? p : 0", "(lvalue(i) ? lvalue(p) : (int *)0:int)"],
  ["c ?: l", "((long)lvalue(c) ?  : lvalue(l))"],
  ["!p && i", "(!lvalue(p) && lvalue(i))"],
  ["g(c, c, 1.0f, a)", "g((long)lvalue(c), (int)lvalue(c), 1:double, array(a))"],
  ["old(c, 'x')", "old((int)lvalue(c), 120:int)"],
  ["fp(i)", "lvalue(fp)((char)lvalue(i))"],
  ["(*fp)(1)", "lvalue(fp)(1:char)"],
  ["(***g)(1)", "g(1:long)"],
  ["(&g)(1)", "g(1:long)"],
  ["fp = old", "(fp = same(function(old)))"],
  ["(char)i", "(char)lvalue(i)"],
  ["(void)i", "void(lvalue(i))"],
  ["-c", "-(int)lvalue(c)"],
  ["i++, --d", "(postfix i++, prefix d--)"],
  ["r = *q", "(r = lvalue(*lvalue(q)))"],
  ['"ab"[0]', 'lvalue(*(array("ab") + 0:int*1))'],
  ["sizeof a + sizeof r", "(12:unsigned long + 12:unsigned long)"],
  ["__builtin_expect(i, 1)", "(long)lvalue(i)"],
  ["__builtin_offsetof(struct s, y)", "8:unsigned long"],
  ["__builtin_isless(d, i)", "(lvalue(d) < (double)lvalue(i))"],
];

describe("trees of expressions", () => {
  it.each(TREES)("%s", (text, tree) => {
    expect(show(lastExpression(`${HEAD} void f(void) { ${text}; }`))).toBe(tree);
  });
});

describe("addressTaken", () => {
  const taken = (use: string): boolean => {
    const declaration = "int x; struct { int m[2]; int n; } s; int a[3];";
    const body = bodyOf(`int g(); int f(void) { ${declaration} ${use}; }`);
    const objects = body.flatMap((statement) => (statement.kind === "declaration" ? statement.objects : []));
    return objects.some(({ addressTaken }) => addressTaken);
  };
  it.each(["&x", "g(&x)", "a[0]", "a[0] = 1", "g(a)", "&s", "&s.n", "s.m[1]", 'asm("" : "=m"(x))', "*&x = 1"])(
    "%s",
    (use) => expect(taken(use)).toBe(true),
  );
  it.each([
    "x",
    "x = 1",
    "x++",
    "x += x",
    "s.n = 1",
    "s.n",
    "s = s",
    "sizeof a",
    "sizeof(&x)",
    "sizeof a[0]",
    'asm("" : "=r"(x))',
  ])("not %s", (use) => expect(taken(use)).toBe(false));
  it("of functions only when they are not just called", () => {
    const { unit } = parseText(
      "void a(void); void b(void); void c(void); void f(void (*p)(void)) { a(); p = b; f(&c); (*a)(); }",
    );
    const list = unit.functions.filter(({ addressTaken }) => addressTaken).map(({ name }) => name);
    expect(list).toEqual(["b", "c"]);
  });
});

describe("declarations", () => {
  it("are one object however often they are declared", () => {
    const { unit } = parseText(
      "extern int x[]; int f(void) { extern int x[3]; return x[0]; } int x[3] = { 1 }; extern int y;",
    );
    expect(unit.objects.map(({ name, defined }) => `${name} ${defined}`)).toEqual(["x true", "y false"]);
    expect(showType(findObject(unit, "x").type)).toBe("int [3]");
  });
  it("keep static locals apart", () => {
    const { unit } = parseText("void f(void) { static int n = 1; n++; } void g(void) { static int n; n++; }");
    expect(unit.objects.map(({ name, function: owner, storage }) => `${owner}.${name} ${storage}`)).toEqual([
      "f.n static",
      "g.n static",
    ]);
  });
  it("join prototypes", () => {
    const { unit } = parseText(
      "int f(); int f(int, char); int f(a, b) int a; char b; { return a + b; } int g(a) float a; { return a; }",
    );
    expect(showType(findFunction(unit, "f").type)).toBe("int (int, char)");
    expect(findFunction(unit, "f").parameters.map(({ type }) => showType(type))).toEqual(["int", "char"]);
    expect(findFunction(unit, "g").type).toMatchObject({ unprototyped: true });
    expect(findFunction(unit, "g").parameters.map(({ type }) => showType(type))).toEqual(["double"]);
  });
  it("give undeclared library functions their types", () => {
    const { unit, warnings } = parseText("void f(void) { char *p = malloc(3); other(p); }");
    expect(showType(findFunction(unit, "malloc").type)).toBe("void *(unsigned long)");
    expect(showType(findFunction(unit, "other").type)).toBe("int ()");
    expect(warnings).toHaveLength(2);
  });
  it("evaluate lengths of variable arrays once, in order", () => {
    const body = bodyOf("void f(int n) { int a[n++], b[n]; typedef int t[n]; n = 0; t c; }");
    const names = body.flatMap((statement) =>
      statement.kind === "declaration" ? statement.objects.map(({ name }) => name) : [],
    );
    expect(names).toEqual([
      expect.stringMatching(/^<length/),
      "a",
      expect.stringMatching(/^<length/),
      "b",
      expect.stringMatching(/^<length/),
      "c",
    ]);
  });
  it("lay long long out as gcc does on ILP32", () => {
    const { unit } = parseText(
      "struct { char c; long long l; } x; int n = sizeof x, m = __alignof__(long long), k = _Alignof(double);",
      ILP32,
    );
    const value = (name: string) => {
      const { initialiser } = findObject(unit, name);
      return initialiser?.kind === "scalar" && initialiser.value.kind === "integer-constant"
        ? initialiser.value.value
        : undefined;
    };
    expect([value("n"), value("m"), value("k")]).toEqual([12n, 8n, 4n]);
  });
  it("align atomic objects to their size, as gcc does on ILP32", () => {
    const { unit } = parseText(
      "int a = _Alignof(_Atomic long long), b = _Alignof(_Atomic(double)), c = _Alignof(_Atomic long double);",
      ILP32,
    );
    const value = (name: string) => {
      const { initialiser } = findObject(unit, name);
      return initialiser?.kind === "scalar" && initialiser.value.kind === "integer-constant"
        ? initialiser.value.value
        : undefined;
    };
    expect([value("a"), value("b"), value("c")]).toEqual([8n, 8n, 4n]);
  });
});

describe("statements", () => {
  it("drop the value of a return in a void function but evaluate it", () => {
    const [statement] = bodyOf("int g(void); void f(void) { return g(); }");
    expect(statement).toMatchObject({
      kind: "compound",
      body: [{ kind: "expression" }, { kind: "return", value: undefined }],
    });
  });
  it("convert case values to the type of the switch", () => {
    const [statement] = bodyOf("void f(unsigned u) { switch (u) { case -1: case 3 ... 5: ; } }");
    const body =
      statement?.kind === "switch" && statement.body.kind === "compound" ? statement.body.body[0] : undefined;
    expect(body).toMatchObject({
      kind: "case",
      low: 4294967295n,
      high: 4294967295n,
      body: { kind: "case", low: 3n, high: 5n },
    });
  });
  it("tell local labels apart", () => {
    const body = bodyOf("void f(void) { { __label__ l; goto l; l: ; } { __label__ l; goto l; l: ; } }");
    const labels = body
      .flatMap((block) => (block.kind === "compound" ? block.body : []))
      .map((s) => ("label" in s ? s.label : ""));
    expect(new Set(labels).size).toBe(2);
  });
});
