/**
 * Parses an integer of JSON or YAML: a number if a number represents it exactly, a bigint if it has up to 64 bits, and otherwise the
 * nearest number, as Go does.
 *
 * @param source - the digits of the integer.
 */
export function exactInteger(source: string): number | bigint {
  const nearest = Number(source);
  if (Number.isSafeInteger(nearest)) return nearest;
  const exact = BigInt(source.replace(/^\+/, ""));
  return exact === BigInt.asIntN(64, exact) ? exact : nearest;
}
