import { ArgumentError } from "@capstan/kube";
import { generateCertificateAuthority, generateServiceAccountKeyPair } from "@capstan/bootstrap-kubeadm";
import { SecretGuard, SecretLeakError } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const secretOf = (content: Record<string, string>, type?: string) => ({
  type,
  data: Object.fromEntries(Object.entries(content).map(([key, text]) => [key, base64(text)])),
});

const authority = await generateCertificateAuthority({ now: 0, algorithm: "RSA-2048" });
const lines = authority.privateKey.split("\n");
const kubeconfig = `users:
- user:
    client-certificate-data: ${base64(authority.certificate)}
    client-key-data: ${base64(authority.privateKey)}
`;
const bootstrapData = `#cloud-config
write_files:
- path: /run/kubeadm/kubeadm.yaml
  content: |
      certificateKey: ${"0123456789abcdef".repeat(4)}
      discovery:
        bootstrapToken:
          token: abcdef.0123456789abcdef
          caCertHashes: [sha256:${"9".repeat(64)}]
- path: /etc/kubernetes/pki/ca.key
  content: |
${lines.map((line) => `      ${line}`).join("\n")}
users:
- passwd: $6$rounds=4096$salt$qwertyuiopasdfgh
`;
const token = {
  "token-id": "abcdef",
  "token-secret": "0123456789abcdef",
  expiration: "2026-11-21T12:00:00Z",
  description: "for machine m1",
};

describe("a secret guard finds", () => {
  test.each<[what: string, content: Record<string, string>, type: string | undefined, emitted: unknown]>([
    ["a value", { password: "hunter2hunter2" }, undefined, { message: "wrong: hunter2hunter2!" }],
    ["a value in base64", { password: "hunter2hunter2" }, undefined, `data: ${base64("hunter2hunter2")}`],
    ["a value that ends with a newline", { password: "hunter2hunter2\n" }, undefined, "hunter2hunter2"],
    [
      "a value of several lines in JSON",
      { text: 'one "two"\nthree' },
      undefined,
      JSON.stringify({ text: 'one "two"\nthree' }),
    ],
    ["a line of a private key", { "tls.key": authority.privateKey }, undefined, `cannot parse ${lines[7] ?? ""}`],
    ["a private key in base64", { "tls.key": authority.privateKey }, undefined, base64(authority.privateKey)],
    ["the key of a kubeconfig", { value: kubeconfig }, undefined, kubeconfig.split("\n")[3]],
    ["a line of the key of a kubeconfig", { value: kubeconfig }, undefined, lines[9]],
    [
      "bootstrap data",
      { value: bootstrapData, format: "cloud-config" },
      undefined,
      { object: { value: base64(bootstrapData) } },
    ],
    ["the token of bootstrap data", { value: bootstrapData }, undefined, "abcdef.0123456789abcdef is unknown"],
    ["the secret half of a token", { value: bootstrapData }, undefined, "0123456789abcdef"],
    ["a key of bootstrap data", { value: bootstrapData }, undefined, lines[8]],
    ["the certificate key of bootstrap data", { value: bootstrapData }, undefined, "0123456789abcdef".repeat(4)],
    ["a hashed password", { value: bootstrapData }, undefined, "$6$rounds=4096$salt$qwertyuiopasdfgh"],
    ["the secret of a bootstrap token", token, "bootstrap.kubernetes.io/token", "abcdef.0123456789abcdef"],
    ["the message of an error", { password: "hunter2hunter2" }, undefined, new Error("hunter2hunter2")],
    [
      "the cause of an error",
      { password: "hunter2hunter2" },
      undefined,
      { error: new Error("no", { cause: new Error("hunter2hunter2") }) },
    ],
    ["the name of a label", { password: "hunter2hunter2" }, undefined, { labels: { hunter2hunter2: "" } }],
  ])("%s", (_what, content, type, emitted) => {
    const before = new SecretGuard();
    before.addSecret("default/s", secretOf(content, type));
    before.emitted("here", emitted);
    const after = new SecretGuard();
    after.emitted("here", emitted);
    after.addSecret("default/s", secretOf(content, type));
    for (const guard of [before, after]) {
      expect(guard.leaks()).not.toEqual([]);
      expect(() => {
        guard.check();
      }).toThrow(SecretLeakError);
    }
  });
});

