import { type MutatedPackage } from "./decision-modules.ts";

/** Where a package's modules are tested, too: checks of components where components are generated, and base classes by the examples. */
const elsewhere: Partial<Record<MutatedPackage, readonly string[]>> = {
  contract: ["packages/cli/test/check/faulty-components.test.ts"],
  provider: ["examples"],
};

/** The files and folders with the tests of a package's modules. */
export function testsOf(of: MutatedPackage): string[] {
  return [`packages/${of}/test`, ...(elsewhere[of] ?? [])];
}
