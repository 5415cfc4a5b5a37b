import { readKubeconfigEntries, renderClusterInfo, renderKubeconfig } from "@capstan/kube";
import { expect, test } from "vitest";

const cluster = { server: "https://example.org", certificateAuthority: "CA" };
const encoded = (text: string) => Buffer.from(text).toString("base64");

test("a kubeconfig that is written is read as what it was made of", () => {
  const text = renderKubeconfig({ name: "c", ...cluster, user: "u", credentials: { token: "t" } });
  expect(readKubeconfigEntries(text)).toEqual({
    clusters: new Map([["c", { server: cluster.server, "certificate-authority-data": encoded("CA") }]]),
    users: new Map([["u", { token: "t" }]]),
    contexts: new Map([["u@c", { cluster: "c", user: "u" }]]),
    currentContext: "u@c",
  });
});

test("a user with a certificate has it and its key in base64", () => {
  const credentials = { certificate: "cert", privateKey: "key" };
  const { users } = readKubeconfigEntries(renderKubeconfig({ name: "c", ...cluster, user: "u", credentials }));
  expect(users.get("u")).toEqual({
    "client-certificate-data": encoded("cert"),
    "client-key-data": encoded("key"),
  });
});

test("what is said of a cluster alone has no user and no context", () => {
  const { clusters, users, contexts, currentContext } = readKubeconfigEntries(renderClusterInfo(cluster));
  expect([...clusters.values()]).toEqual([expect.objectContaining({ server: cluster.server })]);
  expect([users.size, contexts.size, currentContext]).toEqual([0, 0, ""]);
});

test("of entries of one name the first counts; what is of another shape is not there", () => {
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

test("a string that is not YAML is refused, and none of it is quoted", () => {
  expect(() => readKubeconfigEntries("token: [SECRET")).toThrow("not YAML");
  expect(() => readKubeconfigEntries("token: [SECRET")).not.toThrow("SECRET");
});
