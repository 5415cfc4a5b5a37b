import { checkCRDs } from "@capstan/contract";
import { lineOf, Reports } from "@capstan/harness/faults";
import { describe, expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { crdsOf, edgeCases, titleOf } from "./edge-cases.ts";
import { mutate } from "./mutation.ts";

const reports = new Reports(new URL("reports/edge-cases.txt", import.meta.url));
const ofCorrect = {
  v1beta1: new Set(checkCRDs(correctCRDs.v1beta1).violations.map(lineOf)),
  v1beta2: new Set(checkCRDs(correctCRDs.v1beta2).violations.map(lineOf)),
};

describe("CRDs at the limits of rules", () => {
  for (const edge of edgeCases) {
    test(titleOf(edge), () => {
      const lines = checkCRDs(crdsOf(edge)).violations.map(lineOf);
      const found = lines.filter((line) => !ofCorrect[edge.contract].has(line));
      expect(found).toEqual(reports.of(titleOf(edge), found));
    });
  }

  test("have a report for each case, and no report is unused", () => {
    expect(reports.differenceTo(edgeCases.map(titleOf))).toEqual([]);
  });
});

describe("CRDs that are checked together", () => {
  const machine = correctCRDs.v1beta2.filter(({ spec }) => spec.names.kind === "FooMachine");

  test("must not have kinds with the same CRD name", () => {
    const twins = machine.map((crd) => mutate(crd, { at: ["spec", "names", "kind"], to: "Foomachine" }));
    const found = checkCRDs([...machine, ...twins], { roles: { Foomachine: "InfraMachine" } }).violations.filter(
      ({ rule }) => rule === "AR-002",
    );
    expect(found.map(({ path, expected, actual }) => [path, expected, actual])).toEqual([
      ["spec.names.kind", "a kind whose name differs from that of Foomachine", "FooMachine"],
      ["spec.names.kind", "a kind whose name differs from that of FooMachine", "Foomachine"],
    ]);
  });

  test("may be in Cluster API's groups if their provider belongs to the SIG", () => {
    const crds = machine.map((crd) => mutate(crd, { at: ["spec", "group"], to: "infrastructure.cluster.x-k8s.io" }));
    const rules = (sigSponsored?: boolean) =>
      checkCRDs(crds, sigSponsored === undefined ? {} : { sigSponsored }).violations.map(({ rule }) => rule);
    expect(rules()).toContain("AR-016");
    expect(rules(false)).toContain("AR-016");
    expect(rules(true)).not.toContain("AR-016");
  });

  test("may be a Template without its kind, but not next to a kind of the role with another name", () => {
    const levels = (kinds: string[]) =>
      checkCRDs(correctCRDs.v1beta2.filter(({ spec }) => kinds.includes(spec.names.kind))).violations.flatMap(
        ({ rule, level }) => (rule === "BT-002" ? [level] : []),
      );
    expect(levels(["FooMachineTemplate"])).toEqual(["SHOULD"]);
    expect(levels(["FooMachineTemplate", "FooMachinePool"])).toEqual(["SHOULD"]);
    expect(levels(["FooMachineTemplate", "FooMachine"])).toEqual([]);
  });
});
