import { readFileSync, writeFileSync } from "node:fs";
import { type Break, digestOf } from "./break.ts";

const file = new URL("record.json", import.meta.url);

/** A failed test, and the row or rule that it claims. */
export interface Failure {
  readonly id: string;
  /** Path of the test file, from the repository's root. */
  readonly file: string;
  readonly test: string;
}

/** A break that was tried, and the test that failed. */
export interface Tried extends Failure {
  readonly break: string;
  /** The hash of the break as it was tried. */
  readonly digest: string;
}

/** The results of the last runs, by row and rule. */
export function readRecord(): readonly Tried[] {
  return JSON.parse(readFileSync(file, "utf8")) as Tried[];
}

/** The record after a break was tried again: its earlier results are dropped. */
export function withTried(record: readonly Tried[], tried: Break, failures: readonly Failure[]): readonly Tried[] {
  const others = record.filter((each) => each.break !== tried.name);
  const own = failures.map((failure) => ({ ...failure, break: tried.name, digest: digestOf(tried) }));
  return [...others, ...own].toSorted((a, b) => compare(a.id, b.id) || compare(a.break, b.break));
}

/** The record without results of breaks that no longer exist. */
export function withoutRemoved(record: readonly Tried[], breaks: readonly Break[]): readonly Tried[] {
  return record.filter((each) => breaks.some(({ name, breaks: ids }) => name === each.break && ids.includes(each.id)));
}

/** The current breaks that are missing from the record. */
export function untriedOf(record: readonly Tried[], breaks: readonly Break[]): readonly Break[] {
  return breaks.filter((each) =>
    each.breaks.some(
      (id) => !record.some((tried) => tried.id === id && tried.break === each.name && tried.digest === digestOf(each)),
    ),
  );
}

/** Writes one line for each result. */
export function writeRecord(record: readonly Tried[]): void {
  writeFileSync(file, `[\n${record.map((tried) => `  ${JSON.stringify(tried)}`).join(",\n")}\n]\n`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
