import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { CustomResourceDefinition } from "@capstan/runtime";
import { expect, test } from "vitest";

const spec = Type.Object({ size: Type.Optional(Type.String()) });

const VersionedMachine = defineInfraMachine({
  kind: "VersionedMachine",
  versions: { v1beta1: { contract: "v1beta1", spec }, v1beta2: { contract: "v1beta2", spec } },
  storage: "v1beta2",
});

class VersionedMachineReconciler extends InfraMachineReconciler<typeof VersionedMachine> {
  readonly definition = VersionedMachine;

  reconcileMachine({ object }: this["Scope"]) {
    return outcome.provisioned({ providerID: `versioned://${object.metadata.name}` });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

test("kinds with different versions are converted", async () => {
  await using env = await TestEnvironment.start({ reconcilers: [new VersionedMachineReconciler()] });
  const machine = await env.createMachine({ infrastructure: VersionedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  const { name, namespace } = machine;
  const old = { ...VersionedMachine.kind, version: "v1beta1" } as ResourceKind;
  const seen: KubernetesObject = await env.client.get(old, { name, namespace });
  expect(seen).toMatchObject({ spec: { providerID: `versioned://${name}` }, status: { ready: true } });
});

test("a further environment with the same kinds installs nothing, and has its own objects", async () => {
  const start = () => TestEnvironment.start({ reconcilers: [new VersionedMachineReconciler()] });
  await using first = await start();
  const machine = await first.createMachine({ infrastructure: VersionedMachine, bootstrapData: "#cloud-config" });
  await using second = await start();
  const definitions = async ({ client }: TestEnvironment) =>
    (await client.list(CustomResourceDefinition)).items.map(({ metadata: { name, uid } }) => ({ name, uid }));
  const installed = await definitions(first);
  expect(installed.map(({ name }) => name)).toContain("versionedmachines.infrastructure.cluster.x-k8s.io");
  expect(await definitions(second)).toEqual(installed);
  const { name, namespace } = machine;
  await expect(second.client.get(VersionedMachine.kind, { name, namespace })).rejects.toThrow("not found");
});
