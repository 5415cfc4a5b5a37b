/** The significant digits that tell all floats of 32 bits apart. */
const mostDigits = 9;

/** A float as a key of a JSON object, as `sigs.k8s.io/yaml` writes it: the shortest digits of 32 bits, in Go's format `g`. */
export function floatKey(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  const near = Math.fround(value);
  if (!Number.isFinite(near)) return near > 0 ? ".inf" : "-.inf";
  if (near === 0) return Object.is(near, -0) ? "-0" : "0";
  let digits = 1;
  while (digits < mostDigits && Math.fround(Number(near.toPrecision(digits))) !== near) digits += 1;
  const [mantissa = "", exponent] = near.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return Number(near.toPrecision(digits)).toFixed(Math.max(digits - 1 - power, 0));
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
