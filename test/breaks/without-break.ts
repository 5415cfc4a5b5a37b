import { breaks } from "./breaks.ts";

/** Rows of the specification and rules of the contract that no break covers, with the reason. */
export const withoutBreak: Readonly<Record<string, string>> = {
  S066: "its test runs the Go programs of Cluster API, in which nothing can be broken",
};

/** The reason why no failing test is recorded for a row or rule; `undefined` if there is no reason. */
export function reasonUnbroken(id: string): string | undefined {
  const isWritten = breaks.some(({ breaks: ids }) => ids.includes(id));
  return withoutBreak[id] ?? (isWritten ? "no test has been seen to fail for the break that is written" : undefined);
}
