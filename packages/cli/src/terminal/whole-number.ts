import { InvalidArgumentError } from "commander";

/** Reads the value of an option that is a whole number. */
export function wholeNumberFrom(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isInteger(value) || value < minimum) {
      throw new InvalidArgumentError(`It must be a whole number, ${minimum} or more.`);
    }
    return value;
  };
}
