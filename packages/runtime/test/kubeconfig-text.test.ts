// The parts of a kubeconfig from a Secret that are used, and the parts that are refused.
import { describe, expect, test } from "vitest";
import { inspectKubeconfig } from "@capstan/runtime";
import { chosen } from "../src/client/kubeconfig-choice.ts";
import { type KubeconfigTextOptions, readKubeconfigText } from "../src/client/kubeconfig-text.ts";
import { impersonationHeaders } from "../src/client/kubeconfig-user.ts";

const server = "https://10.0.0.1:6443";
const source = { apiVersion: "v1", kind: "Secret", namespace: "team", name: "c1-kubeconfig" };
const everything = { exec: true, files: true, proxy: true, tls: true };

function text(cluster: object, user: object, context: object = { cluster: "c", user: "u" }): string {
  return JSON.stringify({
    "current-context": "x",
    contexts: [
      { name: "other", context: { cluster: "none", user: "none" } },
      { name: "x", context },
    ],
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
  });
}

/** The error of a kubeconfig that is refused. */
function refusal(kubeconfig: string, options: KubeconfigTextOptions): object {
  try {
    readKubeconfigText(kubeconfig, options);
  } catch (error) {
    const { name, message, field, object } = error as Error & { field?: string; object?: object };
    return { name, message, field, object };
  }
  throw new Error("it is not refused");
}

describe("a kubeconfig as data", () => {
  test("uses the server, its CA and inline credentials", () => {
    const cluster = { server, "certificate-authority-data": "CA", "tls-server-name": "api.c1", unknown: 1 };
    const user = {
      token: "t",
      username: "n",
      password: "p",
      as: "other",
      "client-certificate-data": "CERT",
      "client-key-data": "KEY",
      unknown: { exec: 1 },
    };
    expect(readKubeconfigText(text(cluster, user), { allowed: {} })).toStrictEqual({
      cluster: { name: "", server, skipTLSVerify: false, caData: "CA", tlsServerName: "api.c1" },
      user: {
        name: "",
        token: "t",
        username: "n",
        password: "p",
        impersonateUser: "other",
        certData: "CERT",
        keyData: "KEY",
      },
    });
  });

  test("omits missing fields", () => {
    expect(readKubeconfigText(text({ server }, {}), { allowed: {} })).toStrictEqual({
      cluster: { name: "", server, skipTLSVerify: false },
      user: { name: "" },
    });
    expect(readKubeconfigText(text({ server }, {}, { cluster: "c" }), { allowed: {} }).user).toBeUndefined();
  });

  test("uses riskier fields where the options allow them", () => {
    const cluster = {
      server: "http://10.0.0.1",
      "certificate-authority": "/ca",
      "insecure-skip-tls-verify": true,
      "proxy-url": "http://proxy",
    };
    const exec = { command: "login" };
    const files = { "client-certificate": "/cert", "client-key": "/key" };
    const provider = { name: "oidc", config: { a: "b" } };
    expect(
      readKubeconfigText(text(cluster, { exec, ...files, "auth-provider": provider }), { allowed: everything }),
    ).toStrictEqual({
      cluster: { name: "", server: "http://10.0.0.1", skipTLSVerify: true, caFile: "/ca", proxyUrl: "http://proxy" },
      user: { name: "", exec, certFile: "/cert", keyFile: "/key", authProvider: provider },
    });
  });

  test.each([
    [{ tokenFile: "/token" }, { name: "tokenFile", config: { tokenFile: "/token" } }],
    [{ "token-file": "/token" }, { name: "tokenFile", config: { tokenFile: "/token" } }],
    [
      { tokenFile: "/token", "auth-provider": { name: "a" } },
      { name: "tokenFile", config: { tokenFile: "/token" } },
    ],
    [
      { tokenFile: "", "auth-provider": { name: "a" } },
      { name: "a", config: undefined },
    ],
    [{ "auth-provider": {} }, { name: "", config: undefined }],
  ])("%j: the token file takes precedence over other credentials of the user", (user, authProvider) => {
    expect(readKubeconfigText(text({ server }, user), { allowed: everything }).user).toEqual({
      name: "",
      authProvider,
    });
  });

  test.each<[entry: "cluster" | "user", field: string, value: unknown, risk: keyof typeof everything, does: string]>([
    ["cluster", "certificate-authority", "/ca", "files", "reads a file of the manager"],
    ["cluster", "insecure-skip-tls-verify", true, "tls", "disables the verification of the server"],
    ["cluster", "proxy-url", "http://p", "proxy", "sends requests to another host"],
    ["cluster", "server", "http://10.0.0.1", "tls", "disables the verification of the server"],
    ["user", "exec", { command: "x" }, "exec", "runs a program in the manager"],
    ["user", "auth-provider", { name: "x" }, "exec", "runs a program in the manager"],
    ["user", "tokenFile", "/t", "files", "reads a file of the manager"],
    ["user", "token-file", "/t", "files", "reads a file of the manager"],
    ["user", "client-certificate", "/c", "files", "reads a file of the manager"],
    ["user", "client-key", "/k", "files", "reads a file of the manager"],
  ])("%s.%s is refused, unless its risk is allowed", (entry, field, value, risk, does) => {
    const kubeconfig = text(
      { server, ...(entry === "cluster" ? { [field]: value } : {}) },
      entry === "user" ? { [field]: value } : {},
    );
    const flag = `--insecure-kubeconfig-${risk}`;
    expect(refusal(kubeconfig, { allowed: { ...everything, [risk]: false }, source })).toEqual({
      name: "KubeconfigRefusedError",
      message: `The kubeconfig in Secret team/c1-kubeconfig has ${entry}.${field}, which ${does}: replace it, or start the manager with ${flag}`,
      field: `${entry}.${field}`,
      object: source,
    });
    expect(refusal(kubeconfig, { allowed: {} })).toMatchObject({
      message: expect.stringMatching(/^The string with the kubeconfig has /) as string,
      object: undefined,
    });
    expect(() => readKubeconfigText(kubeconfig, { allowed: { [risk]: true } })).not.toThrow();
  });

  test("that is not YAML is an error that does not quote it", () => {
    expect(refusal("secret: [", { allowed: {}, source })).toMatchObject({
      name: "KubeconfigError",
      message:
        "The kubeconfig at Secret team/c1-kubeconfig cannot be read (MalformedTextError); check that it is YAML of kind Config",
    });
    expect(refusal("secret: [", { allowed: {} })).toMatchObject({
      message: expect.stringContaining(" at the given string cannot be read") as string,
    });
  });

  test.each([
    ["no context", "{}", ""],
    ["a context without cluster", text({ server }, {}, { user: "u" }), "x"],
    ["a cluster that is not there", text({ server }, {}, { cluster: "none" }), "x"],
    ["a cluster without server", text({}, {}), "x"],
    ["a server that is not a URL", text({ server: "there" }, {}), "x"],
  ])("%s is an error that names the context", (_what, kubeconfig, context) => {
    expect(refusal(kubeconfig, { allowed: {} })).toMatchObject({
      name: "KubeconfigError",
      message: `The kubeconfig's context "${context}" names no cluster with a server URL; choose one of its contexts`,
    });
  });
});

