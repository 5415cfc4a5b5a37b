import { checkCRDs } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { listCorrect, listFault } from "@capstan/harness/faults";
import { crdsWith, faultOf, faultyCRDs, titleOf } from "./faulty-crds.ts";

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
    // Warnings: v1beta1 is deprecated, and its own condition type leaves the status open, which is only mentioned.
    expect(violations.filter(({ level }) => level === "MUST")).toEqual([]);
  });
});

describe("CRDs with one fault", () => {
  for (const faulty of faultyCRDs) {
    test(titleOf(faulty), (context) => {
      listFault(context, { fault: faultOf(faulty), breaks: faulty.breaks, caughtBy: "checkCRDs" });
      const before = new Set(rulesOf(checkCRDs(correctCRDs[faulty.contract]).violations));
      const found = rulesOf(checkCRDs(crdsWith(faulty)).violations).filter((rule) => !before.has(rule));
      expect(found).toEqual(faulty.breaks.toSorted());
    });
  }
});

function rulesOf(violations: readonly { rule: string }[]): string[] {
  return [...new Set(violations.map(({ rule }) => rule))].toSorted();
}
