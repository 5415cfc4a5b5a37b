import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { CertificateAuthority } from "@capstan/kube/x509";
import { expect, test } from "vitest";
import { ApiServer, type ApiServerOptions } from "../src/index.ts";
import { Wire } from "./conformance/target.ts";
import { temporaryFolder } from "./disk/server-process.ts";

test("its host follows a resource: existing objects, then each change before its request is answered", async () => {
  await using server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const secrets = "/api/v1/namespaces/default/secrets";
  await wire.post(secrets, { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } });

  const seen: string[] = [];
  const end = server.follow({ group: "", plural: "secrets" }, ({ type, object }) => {
    seen.push(`${type} ${object.metadata.namespace ?? ""}/${object.metadata.name}`);
  });
  expect(seen).toEqual(["ADDED default/a"]);
  await wire.post(secrets, { apiVersion: "v1", kind: "Secret", metadata: { name: "b" } });
  expect(seen.at(-1)).toBe("ADDED default/b");
  await wire.patch(`${secrets}/b`, "merge", { metadata: { labels: { of: "b" } } });
  expect(seen.at(-1)).toBe("MODIFIED default/b");
  await wire.delete(`${secrets}/b`);
  expect(seen.at(-1)).toBe("DELETED default/b");

  end();
  await wire.delete(`${secrets}/a`);
  expect(seen).toHaveLength(4);
});

test.each([
  ["rsa", { modulusLength: 2048 }, "pkcs1", "-----BEGIN RSA PRIVATE KEY-----"],
  ["rsa", { modulusLength: 2048 }, "pkcs8", "-----BEGIN PRIVATE KEY-----"],
  ["ec", { namedCurve: "P-256" }, "sec1", "-----BEGIN EC PRIVATE KEY-----"],
] as const)(
  "serves under a given authority with an %s key, for connections from another listener",
  async (kind, options, format, header) => {
    // given an authority in the format that kubeadm writes
    const given = await authorityWithKey(kind, options, format);
    expect(given.privateKey).toContain(header);

    // when a server does not listen, but receives the connections of another listener
    const server = await ApiServer.start({
      listen: false,
      certificateAuthority: given,
      advertise: { host: "127.0.0.1", port: 1 },
    });
    const listener = net.createServer((socket) => {
      server.handleConnection(socket);
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as net.AddressInfo;

    // then clients that trust the authority reach it with its certificates and tokens
    expect(server.url).toBe("https://127.0.0.1:1");
    const there = (kubeconfig: string): Wire => new Wire(kubeconfig.replace("127.0.0.1:1", `127.0.0.1:${port}`));
    expect((await there(server.kubeconfig).get("/api/v1/namespaces/default")).status).toBe(200);
    expect(
      (await there(server.kubeconfigFor("jane", ["system:masters"])).get("/api/v1/namespaces/default")).status,
    ).toBe(200);
    listener.close();
    await server.close();
  },
);

test("a client certificate sets user and groups, and every request is logged", async () => {
  await using server = await ApiServer.start();
  const start = server.requests.mark();
  await new Wire(server.kubeconfigFor("jane", ["devs", "system:masters"])).get(
    "/api/v1/namespaces/default/secrets?limit=1",
  );
  await new Wire(server.kubeconfig).get("/api/v1/namespaces/default/secrets/none");
  expect(server.requests.since(start)).toMatchObject([
    {
      user: "jane",
      verb: "list",
      group: "",
      version: "v1",
      resource: "secrets",
      namespace: "default",
      name: "",
      status: 200,
      userAgent: "suite/1.0",
    },
    { user: "admin", verb: "get", resource: "secrets", namespace: "default", name: "none", status: 404 },
  ]);
});

test("the log omits requests without credentials and truncates names in others", async () => {
  await using server = await ApiServer.start();
  const name = "n".repeat(5_000);
  const start = server.requests.mark();
  await new Wire(server.kubeconfig, { anonymous: true }).get(`/api/v1/namespaces/default/secrets/${name}`);
  await new Wire(server.kubeconfig, { token: "made.up" }).get(`/api/v1/namespaces/default/secrets/${name}`);
  expect(server.requests.since(start)).toEqual([]);
  await new Wire(server.kubeconfig).get(`/api/v1/namespaces/default/secrets/${name}`);
  expect(server.requests.since(start)).toMatchObject([{ status: 404, name: name.slice(0, 253) }]);
});

test("a watch that resumes from a compacted version expires", async () => {
  await using server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const { body } = await wire.post("/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
  await wire.patch("/api/v1/namespaces/default/configmaps/a", "merge", { data: { a: "1" } });
  server.compact();
  const events = await wire.watch(
    `/api/v1/configmaps?watch=1&resourceVersion=${body.metadata.resourceVersion}`,
    () => false,
  );
  expect(events).toMatchObject([{ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } }]);
  expect(events[0]?.object.message).toMatch(/^too old resource version: \d+ \(\d+\)$/);
});

test("an expired chunked list offers a token for the rest at its current state", async () => {
  await using server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const secrets = "/api/v1/namespaces/default/secrets";
  for (const name of ["a", "b"]) await wire.post(secrets, { metadata: { name } });
  const { body: first } = await wire.get(`${secrets}?limit=1`);
  await wire.post(secrets, { metadata: { name: "c" } });
  server.compact();
  const expired = await wire.get(`${secrets}?continue=${first.metadata.continue}`);
  expect(expired).toMatchObject({ status: 410, body: { reason: "Expired" } });
  expect(expired.body.message).toMatch(
    /^The provided continue parameter is too old to display a consistent list result/,
  );
  const { body: rest } = await wire.get(`${secrets}?continue=${expired.body.metadata.continue}`);
  expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(["b", "c"]);
  const exactly = `resourceVersionMatch=Exact&resourceVersion=${first.metadata.resourceVersion}`;
  expect(await wire.get(`${secrets}?${exactly}`)).toMatchObject({
    status: 410,
    body: { reason: "Expired", message: "The resourceVersion for the provided list is too old." },
  });
});

test("a replacement server can start after its predecessor's resourceVersions, which are then expired", async () => {
  await using server = await ApiServer.start({ firstResourceVersion: 5_000 });
  const wire = new Wire(server.kubeconfig);
  const events = await wire.watch("/api/v1/configmaps?watch=1&resourceVersion=4999", () => false);
  expect(events).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);
  expect(Number(server.resourceVersion)).toBeGreaterThan(5_000);
});

test("a server closes immediately despite an idle connection", async () => {
  const server = await ApiServer.start();
  const silent = net.connect(Number(new URL(server.url).port), "127.0.0.1");
  await once(silent, "connect");
  const cutOff = once(silent, "close");
  await server.close();
  await cutOff;
});

test("an injected clock sets the time of objects", async () => {
  await using server = await ApiServer.start({ clock: { now: () => Date.UTC(2030, 0, 1) } });
  const { body } = await new Wire(server.kubeconfig).get("/api/v1/namespaces/default");
  expect(body.metadata.creationTimestamp).toBe("2030-01-01T00:00:00Z");
});

async function authorityWithKey(
  kind: "rsa" | "ec",
  options: { modulusLength?: number; namedCurve?: string },
  format: "pkcs1" | "pkcs8" | "sec1",
): Promise<{ certificate: string; privateKey: string }> {
  const { privateKey } =
    kind === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: options.modulusLength ?? 2048 })
      : generateKeyPairSync("ec", { namedCurve: options.namedCurve ?? "P-256" });
  const text = privateKey.export({ type: format, format: "pem" }).toString();
  const authority = await CertificateAuthority.selfSign("kubernetes", text, Date);
  return { certificate: authority.certificate, privateKey: text };
}

