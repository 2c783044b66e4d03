/** The controls on top of the page: example, checks, machine, engine, limit. */
import { EXAMPLES, type Example } from "./examples.ts";
import type { About } from "./messages.ts";
import { limited, type Options } from "./options.ts";
import { element, one } from "./page.ts";

/** The choice that is no example. */
const OWN = "";

export interface Controls {
  options: Options;
  /** What the menu of examples shows; undefined: a program of the reader's own. */
  example: Example | undefined;
  offer(about: About): void;
}

/** @param onChange an option was chosen; @param onExample an example was. */
export function makeControls(onChange: () => void, onExample: (example: Example) => void): Controls {
  const examples = one<HTMLSelectElement>("#example");
  const engine = one<HTMLSelectElement>("#engine");
  const bits = one<HTMLSelectElement>("#bits");
  const timeout = one<HTMLInputElement>("#timeout");
  const checks = one<HTMLDetailsElement>("#checks");
  let chosen: readonly string[] = ["assert"];
  let wanted: string | undefined;

  fillExamples(examples);
  examples.addEventListener("change", () => {
    const found = EXAMPLES.find(({ name }) => name === examples.value);
    if (found !== undefined) onExample(found);
  });
  engine.addEventListener("change", () => {
    wanted = engine.value || undefined;
    onChange();
  });
  for (const control of [bits, timeout]) control.addEventListener("change", onChange);
  document.addEventListener("pointerdown", ({ target }) => {
    if (!checks.contains(target as Node)) checks.open = false;
  });
  checks.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !checks.open) return;
    checks.open = false;
    one<HTMLElement>("#checks summary").focus();
    event.stopPropagation();
  });

  const showChecks = (): void => {
    one("#checks-chosen").textContent = chosen.join(", ");
    for (const box of checks.querySelectorAll("input")) box.checked = chosen.includes(box.value);
  };
  const showEngine = (): void => {
    // One that this version does not have would be shown as none: it is asked for all the same, and hone says what is wrong.
    if (wanted !== undefined && ![...engine.options].some(({ value }) => value === wanted))
      engine.append(new Option(wanted, wanted));
    engine.value = wanted ?? "";
  };

  return {
    get options() {
      return {
        checks: chosen,
        bits: bits.value === "32" ? 32 : 64,
        engine: wanted,
        timeout: limited(timeout.valueAsNumber),
      };
    },
    set options(options: Options) {
      chosen = options.checks;
      wanted = options.engine;
      bits.value = String(options.bits);
      timeout.value = String(options.timeout);
      showChecks();
      showEngine();
    },
    get example() {
      return EXAMPLES.find(({ name }) => name === examples.value);
    },
    set example(example: Example | undefined) {
      examples.value = example?.name ?? OWN;
    },
    offer({ engines, checks: all }) {
      if (engine.options.length <= 2 && engines.length > 2) {
        engine.replaceChildren(new Option("all in turn", ""));
        engine.append(...engines.map(({ name, summary }) => titled(new Option(name, name), summary)));
        showEngine();
      }
      const list = one("#checks .popover");
      if (list.childElementCount > 0) return;
      const row = ({ name, meaning }: About["checks"][number]): HTMLElement => {
        const label = element("label");
        const box = element("input");
        box.type = "checkbox";
        box.value = name;
        box.addEventListener("change", () => {
          const now = all.map((one) => one.name).filter((one) => (one === name ? box.checked : chosen.includes(one)));
          chosen = now.length > 0 ? now : ["assert"];
          showChecks();
          onChange();
        });
        label.append(box, element("b", name), element("span", meaning, "quiet"));
        return label;
      };
      const several = all.filter(({ name }) => ["memory", "ub", "all"].includes(name));
      const single = all.filter((one) => !several.includes(one));
      list.append(...several.map(row), element("hr"), ...single.map(row));
      showChecks();
    },
  };
}

function fillExamples(select: HTMLSelectElement): void {
  select.append(new Option("your program", OWN));
  for (const group of new Set(EXAMPLES.map((example) => example.group))) {
    const options = element("optgroup");
    options.label = group;
    options.append(
      ...EXAMPLES.filter((example) => example.group === group).map(({ name, title }) => new Option(title, name)),
    );
    select.append(options);
  }
}

function titled<T extends HTMLElement>(made: T, title: string): T {
  made.title = title;
  return made;
}
