/** Values as SMT-LIB writes them: `#x0f`, `#b101`, `(fp #b0 ...)`, `(_ NaN 8 24)`, `RNE`, arrays as stores to a constant one. */
import { type BitValue, wholeArray } from "./evaluate.ts";
import * as floats from "./float-values.ts";
import { type Scalar, type Sort, showSort } from "./sorts.ts";

export function showValue(value: BitValue, sort: Sort): string {
  if (sort.kind === "Real") throw new Error("a real constant should not be a value");
  if (sort.kind !== "Array") return showScalar(value as bigint, sort);
  if (typeof value === "bigint") throw new Error("an array should have a value with elements");
  const { elements, otherwise } = wholeArray(value);
  let text = `((as const ${showSort(sort)}) ${showScalar(otherwise, sort.element)})`;
  for (const [index, element] of elements)
    if (element !== otherwise)
      text = `(store ${text} ${showScalar(index, sort.index)} ${showScalar(element, sort.element)})`;
  return text;
}

function showScalar(value: bigint, sort: Scalar): string {
  switch (sort.kind) {
    case "Bool":
      return value === 1n ? "true" : "false";
    case "RoundingMode":
      return floats.modeOf(value);
    case "BitVec":
      return sort.width % 4 === 0
        ? `#x${value.toString(16).padStart(sort.width / 4, "0")}`
        : `#b${value.toString(2).padStart(sort.width, "0")}`;
    case "Float": {
      const { exponentBits, fractionBits } = sort.format;
      const name = { nan: "NaN", infinite: "oo", finite: "zero" }[floats.unpack(value, sort.format).kind];
      const sign = value >> BigInt(exponentBits + fractionBits) === 1n ? "-" : "+";
      const size = `${exponentBits} ${fractionBits + 1}`;
      if (name === "NaN") return `(_ NaN ${size})`;
      if (name === "oo" || value === floats.zero(sort.format, sign === "-")) return `(_ ${sign}${name} ${size})`;
      const text = value.toString(2).padStart(1 + exponentBits + fractionBits, "0");
      return `(fp #b${text[0]} #b${text.slice(1, 1 + exponentBits)} #b${text.slice(1 + exponentBits)})`;
    }
  }
}
