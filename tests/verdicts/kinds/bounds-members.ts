/** Rows and members under `--check bounds`: an index of the innermost array, inside it or just beyond. */
import { below, type Generated, type Kind, pick } from "./kind.ts";

interface Shape {
  readonly declaration: (length: number) => string;
  readonly element: (index: string) => string;
}

const SHAPES: readonly Shape[] = [
  { declaration: (n) => `struct { char n[${n}]; int after; } u;`, element: (i) => `u.n[${i}]` },
  {
    declaration: (n) => `struct s { int before; short n[${n}]; int after[4]; } u, *p = &u;`,
    element: (i) => `p->n[${i}]`,
  },
  { declaration: (n) => `int u[3][${n}];`, element: (i) => `u[1][${i}]` },
  { declaration: (n) => `int u[3][${n}]; int (*row)[${n}] = u;`, element: (i) => `row[1][${i}]` },
  {
    declaration: (n) => `struct { struct { int x[2][${n}]; int y; } in[2]; int z; } u;`,
    element: (i) => `u.in[0].x[1][${i}]`,
  },
];

export const boundsMembers: Kind = {
  name: "bounds-members",
  generate: (word): Generated => {
    const shape = pick(word, SHAPES);
    const length = 1 + below(word, 6);
    const fits = below(word, 2) === 0;
    const last = fits ? below(word, length) : length;
    const index = pick(word, [
      (body: string) => `int i = ${last}; ${body}`,
      (body: string) => `for (int i = 0; i <= ${last}; i++) { ${body} }`,
      (body: string) => `int k = ${last + 3}; int i = k - 3; ${body}`,
    ]);
    const use = pick(word, [(place: string) => `${place} = 1;`, (place: string) => `sum += ${place};`]);
    const text = `${shape.declaration(length)}\nint main(int argc, char **argv) { int sum = 0; if (argc == 1) { ${index(use(shape.element("i")))} } return sum; }\n`;
    return {
      text,
      truth: fits ? "safe" : "unsafe",
      options: ["--check", "bounds"],
      confirm: { kind: "sanitizers" },
    };
  },
};
