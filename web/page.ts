/** Elements of the page: found, made, told. */

/** @throws where the page has no such element: it is index.html's. */
export function one<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page should have ${selector}`);
  return found;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text?: string,
  kind?: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind !== undefined) made.className = kind;
  return made;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Something to be read in passing. */
export function toast(text: string): void {
  const shown = one("#toast");
  shown.textContent = text;
  shown.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    shown.hidden = true;
  }, 5000);
}
