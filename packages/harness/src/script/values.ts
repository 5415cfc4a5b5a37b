import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Parses an integer that is at least the minimum. */
export function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isInteger(value) && value >= minimum) return value;
    throw new InvalidArgumentError(`It must be a whole number, ${minimum} or more.`);
  };
}

/** Parses comma-separated values. */
export function list<Value>(read: (text: string) => Value): (text: string) => readonly Value[] {
  return (text) => text.split(",").map(read);
}

/** Parses one of the given names. */
export function oneOf<const Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const name = names.find((each) => each === text);
    if (name !== undefined) return name;
    throw new InvalidArgumentError(`It must be one of ${names.join(", ")}.`);
  };
}
