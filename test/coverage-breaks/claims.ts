import { namedCoverage } from "../contract/coverage/named-coverage.ts";
import { titledCoverage } from "../contract/coverage/titled-coverage.ts";
import { systemCoverage } from "../specification/system-coverage.ts";

/** A test that claims to show a row or a rule. */
export interface Claim {
  /** The row or rule. */
  readonly id: string;
  /** The file that contains its title. */
  readonly file: string;
  /** Its title, as written in the file. */
  readonly test: string;
  /** Whether it runs only on a real API server. */
  readonly isOnRealServerOnly: boolean;
}

/** Every row of the specification and every rule that a test claims, in its title or in the list of named tests. */
export function claims(): readonly Claim[] {
  return [
    ...systemCoverage().map(({ system, file, test, servers }) => {
      return { id: system, file, test, isOnRealServerOnly: servers.length === 1 && servers[0] === "real" };
    }),
    ...[...namedCoverage(), ...titledCoverage()].map(({ rule, file, test }) => {
      return { id: rule, file, test, isOnRealServerOnly: false };
    }),
  ];
}

/** The file that runs the test of a claim. */
export function fileOfTest({ file }: Pick<Claim, "file">): string {
  return file.startsWith("test/specification/scenarios/") ? "test/specification/systems.test.ts" : file;
}

/** Whether a running test's name matches the claim's test, a test of its table, or a test of its group. */
export function isTestOf({ id, test }: Pick<Claim, "id" | "test">, fullName: string): boolean {
  return new RegExp(patternOf({ id, test })).test(fullName);
}

/** The name pattern that selects the tests of a claim: the id where the title has it, otherwise the title. */
export function patternOf({ id, test }: Pick<Claim, "id" | "test">): string {
  return new RegExp(String.raw`\b${id}\b`).test(test) ? String.raw`\b${id}\b` : patternOfTitle(test);
}

/** A pattern for a title, or for a title that a table generates from it. */
export function patternOfTitle(title: string): string {
  return title
    .split(/%[sijdo]|\$\w+/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join(".*");
}
