import { isDeepStrictEqual } from "node:util";
import { checkComponents } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { lineOf, listCorrect, listFault, Reports } from "@capstan/harness/faults";
import { componentsWith, correctComponents } from "./broken-components.ts";
import { faultOf, faultyComponents, titleOf } from "./faulty-components.ts";

const correct = correctComponents.infrastructure;

const reports = new Reports(new URL("reports/faulty-components.txt", import.meta.url));

describe("a components file", () => {
  for (const subject of ["infrastructure", "bootstrap", "pools"] as const) {
    test(`generated for a provider of type ${subject} breaks no rule`, (context) => {
      listCorrect(context, `components file of a provider of type ${subject}`);
      expect(checkComponents(correctComponents[subject]).violations).toEqual([]);
    });
  }

  for (const faulty of faultyComponents) {
    test(titleOf(faulty), (context) => {
      const { of = "infrastructure", breaks } = faulty;
      listFault(context, { fault: `components: ${faultOf(faulty)}`, breaks, caughtBy: "checkComponents" });
      const broken = componentsWith(faulty);
      expect(isDeepStrictEqual(broken, correctComponents[of])).toBe(false);
      const { violations } = checkComponents(broken);
      expect([...new Set(violations.map(({ rule }) => rule))].toSorted()).toEqual(breaks.toSorted());
      const lines = violations.map(lineOf);
      expect(lines).toEqual(reports.of(faultOf(faulty), lines));
    });
  }

  test("with a fault has a report for each fault, and no report is unused", () => {
    expect(reports.differenceTo(faultyComponents.map(faultOf))).toEqual([]);
  });

  test("breaks RB-008, RB-009 and CT-016 if the provider's features require more rights", (context) => {
    const fault = "components: without the rights and labels that the provider's ways need";
    listFault(context, { fault, breaks: ["RB-008", "RB-009", "CT-016"], caughtBy: "checkComponents" });
    const options = { blockingOwners: ["machines"], resolvesReferences: true, identityKinds: ["FooCluster"] };
    expect(checkComponents(correct, options).violations.map(({ rule }) => rule)).toEqual([
      "CT-016",
      "RB-008",
      "RB-009",
    ]);
  });
});
