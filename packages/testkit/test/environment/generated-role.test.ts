import { defineInfraMachine, type InfraMachineScope, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { ConfigMap } from "@capstan/runtime";
import { MissingRightsError, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const machine = (permissions: readonly { apiGroups: string[]; resources: string[]; verbs: string[] }[]) =>
  defineInfraMachine({
    kind: "HelloMachine",
    permissions,
    versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
  });

/** Reads a ConfigMap, which no provider may do that does not say so. */
class ReadingReconciler extends InfraMachineReconciler<ReturnType<typeof machine>> {
  readonly definition: ReturnType<typeof machine>;

  constructor(definition: ReturnType<typeof machine>) {
    super();
    this.definition = definition;
  }

  async reconcileMachine({ client }: InfraMachineScope<ReturnType<typeof machine>>) {
    await client.list(ConfigMap, { namespace: "default" });
    return outcome.provisioned({ providerID: "hello://1" });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

const servers =
  process.env.KUBEBUILDER_ASSETS === undefined ? (["embedded"] as const) : (["embedded", "real"] as const);

describe.each(servers)("a provider with its generated role, on the %s server", (server) => {
  async function run(permissions: Parameters<typeof machine>[0]): Promise<boolean> {
    const definition = machine(permissions);
    await using env = await TestEnvironment.start({
      reconcilers: [new ReadingReconciler(definition)],
      manager: { generatedRole: true },
      server,
    });
    await env.createMachine({ infrastructure: definition, bootstrapData: "#cloud-config" });
    await env.settled();
    const { status } = await env.client.get(definition.kind, { namespace: "default", name: "m1" });
    return status?.initialization?.provisioned === true;
  }

  test("fails a test that needs more, and says what", async () => {
    await expect(run([])).rejects.toThrow(MissingRightsError);
    await expect(run([])).rejects.toThrow("list configmaps");
  });

  test("does what its definitions declare", async () => {
    expect(await run([{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }])).toBe(true);
  });
});
