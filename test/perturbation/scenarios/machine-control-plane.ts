import { Cluster } from "@capstan/provider";
import { freePorts, type TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { FakeMachines } from "../../../examples/control-plane-machines/fake-machines/fake-machines.ts";
import { BootingMachine, BootingMachineReconciler } from "../../../examples/control-plane-machines/scene.ts";
import { LightControlPlane } from "../../../examples/control-plane-machines/src/api/light-control-plane.ts";
import { LightConfigReconciler } from "../../../examples/control-plane-machines/src/reconcilers/light-config/light-config-reconciler.ts";
import { LightControlPlaneReconciler } from "../../../examples/control-plane-machines/src/reconcilers/light-control-plane/light-control-plane-reconciler.ts";

const key = { name: "c1", namespace: "default" };
const { group: apiGroup, kind, version } = BootingMachine.templateKind;

/** Waits until the control plane has as many Machines as required, each with a Node and of the version. */
function reach(env: TestEnvironment, wanted: { readonly replicas: number; readonly version: string }): Promise<void> {
  return env.until(`${wanted.replicas} Machines of ${wanted.version}`, async () => {
    const { status } = await env.client.get(LightControlPlane.kind, key);
    const { replicas, readyReplicas, upToDateReplicas, versions = [] } = status ?? {};
    const isAll = [replicas, readyReplicas, upToDateReplicas].every((count) => count === wanted.replicas);
    return isAll && versions.every((each) => each.version === wanted.version);
  });
}

async function change(
  env: TestEnvironment,
  spec: { readonly replicas: number; readonly version: string },
): Promise<void> {
  await env.client.patch(LightControlPlane.kind, key, { type: "merge", body: { spec } });
  await reach(env, spec);
}

/** The provider of control planes of Machines: it grows, is upgraded, shrinks and is deleted. */
export const machineControlPlane: Scenario = {
  name: "example control-plane-machines",
  prepare: ({ closing }) => {
    const machines = closing.use(new FakeMachines());
    return {
      reconcilers: () => [
        new LightControlPlaneReconciler(),
        new LightConfigReconciler(),
        new BootingMachineReconciler(machines),
      ],
      outside: () => [...machines.running].map(() => ({ what: "machine" })),
    };
  },
  steps: {
    create: async (env) => {
      await env.client.create(BootingMachine.templateKind, {
        apiVersion: `${apiGroup}/${version}`,
        kind,
        metadata: { name: "t1", namespace: key.namespace },
        spec: { template: { spec: {} } },
      });
      const [port = 0] = await freePorts(1);
      const spec = { replicas: 1, version: "v1.36.0" };
      const infrastructureRef = { apiGroup, kind, name: "t1" };
      await env.createCluster({
        name: key.name,
        spec: { controlPlaneEndpoint: { host: "127.0.0.1", port } },
        controlPlane: LightControlPlane,
        controlPlaneSpec: { ...spec, machineTemplate: { spec: { infrastructureRef } } },
      });
      await reach(env, spec);
    },
    scale: (env) => change(env, { replicas: 3, version: "v1.36.0" }),
    roll: (env) => change(env, { replicas: 3, version: "v1.36.1" }),
    "scale down": (env) => change(env, { replicas: 1, version: "v1.36.1" }),
    delete: async (env) => {
      await env.client.delete(Cluster, key);
      await env.until("no Cluster", async () => (await env.client.list(Cluster)).items.length === 0);
    },
  },
  varying: [/(?<=127\.0\.0\.1:)\d+/],
};
