import { type MutatedPackage } from "../modules/decision-modules.ts";
import { testsOf } from "../modules/tests-of.ts";
import { type Record } from "./record.ts";

/**
 * The files of tests that are enough for some modules of a package: those that noticed mutants of theirs before, and those that have
 * changed; all of the package, if the record does not have one of the modules.
 */
export function testsNear(
  of: MutatedPackage,
  modules: readonly string[],
  { modules: recorded }: Record,
  changed: readonly string[],
): string[] {
  const known = modules.flatMap((module) => recorded[module]?.tests ?? []);
  if (modules.some((module) => (recorded[module]?.tests ?? []).length === 0)) return testsOf(of);
  const own = changed.filter((file) => file.endsWith(".test.ts") && file.startsWith(`packages/${of}/test/`));
  return [...new Set([...known, ...own])].sort();
}
