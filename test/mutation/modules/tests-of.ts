import { type MutatedPackage } from "./decision-modules.ts";

/** Where the tests of a package's modules are: next to them, and for the checks of components where components are generated. */
export function testsOf(of: MutatedPackage): string[] {
  const own = `packages/${of}/test`;
  return of === "contract" ? [own, "packages/cli/test/check/faulty-components.test.ts"] : [own];
}
