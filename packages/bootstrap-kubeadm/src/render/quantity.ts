const decimalExponents: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  "": 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binaryExponents: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d+))?$/;
const nano = 1_000_000_000n;

/**
 * The canonical form of a Kubernetes quantity, in which Go writes it whatever it was read from: `1000m` is `1`, `0.5`
 * is `500m`, `2048Ki` is `2Mi`. Text that is no quantity stays as it is.
 */
export function canonicalQuantity(text: string): string {
  const [, sign, whole = "", fraction = "", binary, suffix = "", exponent] = form.exec(text) ?? [];
  if (sign === undefined || whole + fraction === "") return text;
  const scaled = nanos(whole, fraction, binary, exponent === undefined ? decimalExponents[suffix] : Number(exponent));
  const signed = sign === "-" && scaled !== 0n ? "-" : "";
  if (binary !== undefined && scaled >= 1024n * nano && scaled % nano === 0n)
    return `${signed}${inBinary(scaled / nano)}`;
  return `${signed}${inDecimal(scaled, exponent !== undefined)}`;
}

/** The amount in thousand millionths, rounded up: the smallest there is. */
function nanos(whole: string, fraction: string, binary: string | undefined, exponent = 0): bigint {
  const digits = BigInt(`${whole}${fraction}`);
  if (binary !== undefined) {
    return ceilDivide(digits * 2n ** (binaryExponents[binary] ?? 0n) * nano, 10n ** BigInt(fraction.length));
  }
  const power = exponent - fraction.length + 9;
  return power >= 0 ? digits * 10n ** BigInt(power) : ceilDivide(digits, 10n ** BigInt(-power));
}

function ceilDivide(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

function inBinary(amount: bigint): string {
  const suffixes = Object.entries(binaryExponents).toReversed();
  const [suffix = "", power = 0n] = suffixes.find(([, exponent]) => amount % 2n ** exponent === 0n) ?? [];
  return `${amount / 2n ** power}${suffix}`;
}

/** The largest suffix that leaves a whole number; as a power of ten if it was written so. */
function inDecimal(amount: bigint, asPower: boolean): string {
  if (amount === 0n) return "0";
  const suffixes = Object.entries(decimalExponents).toReversed();
  const [suffix, exponent] = suffixes.find(([, power]) => amount % 10n ** BigInt(power + 9) === 0n) ?? ["n", -9];
  const mantissa = amount / 10n ** BigInt(exponent + 9);
  if (asPower) return exponent === 0 ? String(mantissa) : `${mantissa}e${exponent}`;
  return `${mantissa}${suffix}`;
}
