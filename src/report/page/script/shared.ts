/** What the scripts of pages share: plain DOM, and the colours. Text of the program is only ever set as text. */
export const SHARED = `
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

// --- Light or dark, as the reader's system has it or as was chosen last
const root = document.documentElement;
const remembered = () => { try { return localStorage.getItem("hone-theme"); } catch { return null; } };
const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
if (remembered()) root.dataset.theme = remembered();
function turn() {
  root.dataset.theme = isDark() ? "light" : "dark";
  try { localStorage.setItem("hone-theme", root.dataset.theme); } catch {}
}

/** Goes through something that has steps, by its key; says whether it was one. */
function stepKey(event, stepped) {
  if (!stepped) return false;
  if (event.key === "ArrowRight" || event.key === "n") stepped.go(stepped.at() + 1);
  else if (event.key === "ArrowLeft" || event.key === "p") stepped.go(stepped.at() - 1);
  else if (event.key === "Home") stepped.go(0);
  else if (event.key === "End") stepped.go(stepped.last);
  else return false;
  return true;
}
`;
