import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { CertificateAuthority } from "@capstan/kube/x509";
import { type Client, createClient, requestPath } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { RealApiServer } from "@capstan/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { environmentProxy } from "../src/client/environment-proxy.ts";
import { json, type Script, ScriptedServer, status } from "./support/scripted-server.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A folder for a kubeconfig and the files that it names. */
function folder() {
  const directory = mkdtempSync(path.join(tmpdir(), "operator-kubeconfig-"));
  const write = (name: string, content: string): string => {
    const file = path.join(directory, name);
    writeFileSync(file, content, { mode: 0o600 });
    return file;
  };
  const kubeconfig = (cluster: object, user: object): string =>
    write(
      "config",
      JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        clusters: [{ name: "c", cluster }],
        users: [{ name: "u", user }],
        contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
        "current-context": "x",
      }),
    );
  return {
    write,
    kubeconfig,
    [Symbol.dispose]: () => {
      rmSync(directory, { recursive: true });
    },
  };
}

const served: Script = (_request, response) => {
  json(response, 200, { kind: "APIVersions", versions: ["v1"] });
};

async function withClient<Answer>(file: string, ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = createClient({ kubeconfig: { path: file }, userAgent: "operator/1" });
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}

async function askOnce(file: string): Promise<void> {
  await withClient(file, (client) => client.request("GET", requestPath`/api`));
}

test("tokenFile is relative to the kubeconfig, precedes token, and is reread; while it is missing, the last token is used", async () => {
  // given a user with both fields, which kubectl never writes together
  using files = folder();
  const accepted = { token: "" };
  await using server = await ScriptedServer.start((request, response) => {
    const isAccepted = accepted.token === "" || request.headers.authorization === `Bearer ${accepted.token}`;
    if (isAccepted) served(request, response);
    else status(response, 401, "Unauthorized");
  });
  files.write("token", "first\n");
  const kubeconfig = { path: files.kubeconfig({ server: server.url }, { tokenFile: "token", token: "inline" }) };
  const clock = new FakeClock();
  await using closing = new AsyncDisposableStack();
  const client = createClient({ kubeconfig, userAgent: "operator/1", clock });
  closing.defer(() => client.close());
  const sent = async (): Promise<string | undefined> => {
    await client.request("GET", requestPath`/api`);
    return server.requests.at(-1)?.headers.authorization;
  };
  expect(await sent()).toBe("Bearer first");
  // when the file is rotated, then the client uses the new token a minute later, whatever the wall clock does
  files.write("token", "second\n");
  clock.stepWall({ hours: 24 });
  expect(await sent()).toBe("Bearer first");
  clock.stepWall({ hours: -48 });
  await clock.advance({ seconds: 61 });
  expect(await sent()).toBe("Bearer second");
  // and when the server rejects the token, at once
  files.write("token", "third\n");
  accepted.token = "third";
  expect(await sent()).toBe("Bearer third");
  // and while the file is being replaced, the client uses the last token
  rmSync(path.join(path.dirname(kubeconfig.path), "token"));
  await clock.advance({ seconds: 61 });
  expect(await sent()).toBe("Bearer third");
  files.write("token", "fourth\n");
  accepted.token = "fourth";
  expect(await sent()).toBe("Bearer fourth");
});

test("as, as-uid, as-groups and as-user-extra are sent as kubectl sends them", async () => {
  using files = folder();
  await using server = await ScriptedServer.start(served);
  const user = {
    token: "t0ken",
    as: "someone",
    "as-uid": "uid-1",
    "as-groups": ["one", "two"],
    "as-user-extra": { "example.org/Scopes": ["a", "b"] },
  };
  await askOnce(files.kubeconfig({ server: server.url }, user));
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: "Bearer t0ken",
    "impersonate-user": "someone",
    "impersonate-uid": "uid-1",
    "impersonate-group": "one, two",
    "impersonate-extra-example.org%2fscopes": "a, b",
  });
});

test("groups to impersonate without a user are refused, as by kubectl", () => {
  using files = folder();
  const path = files.kubeconfig({ server: "https://127.0.0.1:1" }, { token: "t0ken", "as-groups": ["one"] });
  expect(() => createClient({ kubeconfig: { path }, userAgent: "operator/1" })).toThrow(
    expect.objectContaining({ code: "KubeconfigInvalid" }) as Error,
  );
});

