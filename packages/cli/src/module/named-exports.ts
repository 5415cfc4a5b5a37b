import { ArgumentError, isJsonObject } from "@capstan/kube";

/** Something that an author's module exports, and that has a name of its own. */
interface Named {
  readonly name: string;
}

/** What a command looks for among a module's exports. */
export interface Wanted<T extends Named> {
  /** What a person calls it: `scenario`. */
  readonly noun: string;
  /** What it looks like: `an object with name, prepare and steps`. */
  readonly form: string;
  readonly isOne: (value: unknown) => value is T;
}

/**
 * What a command wants of a module's exports, alone or in lists.
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
  throw new ArgumentError(`There is no ${noun} "${only}"; there are ${names}`);
}

/** Whether a value has what all have that make a world for each of their runs: a name, and a function `prepare`. */
export function hasNameAndWorld(value: unknown): value is Named & Readonly<Record<string, unknown>> {
  return isJsonObject(value) && typeof value.name === "string" && typeof value.prepare === "function";
}
