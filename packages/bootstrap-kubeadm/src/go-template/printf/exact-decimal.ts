import { storedParts } from "./stored-parts.ts";

/** The exact value of a finite number: `digits` times ten to the power of minus `places`. */
interface ExactDecimal {
  readonly digits: bigint;
  readonly places: number;
}

/** For a positive number, or zero. */
export function exactDecimal(amount: number): ExactDecimal {
  const { mantissa, power } = storedParts(amount);
  if (power >= 0) return { digits: mantissa << BigInt(power), places: 0 };
  return { digits: mantissa * 5n ** BigInt(-power), places: -power };
}

/** The digits up to a decimal place, rounded half to even as Go does and JavaScript does not. */
export function roundedTo({ digits, places }: ExactDecimal, precision: number): bigint {
  if (precision >= places) return digits * 10n ** BigInt(precision - places);
  const unit = 10n ** BigInt(places - precision);
  const below = digits / unit;
  const rest = 2n * (digits % unit);
  return rest > unit || (rest === unit && below % 2n === 1n) ? below + 1n : below;
}
