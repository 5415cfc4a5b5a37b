import { Machine } from "@capstan/contract";
import { defineInfraMachine, type InfraMachineOutcome, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import type { Scenario } from "@capstan/testkit/perturbation";
import { ServerCloud } from "./server-cloud.ts";

export const ServerMachine = defineInfraMachine({
  kind: "ServerMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** A careful provider: it looks for its server by name before it creates one. */
export class ServerMachineReconciler extends InfraMachineReconciler<typeof ServerMachine> {
  readonly definition = ServerMachine;
  protected readonly cloud: ServerCloud;

  constructor(cloud: ServerCloud) {
    super();
    this.cloud = cloud;
  }

  async reconcileMachine({ object }: this["Scope"]): Promise<InfraMachineOutcome> {
    const { name } = object.metadata;
    const server = (await this.cloud.find(name)) ?? (await this.cloud.create(name));
    return outcome.provisioned({ providerID: `server://${server.id}` });
  }

  async deleteMachine({ object }: this["DeletionScope"]) {
    const server = await this.cloud.find(object.metadata.name);
    if (server !== undefined) await this.cloud.remove(server.id);
    return outcome.deleted();
  }
}

/** A Machine of a provider of ServerMachines, from creation to deletion. */
export function lifeOfMachine(
  name: string,
  Reconciler: new (cloud: ServerCloud) => ServerMachineReconciler = ServerMachineReconciler,
): Scenario {
  return {
    name,
    prepare: () => {
      const cloud = new ServerCloud();
      return {
        reconcilers: (calls) => [new Reconciler(calls.around(cloud))],
        outside: () => cloud.servers.map((server) => ({ what: "server", owner: `ServerMachine/${server.name}` })),
      };
    },
    steps: {
      create: async (env) => {
        const machine = await env.createMachine({ infrastructure: ServerMachine, bootstrapData: "#cloud-config" });
        await env.until("m1 Provisioned", async () => (await machine.phase()).phase === "Provisioned");
      },
      delete: async (env) => {
        await env.client.delete(Machine, { name: "m1", namespace: "default" });
      },
    },
    varying: [/srv-\d+/, /(?<=key-)[0-9a-f]{16}/],
    replaceable: ["Secret/m1"],
  };
}
