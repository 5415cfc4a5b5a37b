import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { checkCRDs, coreCRDs } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { expect, test } from "vitest";

test("the CRDs of the reference providers have no actionable findings", () => {
  const crds = [...KubeadmConfig.crds, ...MockCluster.crds, ...MockMachine.crds];
  const { checked, violations } = checkCRDs(crds, { sigSponsored: true });
  expect(checked).toHaveLength(6);
  expect(violations.filter(({ level }) => level !== "MAY")).toEqual([]);
});

test("the CRDs of core are not provider kinds and break no rule", () => {
  expect(checkCRDs(coreCRDs, { sigSponsored: true }).violations.filter(({ level }) => level === "MUST")).toEqual([]);
});
