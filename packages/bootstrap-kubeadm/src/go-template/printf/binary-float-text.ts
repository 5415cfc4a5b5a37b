import { fractionBits, storedParts } from "./stored-parts.ts";

/** `%b`: the stored number. */
export function storedText(amount: number): string {
  const { mantissa, power } = storedParts(amount);
  return `${mantissa}p${power < 0 ? "-" : "+"}${Math.abs(power)}`;
}

/** `%x`: `0x1.8p+01`, with this many hexadecimal digits after the point, or as many as the number has. */
export function hexadecimalText(amount: number, precision: number | undefined, verb: string): string {
  const { mantissa, power } = normal(amount);
  const most = fractionBits / 4;
  const kept = Math.min(precision ?? most, most);
  const rounded = halfToEven(mantissa, fractionBits - 4 * kept);
  // 0x1.ff may become 0x2.0.
  const carried = rounded >> BigInt(4 * kept + 1) === 0n ? 0 : 1;
  const all = (rounded >> BigInt(carried)).toString(16).padStart(kept + 1, "0");
  const digits = precision === undefined ? all.slice(1).replace(/0+$/, "") : all.slice(1).padEnd(precision, "0");
  const exponent = amount === 0 ? 0 : power + fractionBits + carried;
  const size = String(Math.abs(exponent)).padStart(2, "0");
  const text = `0x${all.slice(0, 1)}${digits === "" ? "" : `.${digits}`}p${exponent < 0 ? "-" : "+"}${size}`;
  return verb === "X" ? text.toUpperCase() : text;
}

/** Normalizes the mantissa, also of the smallest numbers, so that its first bit is set. */
function normal(amount: number): ReturnType<typeof storedParts> {
  const { mantissa, power } = storedParts(amount);
  if (mantissa === 0n) return { mantissa, power };
  const missing = fractionBits + 1 - mantissa.toString(2).length;
  return { mantissa: mantissa << BigInt(missing), power: power - missing };
}

function halfToEven(value: bigint, bits: number): bigint {
  if (bits === 0) return value;
  const below = value >> BigInt(bits);
  const rest = value - (below << BigInt(bits));
  const half = 1n << BigInt(bits - 1);
  return rest > half || (rest === half && below % 2n === 1n) ? below + 1n : below;
}
