import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { type ServerChoice, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({ size: Type.Union([Type.Literal("small"), Type.Literal("large")], { default: "small" }) }),
    },
  },
});

/** A cloud whose servers take five seconds to start. */
class SlowMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;
  readonly #startedAt = new Map<string, number>();

  reconcileMachine({ object, clock }: this["Scope"]) {
    const id = object.metadata.name;
    const startedAt = this.#startedAt.get(id) ?? clock.now();
    this.#startedAt.set(id, startedAt);
    return clock.now() - startedAt >= 5_000
      ? outcome.provisioned({ providerID: `hello://${id}` })
      : outcome.pending("ServerStarting", { retryAfterMs: 5_000 });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

describe.each<ServerChoice>(["embedded", "real"])("a test environment on the %s server", (server) => {
  const runs = server === "embedded" || process.env.KUBEBUILDER_ASSETS !== undefined;

  test.runIf(runs)("shows that a slowly starting server keeps the Machine in Provisioning", async () => {
    await using env = await TestEnvironment.start({ server, reconcilers: [new SlowMachineReconciler()] });
    const machine = await env.createMachine({
      infrastructure: HelloMachine,
      spec: { size: "small" },
      bootstrapData: "#cloud-config",
    });
    await env.settled();
    expect(await machine.phase()).toEqual({ phase: "Provisioning", awaiting: ["infrastructure provisioned"] });

    await env.clock.advance({ seconds: 5 });

    expect(await machine.phase()).toMatchObject({ phase: "Provisioned" });
    expect((await machine.infrastructure()).spec).toEqual({ size: "small", providerID: "hello://m1" });
  });

  test.runIf(runs)("lets a test act as the core", async () => {
    await using env = await TestEnvironment.start({ server, reconcilers: [new SlowMachineReconciler()], core: false });
    const cluster = await env.createCluster({ provisioned: false });
    const machine = await env.createMachine({ cluster, infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
    await env.settled();
    await cluster.patchStatus({ initialization: { infrastructureProvisioned: true } });
    await env.settled();
    await env.clock.advance({ seconds: 5 });

    expect((await machine.infrastructure()).status?.initialization?.provisioned).toBe(true);
    expect(env.writes()).toEqual([
      "patch HelloMachine/m1",
      "patch HelloMachine/m1 status",
      "patch HelloMachine/m1 status",
      "patch HelloMachine/m1",
      "patch HelloMachine/m1 status",
    ]);
  });

  test.runIf(runs)("deletes the dependents of a Machine with it", async () => {
    await using env = await TestEnvironment.start({ server, reconcilers: [new SlowMachineReconciler()], core: false });
    const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
    await env.settled();
    await machine.delete();
    await env.settled();
    expect((await env.client.list(HelloMachine.kind)).items).toEqual([]);
    expect(env.writes().at(-1)).toBe("patch HelloMachine/m1");
  });
});