test("its host knows the last change of each resource", async () => {
  await using server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const secrets = { group: "", plural: "secrets" };
  const path = "/api/v1/namespaces/default/secrets";
  const before = server.lastChange(secrets);
  const made = await wire.post(path, { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } });
  expect(server.lastChange(secrets)).toBe(made.body.metadata.resourceVersion);
  expect(server.lastChange(secrets)).not.toBe(before);
  // when it is deleted, and another object is written
  await wire.delete(`${path}/a`);
  const deleted = server.resourceVersion;
  await wire.post("/api/v1/namespaces/default/configmaps", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a" },
  });
  // then
  expect(server.lastChange(secrets)).toBe(deleted);
  expect(server.lastChange({ group: "", plural: "configmaps" })).toBe(server.resourceVersion);
});

test("a user without bindings may do nothing, unless authorization is AlwaysAllow", async () => {
  const read = async (options: ApiServerOptions): Promise<number[]> => {
    await using server = await ApiServer.start(options);
    const users = [new Wire(server.kubeconfigFor("jane")), new Wire(server.kubeconfig, { anonymous: true })];
    return await Promise.all(users.map(async (user) => (await user.get("/api/v1/namespaces/default")).status));
  };
  expect(await read({})).toEqual([403, 403]);
  expect(await read({ authorization: "RBAC" })).toEqual([403, 403]);
  expect(await read({ authorization: "AlwaysAllow" })).toEqual([200, 401]);
});

test("tokens of ServiceAccounts survive a restart on the same data, and expire", async () => {
  const dataDirectory = temporaryFolder();
  let now = Date.now();
  const clock = { now: () => now };
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  const first = await ApiServer.start({ dataDirectory, clock });
  const wire = new Wire(first.kubeconfig);
  await wire.post(accounts, { metadata: { name: "robot" } });
  const { body } = await wire.post(`${accounts}/robot/token`, { spec: { expirationSeconds: 600 } });
  const { token } = body.status as unknown as { readonly token: string };
  await first.close();

  await using second = await ApiServer.start({ dataDirectory, clock });
  const robot = new Wire(second.kubeconfig, { token });
  expect((await robot.get("/api")).status).toBe(200);
  // The server tolerates one minute of clock skew.
  now += 11 * 60_000 - 1_000;
  expect((await robot.get("/api")).status).toBe(200);
  now += 2_000;
  expect((await robot.get("/api")).status).toBe(401);
  expect(
    (await wire.post("/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token } })).body.status,
  ).toMatchObject({ error: "[invalid bearer token, service account token has expired]" });
});
