import { ownField } from "@capstan/kube";
import { readFileSync } from "node:fs";
import path from "node:path";
import { mutatedPackages, type MutatedPackage } from "../modules/decision-modules.ts";

/**
 * Mutants that no test can detect, because their behavior is the same for every caller, with the reason; by their ids, with a file for each
 * package. Every other survivor in the record lacks a test.
 */
const equivalent: Readonly<Record<string, string>> = Object.fromEntries(
  mutatedPackages.flatMap((of) => Object.entries(ofPackage(of))),
);

/** The reason why no test can detect the mutant; undefined if a test could. */
export function reasonOf(id: string): string | undefined {
  return ownField(equivalent, id);
}

export const equivalentIds = Object.keys(equivalent);

function ofPackage(of: MutatedPackage): Record<string, string> {
  const file = path.join(import.meta.dirname, `equivalent/${of}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}