/** A client whose certificate is in files, a clock, and the server that it connects to. */
async function withCertificateInFiles(closing: AsyncDisposableStack) {
  const files = closing.use(folder());
  const authority = await CertificateAuthority.create("operator", Date);
  const { certificate, privateKey } = authority;
  const server = closing.use(await ApiServer.start({ certificateAuthority: { certificate, privateKey } }));
  const issue = (user: string) => authority.issueClient(user, ["system:masters"]);
  const replace = ({ certificate, privateKey }: { certificate?: string; privateKey?: string }): void => {
    if (certificate !== undefined) files.write("client.crt", certificate);
    if (privateKey !== undefined) files.write("client.key", privateKey);
  };
  replace(await issue("first"));
  const cluster = { server: server.url, "certificate-authority-data": Buffer.from(certificate).toString("base64") };
  const path = files.kubeconfig(cluster, { "client-certificate": "client.crt", "client-key": "client.key" });
  const clock = new FakeClock();
  const client: Client = createClient({ kubeconfig: { path }, userAgent: "operator/1", clock });
  closing.defer(() => client.close());
  const user = async (): Promise<string | undefined> => {
    await client.request("GET", requestPath`/api/v1/namespaces/default`);
    return server.requests.since(0).at(-1)?.user;
  };
  return { clock, issue, replace, user };
}

test("a replaced client certificate is used a minute later, without a restart", async () => {
  await using closing = new AsyncDisposableStack();
  const { clock, issue, replace, user } = await withCertificateInFiles(closing);
  expect(await user()).toBe("first");
  replace(await issue("second"));
  expect(await user()).toBe("first");
  await clock.advance({ seconds: 61 });
  expect(await user()).toBe("second");
});

test("while a client certificate is being replaced, the previous one is used", async () => {
  await using closing = new AsyncDisposableStack();
  const { clock, issue, replace, user } = await withCertificateInFiles(closing);
  expect(await user()).toBe("first");
  const { certificate, privateKey } = await issue("second");
  for (const part of [{ certificate: certificate.slice(0, 100) }, { certificate }, { privateKey: "" }]) {
    replace(part);
    await clock.advance({ seconds: 61 });
    expect(await user()).toBe("first");
  }
  replace({ privateKey });
  await clock.advance({ seconds: 61 });
  expect(await user()).toBe("second");
});

test.each([
  ["https://10.96.0.1", {}, undefined],
  ["https://api.example.org", { HTTPS_PROXY: "http://proxy:3128" }, "http://proxy:3128"],
  ["https://api.example.org", { https_proxy: "proxy:3128", HTTPS_PROXY: "http://other" }, "http://proxy:3128"],
  ["http://api.example.org", { HTTPS_PROXY: "http://proxy:3128" }, undefined],
  ["http://api.example.org", { HTTP_PROXY: "http://proxy:3128" }, "http://proxy:3128"],
  ["https://10.96.0.1", { HTTPS_PROXY: "http://proxy", NO_PROXY: "10.96.0.0/12,.svc" }, undefined],
  ["https://10.112.0.1", { HTTPS_PROXY: "http://proxy", NO_PROXY: "10.96.0.0/12,.svc" }, "http://proxy"],
  ["https://10.96.0.1", { HTTPS_PROXY: "http://proxy", NO_PROXY: "10.96.0.1" }, undefined],
  ["https://[fd00::1]", { HTTPS_PROXY: "http://proxy", NO_PROXY: "fd00::/8" }, undefined],
  ["https://kubernetes.default.svc", { HTTPS_PROXY: "http://proxy", NO_PROXY: "example.org, .svc" }, undefined],
  ["https://api.example.org", { HTTPS_PROXY: "http://proxy", NO_PROXY: "example.org" }, undefined],
  ["https://example.org", { HTTPS_PROXY: "http://proxy", NO_PROXY: ".example.org" }, "http://proxy"],
  ["https://example.org", { HTTPS_PROXY: "http://proxy", no_proxy: "example.org:443" }, undefined],
  ["https://example.org:6443", { HTTPS_PROXY: "http://proxy", no_proxy: "example.org:443" }, "http://proxy"],
  ["https://notexample.org", { HTTPS_PROXY: "http://proxy", NO_PROXY: "example.org" }, "http://proxy"],
  ["https://api.example.org", { HTTPS_PROXY: "http://proxy", NO_PROXY: "*" }, undefined],
  ["https://127.0.0.1:6443", { HTTPS_PROXY: "http://proxy" }, undefined],
  ["https://localhost:6443", { HTTPS_PROXY: "http://proxy" }, undefined],
])("%s with %o goes through %s", (server, environment, proxy) => {
  expect(environmentProxy(new URL(server), environment)).toBe(proxy);
});

