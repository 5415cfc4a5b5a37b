import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import type { Scenario } from "@capstan/testkit/perturbation";

const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;
  readonly servers: string[];

  constructor(servers: string[]) {
    super();
    this.servers = servers;
  }

  reconcileMachine({ object }: this["Scope"]) {
    const { name } = object.metadata;
    if (!this.servers.includes(name)) this.servers.push(name);
    return outcome.provisioned({ providerID: `hello://${name}` });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

/** Creates a server whenever the object has no providerID. */
class CarelessReconciler extends HelloMachineReconciler {
  override reconcileMachine({ object }: this["Scope"]) {
    const { name } = object.metadata;
    if (object.spec.providerID === undefined) this.servers.push(name);
    return outcome.provisioned({ providerID: `hello://${name}` });
  }
}

function scenario(name: string, Reconciler: typeof HelloMachineReconciler): Scenario {
  return {
    name,
    prepare: () => {
      const servers: string[] = [];
      return {
        reconcilers: () => [new Reconciler(servers)],
        outside: () => servers.map((server) => ({ what: "server", owner: `HelloMachine/${server}` })),
      };
    },
    steps: {
      create: async (env) => {
        const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
        await env.until("provisioned", async () => (await machine.phase()).phase === "Provisioned");
      },
    },
  };
}

export const scenarios = [scenario("careful", HelloMachineReconciler), scenario("careless", CarelessReconciler)];
