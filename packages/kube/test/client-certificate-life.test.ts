import { renderKubeconfig } from "@capstan/kube";
import { CertificateAuthority, renewalTimeMs } from "@capstan/kube/x509";
import { beforeAll, expect, test } from "vitest";

const now = Date.UTC(2030, 0, 1);
const hourMs = 3_600_000;
const lives = [10, 4, 40];
const kubeconfigs: string[] = [];

beforeAll(async () => {
  const authority = await CertificateAuthority.create("kubernetes", { now: () => now });
  for (const hours of lives) {
    const lifetime = { lifetimeMs: hours * hourMs, skewMs: 0 };
    const credentials = await authority.issueClient("admin", ["system:masters"], lifetime);
    const options = {
      name: "c1",
      server: "https://10.0.0.1:6443",
      certificateAuthority: authority.certificate,
      user: "admin",
    };
    kubeconfigs.push(renderKubeconfig({ ...options, credentials }));
  }
});

/** Combines the users of several kubeconfigs in one. */
function withUsers(all: readonly string[]): string {
  const certificates = all.map((text) => /client-certificate-data: (\S+)/.exec(text)?.[1] ?? "");
  return `users:\n${certificates.map((data, index) => `- name: u${index}\n  user: {client-certificate-data: ${data}}\n`).join("")}`;
}

test("a client certificate is due for renewal after half of its lifetime", () => {
  expect(kubeconfigs.map(renewalTimeMs)).toEqual(lives.map((hours) => now + (hours / 2) * hourMs));
});

test("the first due certificate of several counts; unreadable certificates are ignored", () => {
  const all = withUsers(kubeconfigs);
  expect(renewalTimeMs(all)).toBe(now + 2 * hourMs);
  expect(
    renewalTimeMs(`${all}- name: token\n  user: {token: t}\n- name: odd\n  user: {client-certificate-data: bm8=}\n`),
  ).toBe(now + 2 * hourMs);
});

test.each([
  "",
  "users: 5",
  "users: []",
  "users: [{name: a, user: {token: t}}]",
  "users: [{name: a, user: {client-certificate-data: bm8=}}]",
  "{",
])("a kubeconfig without a readable certificate is never due: %s", (text) => {
  expect(renewalTimeMs(text)).toBeUndefined();
});
