import { type MutatedPackage } from "../modules/decision-modules.ts";
import { testsOf } from "../modules/tests-of.ts";
import { type Record } from "./record.ts";

/**
 * The test files that suffice for some modules of a package: those that killed mutants of the modules before, and changed ones; all test
 * files of the package if one of the modules is missing in the record.
 */
export function testsNear(
  of: MutatedPackage,
  modules: readonly string[],
  { tests: recorded }: Record,
  changed: readonly string[],
): string[] {
  const known = modules.flatMap((module) => recorded[module] ?? []);
  if (modules.some((module) => (recorded[module] ?? []).length === 0)) return testsOf(of);
  const own = changed.filter((file) => file.endsWith(".test.ts") && file.startsWith(`packages/${of}/test/`));
  return [...new Set([...known, ...own])].sort();
}
