import { Secret } from "@capstan/provider";
import { MockMachine, TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { __ConfigKind__ } from "../src/api/__configFile__.ts";
import { __ConfigKind__Reconciler } from "../src/reconcilers/__configFile__/__configFile__-reconciler.ts";

test("a Machine gets its bootstrap data once", async () => {
  // given a Machine whose infrastructure no provider creates
  await using env = await TestEnvironment.start({
    reconcilers: [new __ConfigKind__Reconciler()],
    crds: MockMachine.crds,
  });

  // when the Machine is created
  const machine = await env.createMachine({
    infrastructure: MockMachine,
    bootstrap: __ConfigKind__,
    bootstrapSpec: { commands: ["echo hello"] },
  });
  await env.settled();

  // then its data is in a Secret of its name, and the Machine continues
  const { status } = await machine.bootstrapConfig();
  expect(status).toMatchObject({ dataSecretName: machine.name, initialization: { dataSecretCreated: true } });
  const secret = await env.client.get(Secret, { name: machine.name, namespace: machine.namespace });
  const data = Buffer.from(secret.data?.value ?? "", "base64").toString();
  expect(data).toMatch(/^#cloud-config\n/);
  expect(data).toContain("echo hello");
  expect(await machine.phase()).toEqual({ phase: "Provisioning", awaiting: ["infrastructure provisioned"] });
  expect(env.writes({ kind: "Secret" })).toEqual([`create Secret/${machine.name}`]);
});
