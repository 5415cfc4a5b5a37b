import { badRequest } from "../status/status-error.ts";

/** A query flag: present without a value, or with a value that Go's ParseBool reads as true. */
export function queryFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && !["false", "0", "f", "F", "False", "FALSE"].includes(value);
}

/** An integer of a query; undefined if it is missing. @throws StatusError BadRequest if it is not a 64-bit integer. */
export function queryInteger(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const refuse = (problem: string) => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: ${problem}`);
  if (!/^[+-]?\d+$/.test(value)) throw refuse("invalid syntax");
  if (BigInt.asIntN(64, BigInt(value)) !== BigInt(value)) throw refuse("value out of range");
  return Number(value);
}
