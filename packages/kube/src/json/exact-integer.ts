/**
 * What an integer in JSON or YAML is read as: a number if that holds it exactly, a bigint if it takes up to 64 bits, and otherwise the
 * nearest number, as Go does.
 *
 * @param source - the integer as it is written, in digits.
 */
export function exactInteger(source: string): number | bigint {
  const nearest = Number(source);
  if (Number.isSafeInteger(nearest)) return nearest;
  const exact = BigInt(source.replace(/^\+/, ""));
  return exact === BigInt.asIntN(64, exact) ? exact : nearest;
}
