import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { checkCRDs, coreCRDs } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { expect, test } from "vitest";

test("the CRDs of the reference providers have nothing that anyone would have to repair", () => {
  const crds = [...KubeadmConfig.crds, ...MockCluster.crds, ...MockMachine.crds];
  const { checked, violations } = checkCRDs(crds, { sigSponsored: true });
  expect(checked).toHaveLength(6);
  expect(violations.filter(({ level }) => level !== "MAY")).toEqual([]);
});

test("the CRDs of the core are of no provider's kinds, and break nothing", () => {
  expect(checkCRDs(coreCRDs, { sigSponsored: true }).violations.filter(({ level }) => level === "MUST")).toEqual([]);
});
