/** A floating-point number of Go, whose type differs from that of an integer of the same value. */
export class GoFloat {
  readonly amount: number;

  constructor(amount: number) {
    this.amount = amount;
  }
}

/** A value in a template; a number is an integer. Go functions without a result do not exist here. */
export type Value = string | number | boolean | null | undefined | GoFloat | ValueMap;
export interface ValueMap {
  readonly [name: string]: Value;
}

export function isMap(value: Value): value is ValueMap {
  return typeof value === "object" && value !== null && !(value instanceof GoFloat);
}

/** Whether Go treats a value as true: not zero, not empty, not missing. */
export function isTrue(value: Value): boolean {
  if (value instanceof GoFloat) return value.amount !== 0;
  return isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** Go's name for the type of a value. */
export function typeName(value: Value): string {
  if (value === undefined || value === null) return "<nil>";
  if (value instanceof GoFloat) return "float64";
  if (typeof value === "number") return "int";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : "map[string]interface {}";
}
