import {
  defineInfraMachine,
  type InfraMachineOutcome,
  InfraMachineReconciler,
  type ObjectOf,
  outcome,
  Type,
} from "@capstan/provider";
import type { Exploration } from "@capstan/testkit/exploration";
import { SizedCloud } from "./sized-cloud.ts";

export const SizedMachine = defineInfraMachine({
  kind: "SizedMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({
        size: Type.Union([Type.Literal("small"), Type.Literal("large"), Type.Literal("huge")]),
        disks: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
      }),
      status: Type.Object({ size: Type.Optional(Type.String()), disks: Type.Optional(Type.Integer()) }),
    },
  },
});

/** The fields that a user sets. */
export type SizedSpec = Partial<ObjectOf<typeof SizedMachine>["spec"]>;

/** A provider that follows its spec: it resizes servers, and reports unknown sizes. */
export class SizedMachineReconciler extends InfraMachineReconciler<typeof SizedMachine> {
  readonly definition = SizedMachine;
  protected readonly cloud: SizedCloud;

  constructor(cloud: SizedCloud) {
    super();
    this.cloud = cloud;
  }

  reconcileMachine({ object }: this["Scope"]): InfraMachineOutcome | Promise<InfraMachineOutcome> {
    const { size } = object.spec;
    if (size === "huge") return outcome.pending("NoSuchSize", { message: "The cloud has no huge servers" });
    this.cloud.ensure(object.metadata.name, size);
    return this.provisioned(object);
  }

  deleteMachine({ object }: this["DeletionScope"]) {
    this.cloud.remove(object.metadata.name);
    return outcome.deleted();
  }

  protected provisioned({ metadata, spec }: this["Scope"]["object"]): InfraMachineOutcome {
    const { size, disks = 0 } = spec;
    return outcome.provisioned({ providerID: `sized://${metadata.name}`, status: { size, disks } });
  }
}

/** The changes of the spec of a machine of this provider. */
export function changesOfMachine(
  name: string,
  Reconciler: new (cloud: SizedCloud) => SizedMachineReconciler = SizedMachineReconciler,
): Exploration<SizedSpec> {
  return {
    name,
    definition: SizedMachine,
    spec: { size: "small", disks: 1 },
    prepare: () => {
      const cloud = new SizedCloud();
      return {
        reconcilers: () => [new Reconciler(cloud)],
        outside: () =>
          [...cloud.servers.values()].map((server) => ({
            what: `${server.size} server`,
            owner: `SizedMachine/${server.name}`,
          })),
      };
    },
    create: (env, spec) => env.createMachine({ infrastructure: SizedMachine, spec, bootstrapData: "#cloud-config" }),
    impossible: { "a size that there is not": { size: "huge" } },
  };
}
