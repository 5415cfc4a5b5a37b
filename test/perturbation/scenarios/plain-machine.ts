import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import type { OutsideThing } from "@capstan/testkit/perturbation";

/** A machine of a cloud whose servers have only names. */
export const PlainMachine = defineInfraMachine({
  kind: "PlainMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
});

/** Servers that exist immediately, by the names of their objects. */
export class PlainMachineReconciler extends InfraMachineReconciler<typeof PlainMachine> {
  readonly definition = PlainMachine;
  readonly servers: Set<string>;

  constructor(servers: Set<string>) {
    super();
    this.servers = servers;
  }

  reconcileMachine({ object }: this["Scope"]) {
    this.servers.add(object.metadata.name);
    return outcome.provisioned({ providerID: `plain://${object.metadata.name}` });
  }

  deleteMachine({ object }: this["DeletionScope"]) {
    this.servers.delete(object.metadata.name);
    return outcome.deleted();
  }
}

/** The existing servers. */
export function serversOf(servers: ReadonlySet<string>): readonly OutsideThing[] {
  return [...servers].map((name) => ({ what: "server", owner: `PlainMachine/${name}` }));
}
