/** The domain that knows nothing: with it the algorithm is UFO's interpolation-based verification by itself. */
import type { Domain } from "../../domains/domain.ts";
import { FALSE, TRUE } from "../../logic/term.ts";

type Trivial = "top" | "bottom";

export const trivial: Domain<Trivial> = {
  name: "none",
  top: "top",
  bottom: "bottom",
  isBottom: (state) => state === "bottom",
  leq: (smaller, larger) => smaller === "bottom" || larger === "top",
  join: (a, b) => (a === "bottom" ? b : a),
  meet: (a, b) => (a === "top" ? b : a),
  widen: (older, newer) => (older === "bottom" ? newer : older),
  assign: (state) => state,
  forget: (state) => state,
  assume: (state, condition) => (condition.kind === "false" ? "bottom" : state),
  toFormula: (state) => (state === "bottom" ? FALSE : TRUE),
  show: (state) => state,
};
