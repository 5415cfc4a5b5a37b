/** A double in Go's default format: with an exponent from 21 digits, and below 0.0001. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e21)) return plainDigits(value);
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  const sign = exponent.startsWith("-") ? "-" : "+";
  return `${mantissa}e${sign}${exponent.replace(/^[+-]/, "").padStart(2, "0")}`;
}

function plainDigits(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/0+$/, "") : text;
}
