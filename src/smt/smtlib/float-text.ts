/** Float constants as `(fp sign exponent fraction)`, bit by bit. */
import type { FloatType } from "../../logic/types.ts";

export function floatLiteral(value: number, { format }: FloatType): string {
  const view = new DataView(new ArrayBuffer(8));
  const [bits, exponent] = format === "f32" ? [32, 8] : [64, 11];
  if (format === "f32") view.setFloat32(0, value);
  else view.setFloat64(0, value);
  const word = format === "f32" ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
  if (Number.isNaN(value)) return `(_ NaN ${exponent} ${bits - exponent})`;
  const text = word.toString(2).padStart(bits, "0");
  return `(fp #b${text[0]} #b${text.slice(1, 1 + exponent)} #b${text.slice(1 + exponent)})`;
}
