import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { ConfigMap, createClient, inspectKubeconfig, type KubeconfigLocation } from "@capstan/runtime";
import { json, type Script, ScriptedServer, status } from "./support/scripted-server.ts";

const configMap: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } };

afterEach(() => {
  vi.unstubAllEnvs();
});

const served: Script = (_request, response) => {
  json(response, 200, configMap);
};

/** A server, and a folder with a kubeconfig for it with the given user. */
async function world(user: object, script = served) {
  const server = await ScriptedServer.start(script);
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-kubeconfig-"));
  const document = (server: string, name: string) =>
    JSON.stringify({
      "current-context": name,
      clusters: [{ name, cluster: { server } }],
      users: [{ name, user }],
      contexts: [{ name, context: { cluster: name, user: name } }],
    });
  const file = async (name: string, content: string) => {
    await writeFile(path.join(folder, name), content, { mode: 0o700 });
    return path.join(folder, name);
  };
  return {
    server,
    file,
    kubeconfig: (name: string) => file(name, document(server.url, name)),
    get: async (kubeconfig: KubeconfigLocation) => {
      const client = createClient({ kubeconfig, userAgent: "test/1" });
      try {
        return await client.get(ConfigMap, configMap.metadata);
      } finally {
        await client.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test.each([
  ["a token", { token: "t0ken" }, { authorization: "Bearer t0ken" }],
  ["a password", { username: "u", password: "p" }, { authorization: "Basic dTpw" }],
  [
    "impersonation",
    { token: "t0ken", as: "someone" },
    { authorization: "Bearer t0ken", "impersonate-user": "someone" },
  ],
])("a user with %s sends it", async (_name, user, headers) => {
  await using env = await world(user);
  await env.get({ path: await env.kubeconfig("config") });
  expect(env.server.requests[0]?.headers).toMatchObject(headers);
});

test("a token file is read again when the server rejects its token", async () => {
  // given a server that accepts only the second token
  const script: Script = ({ headers }, response) => {
    if (headers.authorization === "Bearer second") json(response, 200, configMap);
    else status(response, 401, "Unauthorized");
  };
  const config: { tokenFile?: string } = {};
  await using env = await world({ "auth-provider": { name: "tokenFile", config } }, script);
  config.tokenFile = await env.file("token", "first\n");
  const client = createClient({ kubeconfig: { path: await env.kubeconfig("config") }, userAgent: "test/1" });
  await expect(client.get(ConfigMap, configMap.metadata)).rejects.toMatchObject({ status: 401 });
  // when the file contains the second token, then the client sends it
  await env.file("token", "second\n");
  await expect(client.get(ConfigMap, configMap.metadata)).resolves.toEqual(configMap);
  await client.close();
});

test("the client gets the token from an exec plugin", async () => {
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: process.execPath, args: [""] };
  await using env = await world({ exec });
  const answer = { apiVersion: exec.apiVersion, kind: "ExecCredential", status: { token: "of-plugin" } };
  exec.args = [await env.file("plugin.mjs", `process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`)];
  await env.get({ path: await env.kubeconfig("config") });
  expect(env.server.requests[0]?.headers.authorization).toBe("Bearer of-plugin");
});

const leaveNoTrace = { code: "KubeconfigRefused", retry: "never", message: expect.not.stringContaining("/") as string };

test.each([
  ["user.exec", "exec", (file: string) => ({ exec: { apiVersion: "client.authentication.k8s.io/v1", command: file } })],
  [
    "user.auth-provider",
    "exec",
    (file: string) => ({ "auth-provider": { name: "gcp", config: { "cmd-path": file } } }),
  ],
  ["user.tokenFile", "files", (_program: string, tokenFile: string) => ({ tokenFile })],
  ["user.client-key", "files", (file: string) => ({ "client-key": file })],
] as const)("as text, %s is refused; it is used where the operator allows it", async (field, risk, user) => {
  // given a program that leaves a trace and returns no credentials
  const fields: Record<string, unknown> = {};
  await using env = await world(fields);
  const trace = await env.file("trace", "nothing-ran");
  const program = await env.file("program", `#!/bin/sh\necho ran > ${trace}\n`);
  Object.assign(fields, user(program, trace));
  const options = { kubeconfig: await readFile(await env.kubeconfig("config"), "utf8"), userAgent: "test/1" };
  const others = { exec: true, files: true, proxy: true, tls: true, [risk]: false };
  expect(() => createClient({ ...options, insecureKubeconfig: others })).toThrow(
    expect.objectContaining({ ...leaveNoTrace, field }) as Error,
  );
  expect(await readFile(trace, "utf8")).toBe("nothing-ran");
  // when the operator allows it, then it works as in a file
  const client = createClient({ ...options, insecureKubeconfig: { tls: true, [risk]: true } });
  const outcome = await client.get(ConfigMap, configMap.metadata).catch((error: unknown) => error);
  await client.close();
  const sent = env.server.requests[0]?.headers.authorization;
  expect([sent, await readFile(trace, "utf8"), outcome]).toEqual(
    {
      "user.exec": [undefined, "ran\n", expect.objectContaining({ code: "KubeconfigInvalid" })],
      "user.auth-provider": [undefined, expect.anything(), expect.anything()],
      "user.tokenFile": ["Bearer nothing-ran", "nothing-ran", configMap],
      "user.client-key": [undefined, "nothing-ran", configMap],
    }[field],
  );
});

test("inspecting the text of a kubeconfig reads no files", async () => {
  await using env = await world({ "token-file": "/does/not/exist" });
  const text = await readFile(await env.kubeconfig("config"), "utf8");
  expect(inspectKubeconfig(text)).toEqual({ problem: undefined, credentials: [] });
});

test("files that a kubeconfig names are resolved relative to it", async () => {
  await using env = await world({ "client-certificate": "client.crt", "client-key": "client.key" });
  const location = { path: await env.kubeconfig("config") };
  await expect(env.get(location)).rejects.toMatchObject({ code: "KubeconfigInvalid" });
  await env.file("client.crt", "");
  await env.file("client.key", "");
  await expect(env.get(location)).resolves.toEqual(configMap);
});

test("the first file of KUBECONFIG selects the context, and all files contribute contexts", async () => {
  await using first = await world({ token: "first" });
  await using second = await world({ token: "second" });
  const files = [await first.kubeconfig("one"), await second.kubeconfig("two")];
  vi.stubEnv("KUBECONFIG", files.join(path.delimiter));
  await first.get({});
  await first.get({ context: "two" });
  expect(first.server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer first"]);
  expect(second.server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer second"]);
});

test("without a kubeconfig, a KubeconfigError lists the places that were searched", async () => {
  await using env = await world({});
  vi.stubEnv("KUBECONFIG", "");
  vi.stubEnv("HOME", path.dirname(await env.file("config", "")));
  vi.stubEnv("KUBERNETES_SERVICE_HOST", undefined);
  expect(() => createClient({ kubeconfig: {}, userAgent: "test/1" })).toThrow(/KUBECONFIG.*service account/);
});

test("the generated models of the Kubernetes API are not loaded for a user who needs no plugin", async () => {
  // given a process that reports the modules it loads when it reads with a token
  await using env = await world({ token: "t0ken" });
  const kubeconfig = await env.kubeconfig("config");
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { ConfigMap, createClient } = await import("@capstan/runtime");
    const client = createClient({ kubeconfig: { path: ${JSON.stringify(kubeconfig)} }, userAgent: "test/1" });
    await client.get(ConfigMap, { name: "a", namespace: "default" });
    await client.close();
    console.log(JSON.stringify(loaded));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=source", "--input-type=module", "--eval", program],
    { cwd: import.meta.dirname },
  );
  // then it loaded almost nothing of the library
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded.filter((url) => url.includes("/runtime/src/client/")).length).toBeGreaterThan(10);
  expect(loaded.filter((url) => url.includes("client-node"))).toEqual([expect.stringMatching(/config_types\.js$/)]);
});
