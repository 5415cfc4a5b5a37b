/** The syntax of Kubernetes quantities, as the `pattern` of a schema. */
export const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))" +
  "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

const decimalExponents: ReadonlyMap<string, number> = new Map([
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
]);
const decimalSuffixes: ReadonlyMap<number, string> = new Map(
  [...decimalExponents].map(([suffix, power]) => [power, suffix]),
);
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d+))?$/;
const nano = 1_000_000_000n;
const largest = 2n ** 63n - 1n;
/** No real quantity comes near this exponent; larger exponents would fill the memory with digits. */
const highestExponent = 1_000;

interface Parts {
  readonly isNegative: boolean;
  /** Digits without leading zeros, at least one. */
  readonly whole: string;
  readonly fraction: string;
  /** The exponent of 1024, for a binary suffix. */
  readonly binary: number | undefined;
  /** The exponent of 10, for all other suffixes. */
  readonly decimal: number;
  /** Whether the suffix is a power of ten. */
  readonly isPower: boolean;
}

/**
 * Formats a quantity as Go does after parsing it: `0.5` is `500m`, `2048Ki` is `2Mi`, `1000m` is `1`. A quantity that Go considers
 * canonical already is unchanged, such as `+5` and `1.500`. A string that is not a quantity is unchanged.
 */
export function canonicalQuantity(text: string): string {
  const parts = partsOf(text);
  if (parts === undefined || isKept(parts)) return text;
  const { isNegative, binary, isPower } = parts;
  const amount = nanosOf(parts);
  const sign = isNegative && amount !== 0n ? "-" : "";
  const isBinary = binary !== undefined && amount >= 1024n * nano && amount % nano === 0n;
  return `${sign}${isBinary ? inBinary(amount / nano) : inDecimal(amount, isPower)}`;
}

/** The value of a quantity in units of 10⁻⁹, rounded up as in Go; `undefined` for a string that is not a quantity. */
export function quantityNanos(text: string): bigint | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  return parts.isNegative ? -nanosOf(parts) : nanosOf(parts);
}

/** The integer value of a quantity, fractions rounded up, as in Go's `Quantity.Value`; `undefined` for a string that is not a quantity. */
export function quantityValue(text: string): bigint | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const amount = ceilDivide(nanosOf(parts), nano);
  return parts.isNegative ? -amount : amount;
}

/** The sum of two quantities in Go's format: binary or decimal like the first, unless the first is zero. */
export function addQuantities(one: string, other: string): string {
  const [first, second] = [quantityNanos(one) ?? 0n, quantityNanos(other) ?? 0n];
  const { binary, isPower = false } = partsOf(first === 0n ? other : one) ?? {};
  const sum = first + second;
  const isBinary = binary !== undefined && sum >= 1024n * nano && sum % nano === 0n;
  return isBinary ? inBinary(sum / nano) : inDecimal(sum, isPower);
}

/** The greater of two quantities; the first if they are equal. */
export function greaterQuantity(one: string, other: string): string {
  return (quantityNanos(other) ?? 0n) > (quantityNanos(one) ?? 0n) ? other : one;
}

function partsOf(text: string): Parts | undefined {
  const [, sign, whole = "", fraction = "", binary, suffix = "", exponent] = form.exec(text) ?? [];
  const decimal = exponent === undefined ? (decimalExponents.get(suffix) ?? 0) : Number(exponent);
  if (sign === undefined || whole + fraction === "" || Math.abs(decimal) > highestExponent) return undefined;
  return {
    isNegative: sign === "-",
    whole: whole.replace(/^0+(?=.)/, ""),
    fraction,
    binary: binary === undefined ? undefined : binarySuffixes.indexOf(binary),
    decimal,
    isPower: exponent !== undefined,
  };
}

/** Whether Go parses the quantity on its fast path and keeps the original string. */
function isKept({ whole, fraction, binary, decimal }: Parts): boolean {
  const digits = `${whole}${fraction}`;
  const value = BigInt(digits);
  if (binary !== undefined) {
    const places = 15 - whole.length - Math.trunc(binary * 3) - 1;
    return places >= 0 && fraction === "" && value % 8n !== 0n && value * 1024n ** BigInt(binary) <= largest;
  }
  const scale = decimal - fraction.length;
  return digits.length <= 18 && scale >= -9 && scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
}

/** The value in units of 10⁻⁹, the smallest unit, rounded up. */
function nanosOf({ whole, fraction, binary, decimal }: Parts): bigint {
  const digits = BigInt(`${whole}${fraction}`);
  if (binary !== undefined) {
    const amount = ceilDivide(digits * 1024n ** BigInt(binary) * nano, 10n ** BigInt(fraction.length));
    return amount > largest * nano ? largest * nano : amount;
  }
  const power = decimal - fraction.length + 9;
  return power >= 0 ? digits * 10n ** BigInt(power) : ceilDivide(digits, 10n ** BigInt(-power));
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

function inBinary(amount: bigint): string {
  let [mantissa, power] = [amount, 0];
  while (mantissa % 1024n === 0n) [mantissa, power] = [mantissa / 1024n, power + 1];
  return `${mantissa}${binarySuffixes[power] ?? ""}`;
}

/** An integer with the largest power of a thousand as suffix. */
function inDecimal(amount: bigint, asPower: boolean): string {
  if (amount === 0n) return "0";
  let [mantissa, exponent] = [amount, -9];
  while (mantissa % 1000n === 0n) [mantissa, exponent] = [mantissa / 1000n, exponent + 3];
  if (asPower) return exponent === 0 ? String(mantissa) : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalSuffixes.get(exponent) ?? ""}`;
}
