import { ApiServer } from "@capstan/apiserver";
import { getCondition, managerRules, type PolicyRule, Secret, secretsFromRules } from "@capstan/provider";
import { type Client, createClient, defineKind } from "@capstan/runtime";
import { TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { CloudAccount, CloudClusterReconciler } from "./tenant-clouds.ts";

const user = "cloud-provider";
const served = "default";
const operators = "accounts";
const token = "t0ken-of-the-account";

const rbac = (kind: string, plural: string, namespaced: boolean) =>
  defineKind({ group: "rbac.authorization.k8s.io", version: "v1", kind, plural, namespaced });
const Namespace = defineKind({ group: "", version: "v1", kind: "Namespace", plural: "namespaces", namespaced: false });
const roles = {
  ClusterRole: rbac("ClusterRole", "clusterroles", false),
  ClusterRoleBinding: rbac("ClusterRoleBinding", "clusterrolebindings", false),
  RoleBinding: rbac("RoleBinding", "rolebindings", true),
};

/** The cluster-wide part of the generated rules: see docs/restriction.md. */
function ofTheCluster(rules: readonly PolicyRule[]): PolicyRule[] {
  const { plural } = CloudAccount.kind;
  const names = [plural, "namespaces", "customresourcedefinitions", "tokenreviews", "subjectaccessreviews"];
  return rules.flatMap((rule) => {
    const resources = rule.resources.filter((resource) => names.includes(resource));
    return resources.length === 0 ? [] : [{ ...rule, resources }];
  });
}

/** Grants rules to the provider, in one namespace or in all. */
async function grant(client: Client, name: string, rules: readonly PolicyRule[], namespace?: string): Promise<void> {
  const apiVersion = "rbac.authorization.k8s.io/v1";
  await client.create(roles.ClusterRole, { apiVersion, kind: "ClusterRole", metadata: { name }, rules } as never);
  const kind = namespace === undefined ? "ClusterRoleBinding" : "RoleBinding";
  await client.create(roles[kind], {
    apiVersion,
    kind,
    metadata: { name, namespace },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
  } as never);
}

/** A manager of one namespace, with the permissions in docs/restriction.md, and an account of the operator. */
async function start(closing: AsyncDisposableStack, { readsSecrets }: { readonly readsSecrets: boolean }) {
  const server = closing.use(await ApiServer.start());
  const admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
  closing.defer(() => admin.close());
  await admin.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: operators } });
  const data = { token: Buffer.from(token).toString("base64") };
  await admin.create(Secret, {
    ...{ apiVersion: "v1", kind: "Secret" },
    metadata: { name: "gold", namespace: operators },
    data,
  });
  const reconciler = new CloudClusterReconciler();
  const definitions = [reconciler.definition];
  await grant(admin, "of-the-namespace", managerRules(definitions), served);
  await grant(admin, "of-the-cluster", ofTheCluster(managerRules(definitions)));
  if (readsSecrets) await grant(admin, "of-accounts", secretsFromRules(definitions), operators);
  const env = closing.use(
    await TestEnvironment.start({
      server,
      reconcilers: [reconciler],
      manager: { kubeconfig: server.kubeconfigFor(user), namespaces: [served], secretNamespaces: [operators] },
      ...(readsSecrets ? {} : { expectedErrors: [/gold/] }),
    }),
  );
  await env.apply(
    JSON.stringify({
      apiVersion: `${CloudAccount.kind.group}/${CloudAccount.kind.version}`,
      kind: CloudAccount.kind.kind,
      metadata: { name: "gold" },
      spec: {
        url: "https://cloud.example.com",
        secretRef: { name: "gold", namespace: operators },
        allowedNamespaces: {},
      },
    }),
  );
  await env.createCluster({ infrastructure: reconciler.definition, infrastructureSpec: { account: "gold" } });
  await env.settled();
  const object = await env.client.get(reconciler.definition.kind, { name: "test", namespace: served });
  return { env, reconciler, ready: getCondition(object, "Ready") };
}

describe("a manager of one namespace that reads identities", () => {
  test("works with the documented roles, and requests nothing else", async () => {
    await using closing = new AsyncDisposableStack();
    const { env, reconciler, ready } = await start(closing, { readsSecrets: true });

    expect(ready).toMatchObject({ status: "True" });
    expect(reconciler.values).toEqual({ token });
    expect(env.requests({ by: "provider" }).filter(({ status }) => status === 403)).toEqual([]);
  });

  test("names the Secret that it may not read when its Role is missing", async () => {
    await using closing = new AsyncDisposableStack();
    const { reconciler, ready } = await start(closing, { readsSecrets: false });

    expect(ready).toMatchObject({
      status: "False",
      message: expect.stringMatching(/Secret accounts\/gold/) as string,
    });
    expect(reconciler.values).toBeUndefined();
  });
});
