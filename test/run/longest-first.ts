import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest: begun last, one of them would keep a single worker busy when all others are done. */
const slow = [
  /^\/test\/(differential|specification)\//,
  /^\/packages\/apiserver\/test\/(conformance|kubectl|wire)/,
  /^\/examples\//,
];

/** Vitest's own order, by what the last run took, with the longest first on a machine where there was none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId, project }: TestSpecification): boolean =>
      project.name === "long" || slow.some((pattern) => pattern.test(moduleId.slice(project.config.root.length)));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
