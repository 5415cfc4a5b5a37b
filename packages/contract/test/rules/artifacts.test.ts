import { checkArtifacts } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { lineOf, listCorrect, listFault, Reports } from "@capstan/harness/faults";
import { correctRelease, faultyReleases, filesOf, releaseWith, titleOf } from "./faulty-releases.ts";

const reports = new Reports(new URL("reports/faulty-releases.txt", import.meta.url));

describe("a release", () => {
  test("that keeps the contract breaks no rule", (context) => {
    listCorrect(context, "release of an infrastructure provider");
    expect(checkArtifacts(filesOf(correctRelease))).toEqual([]);
  });

  for (const faulty of faultyReleases) {
    test(titleOf(faulty), (context) => {
      const { fault, breaks, options } = faulty;
      listFault(context, { fault: `release with ${fault}`, breaks, caughtBy: "checkArtifacts" });
      const violations = checkArtifacts(releaseWith(faulty), options);
      expect([...new Set(violations.map(({ rule }) => rule))].toSorted()).toEqual(breaks.toSorted());
      const lines = violations.map(lineOf);
      expect(lines).toEqual(reports.of(fault, lines));
    });
  }

  test("with a fault has a report for each fault, and no report is unused", () => {
    expect(reports.differenceTo(faultyReleases.map(({ fault }) => fault))).toEqual([]);
  });

  test.for(["release", "out", "a/b/release", "v0.2.0", "infrastructure-foo/v0.2.0"])(
    "in the folder %s breaks no rule, whether it is a local repository or not",
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
