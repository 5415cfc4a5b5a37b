import { checkCRDs } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { lineOf, listCorrect, listFault, Reports } from "@capstan/harness/faults";
import { crdsWith, faultOf, faultyCRDs, titleOf } from "./faulty-crds.ts";

const reports = new Reports(new URL("reports/faulty-crds.txt", import.meta.url));
const withoutFault = { v1beta1: foundInCorrect("v1beta1"), v1beta2: foundInCorrect("v1beta2") };

describe("CRDs that keep the contract", () => {
  test.for(["v1beta2", "v1beta1"] as const)("under %s break no MUST", (contract, context) => {
    listCorrect(context, `CRDs of all kinds under ${contract}`);
    const { checked, violations } = checkCRDs(correctCRDs[contract]);
    expect(checked.map(({ role, selected }) => [role, selected])).toEqual(
      [
        ...["BootstrapConfig", "InfraMachine", "InfraCluster"].flatMap((role) => [role, `${role}Template`]),
        ...["ControlPlane", "InfraMachinePool", "IPPool"],
      ].map((role) => [role, { contract, version: "v1" }]),
    );
    expect(rulesOf(violations)).toEqual(contract === "v1beta1" ? ["AR-006", "AR-007", "BC-012"] : []);
    // Warnings: v1beta1 is deprecated, and its condition type does not restrict the status, which is only a note.
    expect(violations.filter(({ level }) => level === "MUST")).toEqual([]);
    const lines = violations.map(lineOf);
    expect(lines).toEqual(reports.of(`${contract}, correct`, lines));
  });
});

describe("CRDs with one fault", () => {
  for (const faulty of faultyCRDs) {
    test(titleOf(faulty), (context) => {
      listFault(context, { fault: faultOf(faulty), breaks: faulty.breaks, caughtBy: "checkCRDs" });
      const { violations } = checkCRDs(crdsWith(faulty));
      const { rules, lines: before } = withoutFault[faulty.contract];
      expect(rulesOf(violations).filter((rule) => !rules.has(rule))).toEqual(faulty.breaks.toSorted());
      const lines = violations.map(lineOf).filter((line) => !before.has(line));
      expect(lines).toEqual(reports.of(faultOf(faulty), lines));
    });
  }

  test("have a report for each fault, and no report is unused", () => {
    expect(reports.differenceTo(["v1beta2, correct", "v1beta1, correct", ...faultyCRDs.map(faultOf)])).toEqual([]);
  });
});

function foundInCorrect(contract: "v1beta1" | "v1beta2"): Record<"rules" | "lines", ReadonlySet<string>> {
  const { violations } = checkCRDs(correctCRDs[contract]);
  return { rules: new Set(rulesOf(violations)), lines: new Set(violations.map(lineOf)) };
}

function rulesOf(violations: readonly { rule: string }[]): string[] {
  return [...new Set(violations.map(({ rule }) => rule))].toSorted();
}
