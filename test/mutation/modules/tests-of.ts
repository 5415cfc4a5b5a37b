import { type MutatedPackage } from "./decision-modules.ts";

/**
 * The folders with the tests of a package's modules: next to them, and for the checks of components, the folder where components are
 * generated.
 */
export function testsOf(of: MutatedPackage): string[] {
  const own = `packages/${of}/test`;
  return of === "contract" ? [own, "packages/cli/test/check/faulty-components.test.ts"] : [own];
}
