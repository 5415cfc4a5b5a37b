import { ownField } from "@capstan/kube";
import { readFileSync } from "node:fs";
import path from "node:path";
import { mutatedPackages, type MutatedPackage } from "../modules/decision-modules.ts";

/**
 * Mutants that no test can notice, since nothing that a caller sees differs, with the reason; by what identifies them. A file for each
 * package. Any other survivor of the record is one for which a test is missing.
 */
const equivalent: Readonly<Record<string, string>> = Object.fromEntries(
  mutatedPackages.flatMap((of) => Object.entries(ofPackage(of))),
);

/** Why no test can notice the mutant; undefined if one could. */
export function reasonOf(id: string): string | undefined {
  return ownField(equivalent, id);
}

export const equivalentIds = Object.keys(equivalent);

function ofPackage(of: MutatedPackage): Record<string, string> {
  const file = path.join(import.meta.dirname, `equivalent/${of}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}