test("without a context name is an error, too", () => {
  expect(() => chosen(undefined, undefined, undefined)).toThrow(/context "" names no cluster/);
});

describe("an inspected kubeconfig", () => {
  test("has no problem, and the inline credentials of every user", () => {
    const users = [
      { name: "a", user: { token: "t", password: "p", "client-key-data": "k", username: "n" } },
      { name: "b", user: { token: "", password: 7, "client-key-data": "k2" } },
    ];
    const kubeconfig = JSON.stringify({ ...(JSON.parse(text({ server }, {})) as object), users });
    expect(inspectKubeconfig(kubeconfig)).toEqual({ problem: undefined, credentials: ["t", "p", "k", "k2"] });
  });

  test("has no problem where only a manager's operator can decide whether its fields are used", () => {
    const cluster = { server: "http://a", "certificate-authority": "/ca", "proxy-url": "http://p" };
    expect(inspectKubeconfig(text(cluster, { exec: {}, tokenFile: "/t" })).problem).toBeUndefined();
  });

  test("has a problem and no credentials where no client can be created from it", () => {
    expect(inspectKubeconfig(text({}, { token: "t" }))).toEqual({
      problem: expect.stringContaining("names no cluster") as string,
      credentials: [],
    });
  });
});

test("with a context that names neither cluster nor user uses those without a name", () => {
  const nameless = JSON.stringify({
    "current-context": "x",
    contexts: [{ name: "x", context: {} }],
    clusters: [{ cluster: { server } }],
    users: [{ user: { token: "t" } }],
  });
  expect(readKubeconfigText(nameless, { allowed: {} })).toMatchObject({ cluster: { server }, user: { token: "t" } });
});

describe("the impersonation headers", () => {
  test.each<[Parameters<typeof impersonationHeaders>[0], object]>([
    [undefined, {}],
    [{ name: "u" }, {}],
    [{ name: "u", impersonateUser: "" }, {}],
    [{ name: "u", impersonateUser: "a" }, { "impersonate-user": "a" }],
    [{ name: "u", impersonateUid: "1", impersonateGroups: [] }, { "impersonate-uid": "1" }],
    [{ name: "u", impersonateGroups: ["g", "h"] }, { "impersonate-group": ["g", "h"] }],
    [
      { name: "u", impersonateExtra: { "Example.io/A b": ["1", "2"], scope: [] } },
      { "impersonate-extra-example.io%2fa%20b": ["1", "2"], "impersonate-extra-scope": [] },
    ],
  ])("of %j", (user, headers) => {
    expect(impersonationHeaders(user)).toStrictEqual(headers);
  });
});
