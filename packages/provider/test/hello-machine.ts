import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";

export const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({ size: Type.Union([Type.Literal("small"), Type.Literal("large")], { default: "small" }) }),
      status: Type.Object({ serverName: Type.String() }),
    },
  },
});

/** A cloud whose servers the test controls. */
export class HelloCloud {
  readonly servers = new Map<string, { data: string | undefined }>();
  readonly calls: string[] = [];
  state: "starting" | "running" | "lost" = "running";
  slowToRemove = false;
  providerID = "hello://1";
  error: Error | undefined;

  ensure(id: string, data: string | undefined) {
    this.calls.push("ensure");
    if (this.error !== undefined) throw this.error;
    if (!this.servers.has(id)) this.servers.set(id, { data });
    return this.state;
  }

  remove(id: string): boolean {
    this.calls.push("remove");
    if (this.error !== undefined) throw this.error;
    if (this.slowToRemove) return false;
    this.servers.delete(id);
    return true;
  }
}

export class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;
  readonly cloud: HelloCloud;

  constructor(cloud: HelloCloud) {
    super();
    this.cloud = cloud;
  }

  reconcileMachine({ object, bootstrapData }: this["Scope"]) {
    switch (this.cloud.ensure(object.metadata.name, bootstrapData)) {
      case "starting":
        return outcome.pending("ServerStarting", { retryAfterMs: 5_000 });
      case "lost":
        return outcome.failed("ServerLost", "The server is gone");
      case "running":
        return outcome.provisioned({
          providerID: this.cloud.providerID,
          addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
          failureDomain: "fd-1",
          status: { serverName: object.metadata.name },
        });
    }
  }

  deleteMachine({ object }: this["Scope"]) {
    return this.cloud.remove(object.metadata.name)
      ? outcome.deleted()
      : outcome.pending("ServerStopping", { retryAfterMs: 1_000 });
  }
}
