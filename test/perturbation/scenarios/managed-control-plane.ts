import { Cluster } from "@capstan/provider";
import { MockMachine, type TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { FakeService } from "../../../examples/control-plane-managed/fake-service/fake-service.ts";
import { ManagedControlPlane } from "../../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import { ControlPlaneService } from "../../../examples/control-plane-managed/src/cloud/control-plane-service.ts";
import { ManagedControlPlaneReconciler } from "../../../examples/control-plane-managed/src/reconcilers/managed-control-plane/managed-control-plane-reconciler.ts";

const services = new WeakMap<object, FakeService>();
const key = { name: "c1", namespace: "default" };

function hasVersion(env: TestEnvironment, version: string): Promise<void> {
  return env.until(`the control plane at ${version}`, async () => {
    const { status } = await env.client.get(ManagedControlPlane.kind, key);
    return status?.initialization?.controlPlaneInitialized === true && status.versions?.[0]?.version === version;
  });
}

/** The provider of managed control planes. */
export const managedControlPlane: Scenario = {
  name: "example control-plane-managed",
  prepare: async ({ clock, cloudClock, closing }) => {
    const service = closing.use(await FakeService.start({ clock: cloudClock }));
    services.set(clock, service);
    const hosted = new Set<string>();
    service.observer = {
      call: () => undefined,
      created: (id) => void hosted.add(id),
      removed: (id) => void hosted.delete(id),
    };
    return {
      environment: { crds: MockMachine.crds },
      reconcilers: (calls) => [new ManagedControlPlaneReconciler((url) => calls.around(new ControlPlaneService(url)))],
      outside: () => [...hosted].map(() => ({ what: "control plane", owner: "ManagedControlPlane/c1" })),
    };
  },
  steps: {
    create: async (env) => {
      const url = services.get(env.clock)?.url ?? "";
      await env.createCluster({
        name: "c1",
        controlPlane: ManagedControlPlane,
        controlPlaneSpec: { url, version: "1.35.0" },
      });
      await hasVersion(env, "v1.35.0");
    },
    roll: async (env) => {
      const body = { spec: { version: "1.36.0" } };
      await env.client.patch(ManagedControlPlane.kind, key, { type: "merge", body });
      await hasVersion(env, "v1.36.0");
    },
    delete: async (env) => {
      await env.client.delete(Cluster, key);
      await env.until("no Cluster", async () => (await env.client.list(Cluster)).items.length === 0);
    },
  },
  varying: [/(?<=https?:\/\/127\.0\.0\.1:)\d+/],
};
