/**
 * Steps through a counterexample with calls and memory, in the elements that `panels.ts` writes. Where the source is shown is the
 * page's matter: `showLine` marks the line of a step, `linkTo` makes a link to it.
 */
export const STEPPER = `
function stepper({ steps, memory, violation }, { showLine, linkTo }) {
  let at = -1;
  /** Memory and calls after the first \`count\` steps: values by the call that they belong to. */
  function stateAfter(count) {
    const values = new Map(), calls = [];
    const set = (depth, name, value, step) => {
      if (!values.has(depth)) values.set(depth, new Map());
      values.get(depth).set(name, { value, changed: step === count - 1 });
    };
    steps.slice(0, count).forEach((step, index) => {
      const depth = step.depth || 1;
      for (const known of [...values.keys()]) if (known > depth) values.delete(known);
      if (calls[depth] && calls[depth].function !== step.function) values.delete(depth);
      calls.length = Math.min(calls.length, depth + 1);
      calls[depth] = step;
      for (const { name, value, depth: owner } of step.assignments) set(owner === undefined ? depth : owner, name, value, index);
      if (step.folded) for (const { name, to, depth: owner } of step.folded.changes) set(owner === undefined ? depth : owner, name, to, index);
    });
    return { values, calls };
  }
  /** At the violation all of memory is known, not only what was told to change. */
  function withMemory(values) {
    const known = new Map();
    for (const { name, value, depth } of memory || []) {
      if (!known.has(depth)) known.set(depth, new Map());
      const before = values.get(depth) && values.get(depth).get(name);
      known.get(depth).set(name, { value, changed: Boolean(before && before.changed) });
    }
    return known.size === 0 ? values : known;
  }
  function facts(step) {
    const lines = [];
    for (const { text, holds, values } of step.conditions || []) {
      const line = element("p", undefined, "fact"), own = values.find((value) => value.name === text);
      line.append(element("code", text), " is ", element("span", own ? own.value : String(holds), holds ? "yes" : "no"));
      const others = values.filter((value) => value !== own).map(({ name, value }) => name + " = " + value).join(", ");
      if (others) line.append(element("span", "  (" + others + ")", "quiet"));
      lines.push(line);
    }
    const told = new Set((step.conditions || []).map(({ text }) => text));
    for (const { name, value } of step.assignments) if (!told.has(name)) lines.push(element("p", name + " = " + value, "fact"));
    if (step.folded) {
      const { what, times, changes, omittedChanges } = step.folded;
      lines.push(element("p", what === "iterations" ? times + " iterations of this loop" : times + (what === "call" ? " steps inside this call" : " steps are left out"), "quiet"));
      for (const { name, from, to } of changes) lines.push(element("p", name + ": " + (from === undefined ? "" : from + " \\u2192 ") + to, "fact"));
      if (omittedChanges) lines.push(element("p", "and " + omittedChanges + " more changes", "quiet"));
    }
    return lines;
  }
  function stack(calls) {
    one("#stack").replaceChildren(...calls.filter(Boolean).map((step) => {
      const item = element("li");
      item.append(step.function + " ", linkTo(step));
      return item;
    }));
  }
  function table(values, calls) {
    const rows = [], owners = [...values.keys()].sort((a, b) => (a === 0 ? 1 : b === 0 ? -1 : b - a));
    for (const depth of owners) {
      const owner = element("tr", undefined, "owner"), cell = element("td", depth === 0 ? "globals and heap" : (calls[depth] ? calls[depth].function : "a caller"));
      cell.colSpan = 2; owner.append(cell); rows.push(owner);
      for (const [name, { value, changed }] of values.get(depth)) {
        const row = element("tr", undefined, changed ? "changed" : "");
        row.append(element("td", name), element("td", value));
        rows.push(row);
      }
    }
    one("#memory tbody").replaceChildren(...rows);
  }
  function step(index, how) {
    at = clamp(index, 0, steps.length - 1);
    const current = steps[at], last = at === steps.length - 1;
    showLine(current, how);
    one("#step-count").textContent = "step " + (at + 1) + " of " + steps.length;
    const title = element("p");
    title.append(linkTo(current), " in " + current.function);
    const end = last && violation ? [element("p", violation.message, "no")] : [];
    one("#step-text").replaceChildren(title, ...facts(current), ...end);
    const { values, calls } = stateAfter(at + 1);
    stack(calls);
    table(last ? withMemory(values) : values, calls);
    one("#step-first").disabled = one("#step-previous").disabled = at === 0;
    one("#step-next").disabled = one("#step-last").disabled = last;
  }
  on("#step-first", () => step(0));
  on("#step-previous", () => step(at - 1));
  on("#step-next", () => step(at + 1));
  on("#step-last", () => step(steps.length - 1));
  step(steps.length - 1, "instant");
  return { go: step, at: () => at, last: steps.length - 1 };
}
`;
