import { checkArtifacts } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { listCorrect, listFault } from "@capstan/harness/faults";
import { correctRelease, faultyReleases, filesOf, releaseWith, titleOf } from "./faulty-releases.ts";

describe("a release", () => {
  test("that keeps the contract breaks no rule", (context) => {
    listCorrect(context, "release of an infrastructure provider");
    expect(checkArtifacts(filesOf(correctRelease))).toEqual([]);
  });

  for (const faulty of faultyReleases) {
    test(titleOf(faulty), (context) => {
      const { fault, breaks, options } = faulty;
      listFault(context, { fault: `release with ${fault}`, breaks, caughtBy: "checkArtifacts" });
      const found = checkArtifacts(releaseWith(faulty), options).map(({ rule }) => rule);
      expect([...new Set(found)].toSorted()).toEqual(breaks.toSorted());
    });
  }

  test.for(["release", "out", "a/b/release", "v0.2.0", "infrastructure-foo/v0.2.0"])(
    "in the folder %s breaks no rule, whether that is a local repository or not",
    (folder) => {
      expect(checkArtifacts(filesOf(correctRelease, folder))).toEqual([]);
    },
  );

  test.for([
    ["repository/infrastructure-bar/v0.2.0", "MUST"],
    ["repository/infrastructure-foo/latest", "MUST"],
    ["repository/foo/v0.2.0", "MAY"],
  ] as const)("in the folder %s breaks CT-003 (%s)", ([folder, level]) => {
    const found = checkArtifacts(filesOf(correctRelease, folder), { providerLabel: "infrastructure-foo" });
    expect(found.map((violation) => [violation.rule, violation.level])).toEqual([["CT-003", level]]);
  });
});
