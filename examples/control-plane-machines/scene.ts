import {
  Cluster,
  type Condition,
  defineInfraMachine,
  InfraMachineReconciler,
  labels,
  Machine,
  outcome,
  systemClock,
  Type,
} from "@capstan/provider";
import { FakeClock, freePorts, TestEnvironment } from "@capstan/testkit";
import { FakeMachines } from "./fake-machines/fake-machines.ts";
import { LightControlPlane } from "./src/api/light-control-plane.ts";
import { LightConfigReconciler } from "./src/reconcilers/light-config/light-config-reconciler.ts";
import { LightControlPlaneReconciler } from "./src/reconcilers/light-control-plane/light-control-plane-reconciler.ts";

export const namespace = "default";

/** A machine that boots when it is created. */
export const BootingMachine = defineInfraMachine({
  kind: "BootingMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** Boots the machines, and shuts them down. */
export class BootingMachineReconciler extends InfraMachineReconciler<typeof BootingMachine> {
  readonly definition = BootingMachine;
  readonly #machines: FakeMachines;

  constructor(machines: FakeMachines) {
    super();
    this.#machines = machines;
  }

  async reconcileMachine({ machine, bootstrapData = "" }: this["Scope"]) {
    const providerID = `booting://${machine.metadata.name}`;
    if (!this.#machines.started.has(machine.metadata.name)) await this.#machines.boot(bootstrapData, providerID);
    const { failureDomain } = machine.spec;
    return outcome.provisioned({ providerID, failureDomain });
  }

  deleteMachine({ object }: this["DeletionScope"]) {
    this.#machines.shutDown(object.metadata.name);
    return outcome.deleted();
  }
}

/** A Cluster whose control plane consists of Machines, which boot. */
export async function startScene({
  replicas = 1,
  spec = {},
}: { readonly replicas?: number; readonly spec?: object } = {}) {
  const clock = new FakeClock({ startMs: systemClock.now() });
  const machines = new FakeMachines();
  const env = await TestEnvironment.start({
    clock,
    reconcilers: [
      new LightControlPlaneReconciler(),
      new LightConfigReconciler(),
      new BootingMachineReconciler(machines),
    ],
  });
  const template = { apiGroup: BootingMachine.templateKind.group, kind: BootingMachine.templateKind.kind, name: "t1" };
  await env.client.create(BootingMachine.templateKind, {
    apiVersion: `${template.apiGroup}/v1beta2`,
    kind: template.kind,
    metadata: { name: template.name, namespace },
    spec: { template: { spec: {} } },
  });
  const controlPlaneSpec = {
    version: "v1.36.0",
    replicas,
    machineTemplate: { spec: { infrastructureRef: template } },
    ...spec,
  };
  const [port = 0] = await freePorts(1);
  const controlPlaneEndpoint = { host: "127.0.0.1", port };
  const cluster = await env.createCluster({
    name: "c1",
    controlPlane: LightControlPlane,
    controlPlaneSpec,
    spec: { controlPlaneEndpoint },
  });
  const key = { name: "c1", namespace };
  const listMachines = async () => {
    const { items } = await env.client.list(Machine, { namespace, labelSelector: labels.controlPlane });
    return items;
  };
  return {
    env,
    clock,
    cluster,
    machines,
    template,
    listMachines,
    controlPlane: () => env.client.get(LightControlPlane.kind, key),
    patch: (body: object) => env.client.patch(LightControlPlane.kind, key, { type: "merge", body }),
    /** Waits until the control plane has so many Machines, each with a Node, from the present spec. */
    ready: (count: number) =>
      env.until(`${count} Machines are ready`, async () => {
        const { status } = await env.client.get(LightControlPlane.kind, key);
        const { replicas: present, readyReplicas, upToDateReplicas } = status ?? {};
        return [present, readyReplicas, upToDateReplicas].every((each) => each === count);
      }),
    key,
    clusterKind: Cluster,
    clusterNow: () => env.client.get(Cluster, key),
    deleteCluster: () => env.client.delete(Cluster, key),
    async setMachineCondition(name: string, condition: Pick<Condition, "type" | "status" | "reason">) {
      const at = { name, namespace };
      const machine = await env.client.get(Machine, at);
      const others = (machine.status?.conditions ?? []).filter(({ type }) => type !== condition.type);
      const lastTransitionTime = new Date(clock.now()).toISOString();
      const conditions = [...others, { ...condition, message: "", lastTransitionTime }];
      await env.client.patch(
        Machine,
        at,
        { type: "merge", body: { status: { conditions } } },
        { subresource: "status" },
      );
    },
    async [Symbol.asyncDispose]() {
      await env[Symbol.asyncDispose]();
      await machines[Symbol.asyncDispose]();
    },
  };
}
