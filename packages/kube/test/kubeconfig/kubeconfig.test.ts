import { readKubeconfigEntries, renderClusterInfo, renderKubeconfig } from "@capstan/kube";
import { expect, test } from "vitest";

const cluster = { server: "https://example.org", certificateAuthority: "CA" };
const encoded = (text: string) => Buffer.from(text).toString("base64");

test("a written kubeconfig is parsed to its original values", () => {
  const text = renderKubeconfig({ name: "c", ...cluster, user: "u", credentials: { token: "t" } });
  expect(readKubeconfigEntries(text)).toEqual({
    clusters: new Map([["c", { server: cluster.server, "certificate-authority-data": encoded("CA") }]]),
    users: new Map([["u", { token: "t" }]]),
    contexts: new Map([["u@c", { cluster: "c", user: "u" }]]),
    currentContext: "u@c",
  });
});

test("a user with a certificate has the certificate and the key in base64", () => {
  const credentials = { certificate: "cert", privateKey: "key" };
  const { users } = readKubeconfigEntries(renderKubeconfig({ name: "c", ...cluster, user: "u", credentials }));
  expect(users.get("u")).toEqual({
    "client-certificate-data": encoded("cert"),
    "client-key-data": encoded("key"),
  });
});

test("a cluster alone has no user and no context", () => {
  const { clusters, users, contexts, currentContext } = readKubeconfigEntries(renderClusterInfo(cluster));
  expect([...clusters.values()]).toEqual([expect.objectContaining({ server: cluster.server })]);
  expect([users.size, contexts.size, currentContext]).toEqual([0, 0, ""]);
});

test("the first of several entries with one name counts; malformed entries are ignored", () => {
  const text = JSON.stringify({
    clusters: [{ name: "c", cluster: { server: "1" } }, { name: "c", cluster: { server: "2" } }, "x"],
    users: "none",
    contexts: [{ name: "x", context: 1 }],
  });
  const { clusters, users, contexts } = readKubeconfigEntries(text);
  expect(clusters.get("c")).toEqual({ server: "1" });
  expect(users.size).toBe(0);
  expect(contexts.get("x")).toEqual({});
});

test("a string with invalid YAML is refused, and its content is never quoted", () => {
  expect(() => readKubeconfigEntries("token: [SECRET")).toThrow("not YAML");
  expect(() => readKubeconfigEntries("token: [SECRET")).not.toThrow("SECRET");
});
