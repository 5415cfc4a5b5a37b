import { Machine } from "@capstan/contract";
import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { MockMachine, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
});

/** Creates a server in five minutes, and keeps the start time only in memory. */
class ForgetfulReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;
  #startedMs: number | undefined;
  answers = 0;

  reconcileMachine({ clock }: this["Scope"]) {
    this.answers += 1;
    this.#startedMs ??= clock.now();
    return clock.now() - this.#startedMs >= 300_000
      ? outcome.provisioned({ providerID: "hello://1" })
      : outcome.pending("ServerStarting", { retryAfterMs: 10_000 });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

const manifest = `
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: HelloMachine
metadata: { name: m1 }
spec: { size: small }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata: { name: m1 }
spec:
  clusterName: c1
  bootstrap: { dataSecretName: m1 }
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: HelloMachine, name: m1 }
---
apiVersion: v1
kind: Secret
metadata: { name: m1 }
stringData: { value: "#cloud-config" }
`;

describe("a test environment", () => {
  test("applies manifests repeatedly, and advances its clock until a condition holds", async () => {
    await using env = await TestEnvironment.start({ reconcilers: [new ForgetfulReconciler()] });
    await env.createCluster({ name: "c1" });
    const stored = await env.apply(manifest);
    expect(stored.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}`)).toEqual([
      "HelloMachine default",
      "Machine default",
      "Secret default",
    ]);
    const startMs = env.clock.now();

    await env.until("the Machine has its providerID", async () => {
      const machine = await env.client.get(Machine, { name: "m1", namespace: "default" });
      return machine.spec.providerID === "hello://1";
    });

    expect(env.clock.now() - startMs).toBe(300_000);
    const [again] = await env.apply(manifest);
    expect(again).toMatchObject({ spec: { size: "small", providerID: "hello://1" } });
  });

  test("reports the condition that was not reached", async () => {
    await using env = await TestEnvironment.start({ core: false });
    await expect(env.until("pigs fly", () => false, { within: { minutes: 2 } })).rejects.toThrow(
      "Timed out after 120 s: pigs fly",
    );
  });

  test("crashes the provider: its memory is lost, and pending work is not written", async () => {
    const first = new ForgetfulReconciler();
    await using env = await TestEnvironment.start({ reconcilers: [first] });
    const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
    await env.clock.advance({ seconds: 290 });
    const answers = first.answers;

    await env.restart([new ForgetfulReconciler()]);
    await env.clock.advance({ seconds: 290 });

    expect(first.answers).toBe(answers);
    expect((await machine.infrastructure()).spec.providerID).toBeUndefined();
    await env.clock.advance({ seconds: 20 });
    expect((await machine.infrastructure()).spec.providerID).toBe("hello://1");
  });

  test("explains how to install a kind, and names the missing fields of a Machine", async () => {
    await using env = await TestEnvironment.start({ core: false });
    const data = { bootstrapData: "#cloud-config" };
    await expect(env.createMachine({ infrastructure: MockMachine, ...data })).rejects.toThrow(
      "MockMachine is not installed in this test environment; pass its reconciler in `reconcilers`, or its CRDs in `crds`",
    );
    await expect(env.createMachine({ infrastructure: MockMachine })).rejects.toThrow(
      "Machine m2 needs `bootstrapData`, or the kind of its bootstrap config in `bootstrap`",
    );
    await expect(env.apply("{ apiVersion: example.com/v1, kind: Foo, metadata: { name: foo } }")).rejects.toThrow(
      "Foo of example.com/v1 is not installed",
    );
    await expect(env.apply("---\n---\nkind: Foo")).rejects.toThrow("needs apiVersion, kind and metadata.name");
  });
});
