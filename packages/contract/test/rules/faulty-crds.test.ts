import { checkCRDs } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { type FaultyCRD, faultyCRDs } from "./faulty-crds.ts";
import { mutate } from "./mutation.ts";

describe("CRDs that keep the contract", () => {
  test.each(["v1beta2", "v1beta1"] as const)("under %s break no MUST", (contract) => {
    const { checked, violations } = checkCRDs(correctCRDs[contract]);
    expect(checked.map(({ role, selected }) => [role, selected])).toEqual(
      ["BootstrapConfig", "InfraMachine", "InfraCluster"].flatMap((role) => [
        [role, { contract, version: "v1" }],
        [`${role}Template`, { contract, version: "v1" }],
      ]),
    );
    expect(rulesOf(violations)).toEqual(contract === "v1beta1" ? ["AR-006", "AR-007", "BC-012"] : []);
    // Warnings: v1beta1 is deprecated, and its own condition type leaves the status open.
    expect(violations.filter(({ level }) => level === "MUST")).toEqual([]);
  });
});

describe("CRDs with one fault", () => {
  test.each(faultyCRDs.map((faulty) => [nameOf(faulty), faulty] as const))("%s", (_name, faulty) => {
    const correct = correctCRDs[faulty.contract];
    const before = new Set(rulesOf(checkCRDs(correct).violations));
    const broken = correct.map((crd) => (crd.spec.names.kind === faulty.kind ? mutate(crd, faulty) : crd));
    const found = rulesOf(checkCRDs(broken).violations).filter((rule) => !before.has(rule));
    expect(found).toEqual(faulty.breaks.toSorted());
  });
});

function nameOf({ contract, kind, at, to, breaks }: FaultyCRD): string {
  const place = at
    .filter((key) => key !== "properties")
    .join(".")
    .replace("spec.versions.0.schema.openAPIV3Schema.", "");
  const value = typeof to === "symbol" ? "absent" : JSON.stringify(to);
  return `${contract} ${kind} ${place} = ${value} breaks ${breaks.join(", ")}`;
}

function rulesOf(violations: readonly { rule: string }[]): string[] {
  return [...new Set(violations.map(({ rule }) => rule))].toSorted();
}
