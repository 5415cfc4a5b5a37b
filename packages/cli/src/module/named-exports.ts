import { ArgumentError, isJsonObject } from "@capstan/kube";

/** A named export of an author's module. */
interface Named {
  readonly name: string;
}

/** The exports that a command looks for in a module. */
export interface Wanted<T extends Named> {
  /** Its name for people: `scenario`. */
  readonly noun: string;
  /** Its shape: `an object with name, prepare and steps`. */
  readonly form: string;
  readonly isOne: (value: unknown) => value is T;
}

/**
 * The matching exports of a module, alone or in lists.
 *
 * @param only - the name of one of them. Default: all.
 * @throws ArgumentError the module exports none, or none of that name.
 */
export function namedExports<T extends Named>(exported: unknown, { noun, form, isOne }: Wanted<T>, only?: string): T[] {
  const values: readonly unknown[] = typeof exported === "object" && exported !== null ? Object.values(exported) : [];
  const all = [...new Set(values.flatMap((value) => value))].filter(isOne);
  if (all.length === 0) throw new ArgumentError(`The module exports no ${noun}: ${form}, or a list of them`);
  if (only === undefined) return all;
  const found = all.filter(({ name }) => name === only);
  if (found.length > 0) return found;
  const names = all.map(({ name }) => `"${name}"`).join(", ");
  throw new ArgumentError(`The ${noun} "${only}" does not exist; choose from ${names}`);
}

/** Whether a value has the common fields of all exports that create a world per run: a name, and a function `prepare`. */
export function hasNameAndWorld(value: unknown): value is Named & Readonly<Record<string, unknown>> {
  return isJsonObject(value) && typeof value.name === "string" && typeof value.prepare === "function";
}
