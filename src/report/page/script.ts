/**
 * What the page does: steps through the counterexample with calls and memory, switches tabs and colours, steps through the engine's
 * pictures. Plain DOM; text of the program is only ever set as text. Nothing is loaded.
 */
export const SCRIPT = `
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const element = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const on = (selector, action) => { const found = one(selector); if (found) found.addEventListener("click", action); };

  // --- Colours and tabs
  const root = document.documentElement;
  const remembered = () => { try { return localStorage.getItem("hone-theme"); } catch { return null; } };
  const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  if (remembered()) root.dataset.theme = remembered();
  function turn() {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("hone-theme", root.dataset.theme); } catch {}
  }
  on("#theme", turn);
  const below = () => root.style.setProperty("--below", one("header").offsetHeight + 20 + "px");
  addEventListener("resize", below);
  below();
  const tabs = all("[role=tab]");
  const open = () => one(".tab:not([hidden])").id;
  function show(id) {
    if (!one("#" + id)) return;
    all(".tab").forEach((tab) => { tab.hidden = tab.id !== id; });
    tabs.forEach((tab) => tab.setAttribute("aria-selected", String(tab.getAttribute("aria-controls") === id)));
    if (id === "analysis") draw(picture);
  }
  tabs.forEach((tab) => tab.addEventListener("click", () => show(tab.getAttribute("aria-controls"))));

  // --- The counterexample
  const { steps, memory, violation } = JSON.parse(one("#run").textContent);
  const rowOf = (place) => {
    const view = all(".view").find((found) => found.dataset.file === place.file);
    return view ? view.querySelector('tr[data-line="' + place.line + '"]') : null;
  };
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
      const item = element("li"), link = element("a", "line " + step.line), row = rowOf(step);
      link.href = row ? "#" + row.id : "#";
      item.append(step.function + " ", link);
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
    all(".code tr.now").forEach((row) => row.classList.remove("now"));
    const row = rowOf(current);
    if (row) {
      row.classList.add("now");
      const box = row.getBoundingClientRect();
      if (innerWidth > 1000 && (box.top < one("header").offsetHeight + 30 || box.bottom > innerHeight - 110)) row.scrollIntoView({ block: "center", behavior: how || "auto" });
    }
    one("#step-count").textContent = "step " + (at + 1) + " of " + steps.length;
    const title = element("p");
    const link = element("a", "line " + current.line);
    link.href = row ? "#" + row.id : "#";
    title.append(link, " in " + current.function);
    const end = last && violation ? [element("p", violation.message, "no")] : [];
    one("#step-text").replaceChildren(title, ...facts(current), ...end);
    const { values, calls } = stateAfter(at + 1);
    stack(calls);
    table(last ? withMemory(values) : values, calls);
    one("#step-first").disabled = one("#step-previous").disabled = at === 0;
    one("#step-next").disabled = one("#step-last").disabled = last;
  }
  if (steps.length > 0 && one("#steps")) {
    for (const place of steps) { const row = rowOf(place); if (row) row.classList.add("visited"); }
    on("#step-first", () => step(0));
    on("#step-previous", () => step(at - 1));
    on("#step-next", () => step(at + 1));
    on("#step-last", () => step(steps.length - 1));
    step(steps.length - 1, "instant");
  }

  // --- The engine's pictures
  const pictures = all(".step"), buttons = all(".steps button"), canvas = one(".canvas");
  let picture = 0, zoom = 1, chosen;
  const svg = () => pictures[picture] && pictures[picture].querySelector("svg");
  function scale() {
    const drawn = svg();
    if (!drawn) return;
    drawn.setAttribute("width", drawn.viewBox.baseVal.width * zoom);
    drawn.setAttribute("height", drawn.viewBox.baseVal.height * zoom);
  }
  function fit() {
    const drawn = svg();
    if (drawn) zoom = clamp((canvas.clientWidth - 24) / drawn.viewBox.baseVal.width, 0.6, 1);
    scale();
  }
  function bring(inner, inside, how) {
    const own = inner.getBoundingClientRect(), frame = inside.getBoundingClientRect();
    if (how === "nearest" && own.top >= frame.top && own.bottom <= frame.bottom) return;
    inside.scrollTop += own.top + own.height / 2 - frame.top - frame.height / 2;
    inside.scrollLeft += own.left + own.width / 2 - frame.left - frame.width / 2;
  }
  function draw(index) {
    if (!canvas) return;
    picture = clamp(index, 0, pictures.length - 1);
    pictures.forEach((found, place) => { found.hidden = place !== picture; });
    all(".notes-of").forEach((notes, place) => { notes.hidden = place !== picture; });
    buttons.forEach((button, place) => { place === picture ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current"); });
    one(".bar .title").textContent = buttons[picture] ? buttons[picture].textContent : "";
    one("#count").textContent = (picture + 1) + " / " + pictures.length;
    one("#previous").disabled = picture === 0; one("#next").disabled = picture >= pictures.length - 1;
    if (buttons[picture]) bring(buttons[picture], one(".side.left"), "nearest");
    fit();
    const same = chosen !== undefined && svg() ? svg().querySelector('.node[data-id="' + chosen + '"]') : null;
    const refined = svg() ? svg().querySelector(".node.refined") : null;
    if (same || refined) choose(same || refined);
    if (refined) bring(refined, canvas, "centre");
    else { canvas.scrollTop = 0; canvas.scrollLeft = (canvas.scrollWidth - canvas.clientWidth) / 2; }
  }
  function choose(node) {
    all(".node.chosen").forEach((other) => other.classList.remove("chosen"));
    node.classList.add("chosen");
    chosen = node.dataset.id;
    const { id, place, state, kind, covered } = node.dataset;
    const title = element("p", "Node " + id + ", "), line = /line (\\d+)/.exec(place);
    if (line && one("#L" + line[1])) {
      const link = element("a", place);
      link.href = "#L" + line[1];
      link.addEventListener("click", () => show("program"));
      title.append(link);
    } else title.append(place);
    title.append((kind === "ordinary" ? "" : ", " + kind) + (covered === undefined ? "" : " by " + covered));
    one("#detail").replaceChildren(title, element("pre", state === "" ? "nothing is known" : state));
  }
  const nodeOf = (event) => event.target.closest && event.target.closest(".node");
  document.addEventListener("click", (event) => { if (nodeOf(event)) choose(nodeOf(event)); });
  buttons.forEach((button, place) => button.addEventListener("click", () => draw(place)));
  const zoomBy = (factor) => { zoom = clamp(zoom * factor, 0.1, 3); scale(); };
  on("#previous", () => draw(picture - 1));
  on("#next", () => draw(picture + 1));
  on("#larger", () => zoomBy(1.2));
  on("#smaller", () => zoomBy(1 / 1.2));
  on("#fit", fit);
  if (one("#labels")) one("#labels").addEventListener("change", (event) => canvas.classList.toggle("no-labels", !event.target.checked));

  // --- Keys
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    const inPictures = open() === "analysis";
    const go = inPictures ? draw : steps.length > 0 && one("#steps") ? step : undefined;
    const [now, last] = inPictures ? [picture, pictures.length - 1] : [at, steps.length - 1];
    if (event.key === "t") turn();
    else if (event.key === "1") show("program");
    else if (event.key === "2") show("analysis");
    else if (go && (event.key === "ArrowRight" || event.key === "n")) go(now + 1);
    else if (go && (event.key === "ArrowLeft" || event.key === "p")) go(now - 1);
    else if (go && event.key === "Home") go(0);
    else if (go && event.key === "End") go(last);
    else if (inPictures && (event.key === "+" || event.key === "=")) zoomBy(1.2);
    else if (inPictures && event.key === "-") zoomBy(1 / 1.2);
    else if (inPictures && event.key === "0") fit();
    else if (inPictures && event.key === "Enter" && nodeOf(event)) choose(nodeOf(event));
    else return;
    event.preventDefault();
  });
})();
`;
