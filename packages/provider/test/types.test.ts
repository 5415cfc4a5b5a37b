import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";

export const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({ size: Type.Union([Type.Literal("small"), Type.Literal("large")], { default: "small" }) }),
      status: Type.Object({ bootedAt: Type.Optional(Type.String()) }),
    },
  },
});
defineInfraMachine({
  kind: "Bad",
  versions: {
    // @ts-expect-error the contract owns providerID
    v1beta2: { contract: "v1beta2", spec: Type.Object({ providerID: Type.String() }) },
  },
});

export class A extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;
  async reconcileMachine({ object, bootstrapData }: this["Scope"], signal: AbortSignal) {
    const size: "small" | "large" = object.spec.size;
    await Promise.resolve([size, bootstrapData, signal]);
    return size === "small"
      ? outcome.provisioned({ providerID: `hello://`, addresses: [{ type: "InternalIP", address: "" }], status: { bootedAt: "x" } })
      : outcome.pending("ServerStarting", { retryAfterMs: 5_000 });
  }
  async deleteMachine({ object }: this["Scope"]) {
    await Promise.resolve(object.metadata.uid);
    return object.spec.size === "small" ? outcome.deleted() : outcome.pending("ServerStopping");
  }
}
export class B extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;
  // @ts-expect-error status has no such field
  reconcileMachine() {
    return outcome.pending("ServerStarting", { status: { bootedAt: 5 } });
  }
  deleteMachine({ cluster }: this["DeletionScope"]) {
    return cluster === undefined ? outcome.deleted() : outcome.pending("ServerStopping");
  }
}
