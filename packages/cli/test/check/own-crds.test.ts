import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { checkCRDs, coreCRDs } from "@capstan/contract";
import { DockerCluster, DockerMachine, DockerMachinePool } from "@capstan/infrastructure-docker";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { expect, test } from "vitest";

test("the CRDs of the reference providers have no actionable findings", () => {
  const kinds = [KubeadmConfig, MockCluster, MockMachine, DockerCluster, DockerMachine, DockerMachinePool];
  const crds = kinds.flatMap((definition) => definition.crds);
  const { checked, violations } = checkCRDs(crds, { sigSponsored: true });
  expect(checked).toHaveLength(12);
  expect(violations.filter(({ level }) => level !== "MAY")).toEqual([]);
});

test("the CRDs of core are not provider kinds and break no rule", () => {
  expect(checkCRDs(coreCRDs, { sigSponsored: true }).violations.filter(({ level }) => level === "MUST")).toEqual([]);
});
