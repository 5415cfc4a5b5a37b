/** The stored value of a finite number: `mantissa` times two to the power of `power`. */
export interface StoredParts {
  readonly mantissa: bigint;
  readonly power: number;
}

/** Bits of the mantissa after the first. */
export const fractionBits = 52;

/** For a positive number, or zero. */
export function storedParts(amount: number): StoredParts {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, amount);
  const stored = bits.getBigUint64(0);
  const exponent = Number(stored >> BigInt(fractionBits)) & 0x7_ff;
  const fraction = stored & ((1n << BigInt(fractionBits)) - 1n);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << BigInt(fractionBits));
  return { mantissa, power: Math.max(exponent, 1) - 1075 };
}
