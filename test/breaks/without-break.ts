import { breaks } from "./breaks.ts";

/** Rows of the specification and rules of the contract that nothing is made to break, and why. */
export const withoutBreak: Readonly<Record<string, string>> = {
  S066: "its test runs the Go programs of Cluster API, in which nothing can be broken",
};

/** Why no test has been recorded to fail for a row or rule; `undefined`: nothing says. */
export function reasonUnbroken(id: string): string | undefined {
  const isWritten = breaks.some(({ breaks: ids }) => ids.includes(id));
  return withoutBreak[id] ?? (isWritten ? "no test has been seen to fail for the break that is written" : undefined);
}
