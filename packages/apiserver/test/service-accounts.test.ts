import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, Wire } from "./conformance/target.ts";

const servers = {
  embedded: () => ApiServer.start({ serviceAccounts: true }),
  real: () => RealApiServer.start({ serviceAccounts: true, controllerManager: true }),
} as const;

const targets =
  process.env.KUBEBUILDER_ASSETS === undefined ? (["embedded"] as const) : (["embedded", "real"] as const);

const token = {
  name: "kube-api-access-<random>",
  projected: {
    defaultMode: 420,
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      {
        downwardAPI: {
          items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
        },
      },
    ],
  },
};
const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const mount = { name: token.name, readOnly: true, mountPath };

describe.each(targets)("ServiceAccounts on the %s server", (target) => {
  let server: ApiServer | RealApiServer;
  let wire: Wire;

  beforeAll(async () => {
    server = await servers[target]();
    wire = new Wire(server.kubeconfig);
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  /** A namespace with the objects that the server creates in it. */
  async function namespace(name: string): Promise<string> {
    const path = `/api/v1/namespaces/${name}`;
    await wire.post("/api/v1/namespaces", { metadata: { name } });
    for (const part of ["serviceaccounts/default", "configmaps/kube-root-ca.crt"]) {
      await eventually(
        () => wire.get(`${path}/${part}`),
        ({ status }) => status === 200,
      );
    }
    return path;
  }

  async function spec(path: string, given: object): Promise<Readonly<Record<string, unknown>>> {
    const answer = await wire.post(`${path}/pods`, {
      metadata: { name: "p" },
      spec: { containers: [{ name: "a", image: "b" }], ...given },
    });
    expect(answer.status, answer.text).toBe(201);
    expect(JSON.stringify(answer.body.metadata.managedFields)).not.toContain("kube-api-access");
    return JSON.parse(answer.text.replaceAll(/kube-api-access-\w{5}/g, token.name)) as typeof answer.body.spec;
  }

  test("are created in every namespace, and again after deletion", async () => {
    const path = await namespace("made");
    const account = await wire.get(`${path}/serviceaccounts/default`);
    expect(account.body.metadata.managedFields).toBeUndefined();
    const map = await wire.get(`${path}/configmaps/kube-root-ca.crt`);
    const { data, metadata } = map.body as unknown as {
      data: Record<string, string>;
      metadata: Record<string, unknown>;
    };
    expect(Object.keys(data)).toEqual(["ca.crt"]);
    expect(data["ca.crt"]).toContain("BEGIN CERTIFICATE");
    expect(metadata).toMatchObject({
      annotations: { "kubernetes.io/description": expect.stringContaining("Contains a CA bundle") as string },
      managedFields: [{ manager: "kube-controller-manager", operation: "Update" }],
    });
    const { uid } = account.body.metadata;
    await wire.delete(`${path}/serviceaccounts/default`);
    await eventually(
      () => wire.get(`${path}/serviceaccounts/default`),
      ({ status, body }) => status === 200 && body.metadata.uid !== uid,
    );
    await wire.patch(`${path}/configmaps/kube-root-ca.crt`, "merge", { data: { "ca.crt": "none" } });
    const restored = await eventually(
      () => wire.get(`${path}/configmaps/kube-root-ca.crt`),
      ({ text }) => text.includes("BEGIN CERTIFICATE"),
    );
    expect(restored.text).toContain("BEGIN CERTIFICATE");
    expect((await wire.get("/api/v1/namespaces/default/serviceaccounts/default")).status).toBe(200);
  });

  test("are assigned to Pods, with tokens in all containers", async () => {
    const path = await namespace("given");
    const own = { name: "c", image: "d", volumeMounts: [{ name: "mine", mountPath }] };
    const pod = await spec(path, {
      initContainers: [{ name: "i", image: "j" }],
      containers: [{ name: "a", image: "b" }, own],
      volumes: [{ name: "mine", emptyDir: {} }],
    });
    expect(pod.spec).toMatchObject({
      serviceAccountName: "default",
      serviceAccount: "default",
      initContainers: [{ volumeMounts: [mount] }],
      containers: [{ volumeMounts: [mount] }, { volumeMounts: own.volumeMounts }],
      volumes: [{ name: "mine" }, token],
    });
  });

  test("set the pull secrets of their Pods and whether the Pods get tokens", async () => {
    const path = await namespace("said");
    await wire.post(`${path}/serviceaccounts`, {
      metadata: { name: "quiet" },
      automountServiceAccountToken: false,
      imagePullSecrets: [{ name: "s" }],
    });
    const quiet = await spec(path, { serviceAccountName: "quiet" });
    expect(quiet.spec).toMatchObject({ serviceAccountName: "quiet", imagePullSecrets: [{ name: "s" }] });
    expect(quiet.spec).not.toHaveProperty("volumes");
    await wire.delete(`${path}/pods/p?gracePeriodSeconds=0`);
    const loud = await spec(path, {
      serviceAccountName: "quiet",
      automountServiceAccountToken: true,
      imagePullSecrets: [{ name: "own" }],
    });
    expect(loud.spec).toMatchObject({ imagePullSecrets: [{ name: "own" }], volumes: [token] });
    await wire.delete(`${path}/pods/p?gracePeriodSeconds=0`);
    const silent = await spec(path, { automountServiceAccountToken: false });
    expect(silent.spec).not.toHaveProperty("volumes");
  });

  test("must exist before their Pods", async () => {
    const path = await namespace("missing");
    const { status, body } = await wire.post(`${path}/pods`, {
      metadata: { name: "p" },
      spec: { serviceAccountName: "none", containers: [{ name: "a", image: "b" }] },
    });
    const why = 'error looking up service account missing/none: serviceaccount "none" not found';
    expect([status, body.message]).toEqual([403, `pods "p" is forbidden: ${why}`]);
  });
});

test("no ServiceAccount is created unless it is enabled", async () => {
  await using server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const { body } = await wire.get("/api/v1/namespaces/default/serviceaccounts");
  expect(body.items).toEqual([]);
});