test("HTTPS_PROXY is used, unless NO_PROXY excludes the server", async () => {
  // given a proxy that reaches a server under a name that only the proxy resolves
  using files = folder();
  const authority = await CertificateAuthority.create("operator", Date);
  await using server = await ApiServer.start({
    certificateAuthority: { certificate: authority.certificate, privateKey: authority.privateKey },
    advertise: { host: "api.example.test", port: 6443 },
  });
  const direct = createTcpServer((socket) => {
    server.handleConnection(socket);
  });
  direct.listen(0, "127.0.0.1");
  await once(direct, "listening");
  const entrance = `127.0.0.1:${(direct.address() as AddressInfo).port}`;
  const asked: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    const outbound = connect(Number(new URL(`https://${entrance}`).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      outbound.pipe(socket).pipe(outbound);
    });
    outbound.on("error", () => socket.destroy());
    socket.on("error", () => outbound.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { certificate, privateKey } = await authority.issueClient("operator", ["system:masters"]);
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const file = files.kubeconfig(
    { server: "https://api.example.test:6443", "certificate-authority-data": base64(authority.certificate) },
    { "client-certificate-data": base64(certificate), "client-key-data": base64(privateKey) },
  );
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  vi.stubEnv("NO_PROXY", "");
  // when the client sends a request, then it goes through the proxy
  await askOnce(file);
  expect(asked).toEqual(["api.example.test:6443"]);
  // and not if the server is excluded: only the proxy resolves its name
  vi.stubEnv("NO_PROXY", "example.test");
  const client = createClient({ kubeconfig: { path: file }, userAgent: "operator/1" });
  await expect(client.request("GET", requestPath`/api`, undefined, { retry: false })).rejects.toMatchObject({
    code: "ConnectionFailed",
  });
  await client.close();
  expect(asked).toHaveLength(1);
  proxy.close();
  proxy.closeAllConnections();
  direct.close();
});

test.runIf(process.env.KUBEBUILDER_ASSETS !== undefined)(
  "the real server identifies the client as the same user as kubectl with the same kubeconfig",
  async () => {
    await using server = await RealApiServer.start();
    using files = folder();
    const base64 = (text: string): string => Buffer.from(text).toString("base64");
    const cluster = { server: server.url, "certificate-authority-data": base64(server.authority.certificate) };
    files.write("client.crt", server.admin.certificate);
    files.write("client.key", server.admin.privateKey);
    const file = files.kubeconfig(cluster, {
      "client-certificate": "client.crt",
      "client-key": "client.key",
      as: "someone",
      "as-uid": "uid-1",
      "as-groups": ["one", "two"],
      "as-user-extra": { scopes: ["a", "b"] },
    });
    const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
    const ours = await withClient(file, (client) =>
      client.request("POST", requestPath`/apis/authentication.k8s.io/v1/selfsubjectreviews`, review),
    );
    const kubectl = path.join(process.env.KUBEBUILDER_ASSETS ?? "", "kubectl");
    const said = execFileSync(kubectl, ["--kubeconfig", file, "auth", "whoami", "-o", "json"], { encoding: "utf8" });
    const theirs = JSON.parse(said) as { readonly status: unknown };
    expect((ours as { readonly status: unknown }).status).toEqual(theirs.status);
    expect(theirs.status).toMatchObject({ userInfo: { username: "someone", uid: "uid-1" } });
  },
);
