import { namedCoverage } from "../contract/coverage/named-coverage.ts";
import { titledCoverage } from "../contract/coverage/titled-coverage.ts";
import { systemCoverage } from "../specification/system-coverage.ts";

/** A test that is said to show a row or a rule. */
export interface Claim {
  /** The row or rule. */
  readonly id: string;
  /** The file that has its title. */
  readonly file: string;
  /** Its title, as the file has it. */
  readonly test: string;
  /** Whether it runs on a real API server only. */
  readonly isOnRealServerOnly: boolean;
}

/** Every row of the specification and every rule that the title of a test names, or that a test is named for. */
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

/** Whether this is how the test of a claim, or one of a table of them, or one in a group of them, is called when it runs. */
export function isTestOf({ id, test }: Pick<Claim, "id" | "test">, fullName: string): boolean {
  return new RegExp(patternOf({ id, test })).test(fullName);
}

/** What selects the tests of a claim by their names: the id where the title has it, else the title. */
export function patternOf({ id, test }: Pick<Claim, "id" | "test">): string {
  return new RegExp(String.raw`\b${id}\b`).test(test) ? String.raw`\b${id}\b` : patternOfTitle(test);
}

/** What a title fits, or one that a table makes of it. */
export function patternOfTitle(title: string): string {
  return title
    .split(/%[sijdo]|\$\w+/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join(".*");
}
