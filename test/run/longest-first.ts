import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files: started last, one would keep a worker busy after all others are done. */
const slow = [
  /^\/test\/(differential|specification)\//,
  /^\/packages\/apiserver\/test\/(conformance|kubectl|wire)/,
  /^\/examples\//,
];

/** Vitest's own order, by the durations of the last run; the slowest files first on a machine without a last run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId, project }: TestSpecification): boolean =>
      project.name === "long" || slow.some((pattern) => pattern.test(moduleId.slice(project.config.root.length)));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
