import { Machine } from "@capstan/provider";
import { MockMachine, TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { __ConfigKind__ } from "../src/api/__configFile__.ts";
import { __ControlPlaneKind__ } from "../src/api/__controlPlaneFile__.ts";
import { __ConfigKind__Reconciler } from "../src/reconcilers/__configFile__/__configFile__-reconciler.ts";
import { __ControlPlaneKind__Reconciler } from "../src/reconcilers/__controlPlaneFile__/__controlPlaneFile__-reconciler.ts";

test("a control plane begins with one Machine, whatever its replicas", async () => {
  // given a Cluster with an endpoint, and a template of its machines
  await using env = await TestEnvironment.start({
    reconcilers: [new __ControlPlaneKind__Reconciler(), new __ConfigKind__Reconciler()],
    crds: MockMachine.crds,
  });
  const { group, kind, version } = MockMachine.templateKind;
  const namespace = "default";
  await env.client.create(MockMachine.templateKind, {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name: "machines", namespace },
    spec: { template: { spec: {} } },
  });

  // when its control plane is to have three
  await env.createCluster({
    name: "c1",
    spec: { controlPlaneEndpoint: { host: "192.0.2.1", port: 6443 } },
    controlPlane: __ControlPlaneKind__,
    controlPlaneSpec: {
      version: "v1.36.0",
      replicas: 3,
      machineTemplate: { spec: { infrastructureRef: { apiGroup: group, kind, name: "machines" } } },
    },
  });
  await env.settled();

  // then the first one begins the cluster, and all others wait for it
  const { items: machines } = await env.client.list(Machine, { namespace });
  expect(machines).toHaveLength(1);
  const { items: configs } = await env.client.list(__ConfigKind__.kind, { namespace });
  expect(configs.map(({ spec }) => spec.role)).toEqual(["FirstServer"]);
  const { status } = await env.client.get(__ControlPlaneKind__.kind, { name: "c1", namespace });
  expect(status?.initialization?.controlPlaneInitialized).toBeUndefined();
});
