import { defineIdentity, defineIPPool, IPPoolReconciler, managerRules, Secret, Type } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { createClaim, createPool, GlobalListPool, namespace, readyOf } from "./claims.ts";

const Account = defineIdentity({ kind: "ListAccount", versions: { v1: { spec: Type.Object({}) } } });

/** A cluster-wide pool whose service needs credentials. */
const ServicePool = defineIPPool({
  kind: "GlobalListIPPool",
  group: GlobalListPool.kind.group,
  scope: "Cluster",
  uses: [Account],
  versions: { v1: { spec: Type.Object({ addresses: Type.Array(Type.String()) }) } },
});

class ServicePoolReconciler extends IPPoolReconciler<typeof ServicePool> {
  readonly definition = ServicePool;
  readonly read: unknown[] = [];
  secretName: { readonly name: string; readonly namespace?: string } = { name: "service" };
  by: "secret" | "identity" = "secret";

  async allocate({ secret, identity }: this["Scope"]) {
    this.read.push(this.by === "secret" ? await secret(this.secretName) : (await identity(Account, "account")).secret);
    return this.outcome.exhausted();
  }
}

async function start(reconciler: ServicePoolReconciler) {
  const manager = { generatedRole: true, secretNamespaces: ["system"] };
  const env = await TestEnvironment.start({ core: false, reconcilers: [reconciler], manager });
  await env.apply("{ apiVersion: v1, kind: Namespace, metadata: { name: system } }");
  await createPool(env, [], { definition: GlobalListPool });
  for (const [where, token] of [
    [namespace, "of-the-claim"],
    ["system", "of-the-operator"],
  ] as const) {
    await env.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "service", namespace: where },
      data: { token: Buffer.from(token).toString("base64") },
    });
  }
  await env.settled();
  return env;
}

test("a cluster-wide pool has no Secrets of the claim's namespace, only those that the operator allows", async () => {
  const reconciler = new ServicePoolReconciler();
  await using env = await start(reconciler);
  env.expectError("Secret service needs a namespace");
  await createClaim(env, "a", { definition: GlobalListPool });
  await env.settled();
  expect(await readyOf(env, "a")).toMatchObject({ reason: "ReconcileError" });
  expect(reconciler.read).toEqual([]);
  reconciler.secretName = { name: "service", namespace: "system" };
  const changed = { spec: { addresses: ["10.0.0.1"] } };
  await env.client.patch(GlobalListPool.kind, { name: "pool" }, { type: "merge", body: changed });
  await env.settled();
  expect(reconciler.read.at(-1)).toEqual({ token: "of-the-operator" });
});

test("a cluster-wide pool may use an identity that allows all namespaces, not one for the claim's namespace", async () => {
  const reconciler = new ServicePoolReconciler();
  reconciler.by = "identity";
  await using env = await start(reconciler);
  const account = (allowed: string) =>
    env.apply(`
      apiVersion: infrastructure.cluster.x-k8s.io/v1
      kind: ListAccount
      metadata: { name: account }
      spec: { secretRef: { name: service, namespace: system }, allowedNamespaces: ${allowed} }`);
  await account(`{ list: [${namespace}] }`);
  await createClaim(env, "a", { definition: GlobalListPool });
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await readyOf(env, "a")).toMatchObject({
    reason: "IdentityNotAllowed",
    message:
      "ListAccount account does not allow cluster-scoped objects: its spec.allowedNamespaces must be {}, for all namespaces",
  });
  await account("{}");
  await env.settled();
  expect(reconciler.read.at(-1)).toEqual({ token: "of-the-operator" });
});

test("a manager of pools creates and deletes no pools", () => {
  const ofPools = managerRules([ServicePool]).filter(({ resources }) => resources.includes(ServicePool.kind.plural));
  expect(ofPools.flatMap(({ verbs }) => verbs)).toEqual(["get", "list", "watch", "update", "patch"]);
});
