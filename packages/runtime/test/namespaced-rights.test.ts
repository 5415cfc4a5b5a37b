import { RealApiServer } from "@capstan/testkit";
import { expect, test } from "vitest";
import {
  type Client,
  ConfigMap,
  Controller,
  createClient,
  forKind,
  Manager,
  patchChanges,
  type RequestInfo,
  Result,
  requestPath,
} from "@capstan/runtime";

const hasServer = process.env.KUBEBUILDER_ASSETS !== undefined;
const team = "/api/v1/namespaces/team";
const rbac = requestPath`/apis/rbac.authorization.k8s.io/v1/namespaces/team`;

/** Grants the user "limited" every right on ConfigMaps of the namespace "team", and no other. */
async function grantRights(admin: Client): Promise<void> {
  const metadata = { name: "limited" };
  await admin.request("POST", requestPath`/api/v1/namespaces`, { metadata: { name: "team" } });
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }];
  await admin.request("POST", requestPath`${rbac}/roles`, { metadata, rules });
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "limited" };
  const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "limited" }];
  await admin.request("POST", requestPath`${rbac}/rolebindings`, { metadata, roleRef, subjects });
}

test.runIf(hasServer)("a manager of one namespace needs no rights outside of it", async () => {
  // given a user with rights in one namespace
  await using server = await RealApiServer.start({ rbac: true });
  const admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "admin/1" });
  await grantRights(admin);
  const requests: RequestInfo[] = [];
  const client = createClient({
    kubeconfig: await server.kubeconfigFor("limited"),
    userAgent: "limited/1",
    onRequest: (request) => requests.push(request),
  });
  await using manager = new Manager({ name: "limited", client, namespaces: ["team"] });
  manager.add(
    new Controller({
      name: "maps",
      sources: [forKind(ConfigMap)],
      reconciler: {
        reconcile: async (request, { signal }) => {
          const before = await manager.cache.get(ConfigMap, request);
          if (before?.data?.wanted === undefined) return Result.awaitChange();
          const after = { ...(structuredClone(before) as ConfigMap), data: { ...before.data, done: "yes" } };
          await patchChanges(manager.client, ConfigMap, before, after, { signal });
          return Result.awaitChange();
        },
      },
    }),
  );
  // when a manager of that namespace reconciles an object in it
  await manager.start();
  const metadata = { name: "a", namespace: "team" };
  await admin.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { wanted: "yes" } });
  await manager.settled();
  // then the reconcile succeeds, and no request was forbidden
  expect((await admin.get(ConfigMap, metadata)).data?.done).toBe("yes");
  expect(requests.filter(({ status }) => status >= 400)).toEqual([]);
  expect(requests.filter(({ path }) => !path.startsWith(`${team}/`))).toEqual([]);
  await manager.stop();
  await Promise.all([client.close(), admin.close()]);
});
