import { apiVersionOf, IPAddress, IPAddressClaim } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { __IPPoolKind__ } from "../src/api/__ipPoolFile__.ts";
import { __IPPoolKind__Reconciler } from "../src/reconcilers/__ipPoolFile__/__ipPoolFile__-reconciler.ts";

test("a claim gets an address of the pool", async () => {
  await using env = await TestEnvironment.start({ reconcilers: [new __IPPoolKind__Reconciler()] });
  const { kind } = __IPPoolKind__;
  await env.client.create(kind, {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name: "pool", namespace: "default" },
    spec: { addresses: ["192.0.2.10"], prefix: 24 },
  });
  await env.client.create(IPAddressClaim, {
    apiVersion: apiVersionOf(IPAddressClaim),
    kind: IPAddressClaim.kind,
    metadata: { name: "claim", namespace: "default" },
    spec: { poolRef: { apiGroup: kind.group, kind: kind.kind, name: "pool" } },
  });
  await env.settled();
  expect(await env.client.get(IPAddress, { name: "claim", namespace: "default" })).toMatchObject({
    spec: { address: "192.0.2.10", prefix: 24 },
  });
});