describe("a secret guard lets pass", () => {
  test.each<[what: string, content: Record<string, string>, type: string | undefined, emitted: unknown]>([
    ["what is not a secret", { password: "hunter2hunter2" }, undefined, "hunter3hunter3"],
    ["what is shorter than 8 characters", { password: "hunter2" }, undefined, "hunter2"],
    ["a certificate", { "tls.crt": authority.certificate }, undefined, authority.certificate],
    [
      "a certificate in base64",
      { "tls.crt": authority.certificate, "tls.key": authority.privateKey },
      undefined,
      base64(authority.certificate),
    ],
    ["the format of bootstrap data", { value: bootstrapData, format: "cloud-config" }, undefined, "cloud-config"],
    ["the hash of a CA", { value: bootstrapData }, undefined, `sha256:${"9".repeat(64)}`],
    ["a path in bootstrap data", { value: bootstrapData }, undefined, "/etc/kubernetes/pki/ca.key"],
    [
      "what else a bootstrap token says",
      token,
      "bootstrap.kubernetes.io/token",
      "for machine m1, abcdef, 2026-11-21T12:00:00Z",
    ],
  ])("%s", (_what, content, type, emitted) => {
    const guard = new SecretGuard();
    guard.addSecret("default/s", secretOf(content, type));
    guard.emitted("here", emitted);
    expect(guard.leaks()).toEqual([]);
  });

  test("the public half of a private key", () => {
    const guard = new SecretGuard();
    guard.addSecret("default/c1-ca", secretOf({ "tls.key": authority.privateKey }));
    // the modulus, after the first line
    guard.emitted("here", lines[2]);
    expect(guard.leaks()).toEqual([]);
  });

  test("public keys", async () => {
    const pair = await generateServiceAccountKeyPair("ECDSA-P256");
    const guard = new SecretGuard();
    guard.addSecret("default/c1-sa", secretOf({ "tls.crt": pair.certificate, "tls.key": pair.privateKey }));
    guard.emitted("here", pair.certificate);
    expect(guard.leaks()).toEqual([]);
    guard.emitted("there", pair.privateKey);
    expect(guard.leaks()).toEqual([{ secret: "Secret default/c1-sa, key tls.key", where: "there" }]);
  });

  test("a value that is declared as not secret", () => {
    const guard = new SecretGuard();
    guard.addSecret("default/s", secretOf({ user: "administrator" }));
    guard.emitted("here", "administrator");
    guard.notSecret("administrator");
    expect(guard.leaks()).toEqual([]);
  });
});

test("a leak names the Secret, its key and the place, and omits the value", () => {
  const guard = new SecretGuard();
  guard.addSecret("default/s", secretOf({ password: "hunter2hunter2" }));
  guard.emitted("patch Machine/m1 status by core", { status: { conditions: [{}, { message: "no hunter2hunter2" }] } });
  const where = "patch Machine/m1 status by core: .status.conditions[1].message";
  expect(guard.leaks()).toEqual([{ secret: "Secret default/s, key password", where }]);
  const thrown = new SecretLeakError(guard.leaks());
  expect(thrown.message).toContain(`Secret default/s, key password, in ${where}`);
  expect(thrown.message).not.toContain("hunter2");
});

test("a secret outside of any Secret can be registered with the guard, if it can be found", () => {
  const guard = new SecretGuard();
  guard.add("the cloud's password", "correct horse");
  guard.emitted("here", "correct horse battery staple");
  expect(guard.leaks()).toEqual([{ secret: "the cloud's password", where: "here" }]);
  expect(() => {
    guard.add("the cloud's PIN", "1234");
  }).toThrow(ArgumentError);
});
