import { patienceMs } from "@capstan/harness/patience";
import { Secret, createClient, requestPath } from "@capstan/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureToken, refreshToken, type TokenOptions } from "../../src/tokens/ensure-token.ts";
import { formatExpiration, newTokenSecret, tokenIdOf } from "../../src/tokens/bootstrap-token.ts";
import { RealApiServer } from "@capstan/testkit";
import { assets } from "../kubeadm.ts";
import { type TestServer, servers } from "../servers.ts";

const minuteMs = 60_000;
const now = Date.parse("2026-11-21T12:00:00Z");
const signal = AbortSignal.timeout(patienceMs);
const optionsFor = (uid: string, at = now): TokenOptions => ({
  uid,
  owner: `default/${uid}`,
  now: at,
  ttlMs: 15 * minuteMs,
});

test("a token's id and secret have the format of Kubernetes", () => {
  for (let index = 0; index < 200; index++) {
    expect(tokenIdOf(`uid-${index}`, 0)).toMatch(/^[a-z0-9]{6}$/);
    expect(newTokenSecret()).toMatch(/^[a-z0-9]{16}$/);
  }
  expect(tokenIdOf("uid", 0)).toBe(tokenIdOf("uid", 0));
  expect(tokenIdOf("uid", 0)).not.toBe(tokenIdOf("uid", 1));
  expect(newTokenSecret()).not.toBe(newTokenSecret());
});

test("an expiry is RFC 3339 in whole seconds", () => {
  expect(formatExpiration(now + 123)).toBe("2026-11-21T12:00:00Z");
});

describe.each(servers)("bootstrap tokens, on %s", (_name, start) => {
  let server: TestServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server[Symbol.asyncDispose]());

  test("are Secrets that let a machine join for a quarter of an hour", async () => {
    const token = await ensureToken(server.client, optionsFor("first"), signal);
    expect(token).toMatch(/^[a-z0-9]{6}\.[a-z0-9]{16}$/);
    const [id = "", secret] = token.split(".");
    expect(await read(id)).toMatchObject({
      "token-id": id,
      "token-secret": secret,
      expiration: "2026-11-21T12:15:00Z",
      "usage-bootstrap-authentication": "true",
      "usage-bootstrap-signing": "true",
      "auth-extra-groups": "system:bootstrappers:kubeadm:default-node-token",
    });
    expect((await read(id)).description).toContain("default/first");
  });

  test("are created once for repeated calls", async () => {
    const before = await count();
    const tokens = await Promise.all([1, 2, 3].map(() => ensureToken(server.client, optionsFor("again"), signal)));
    expect(new Set(tokens).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test("are extended while the machine has not joined", async () => {
    const token = await ensureToken(server.client, optionsFor("slow"), signal);
    const id = token.slice(0, 6);
    expect(await refreshToken(server.client, optionsFor("slow", now + 2 * minuteMs), signal)).toBe(true);
    expect((await read(id)).expiration).toBe("2026-11-21T12:15:00Z");
    expect(await refreshToken(server.client, optionsFor("slow", now + 5 * minuteMs), signal)).toBe(true);
    expect((await read(id)).expiration).toBe("2026-11-21T12:20:00Z");
    expect(await ensureToken(server.client, optionsFor("slow", now + 12 * minuteMs), signal)).toBe(token);
    expect((await read(id)).expiration).toBe("2026-11-21T12:27:00Z");
  });

  test("cannot be refreshed after their deletion", async () => {
    const token = await ensureToken(server.client, optionsFor("gone"), signal);
    await server.client.delete(Secret, { namespace: "kube-system", name: `bootstrap-token-${token.slice(0, 6)}` });
    expect(await refreshToken(server.client, optionsFor("gone"), signal)).toBe(false);
  });

  test("of other owners under the same id are kept", async () => {
    const taken = tokenIdOf("clash", 0);
    await server.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace: "kube-system", name: `bootstrap-token-${taken}` },
      type: "bootstrap.kubernetes.io/token",
      data: { "token-id": base64(taken), "token-secret": base64("0123456789abcdef") },
    });
    const token = await ensureToken(server.client, optionsFor("clash"), signal);
    expect(token.slice(0, 6)).toBe(tokenIdOf("clash", 1));
    expect(await refreshToken(server.client, optionsFor("clash"), signal)).toBe(true);
    expect(await read(taken)).toEqual({ "token-id": taken, "token-secret": "0123456789abcdef" });
  });

  async function read(id: string): Promise<Record<string, string>> {
    const { data } = await server.client.get(Secret, { namespace: "kube-system", name: `bootstrap-token-${id}` });
    return Object.fromEntries(
      Object.entries(data ?? {}).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]),
    );
  }

  async function count(): Promise<number> {
    return (await server.client.list(Secret, { namespace: "kube-system" })).items.length;
  }
});

describe.runIf(assets !== undefined)("a kube-apiserver with bootstrap tokens", () => {
  test("lets a machine join with the token, in the group of joining machines", async () => {
    await using server = await RealApiServer.start({ apiServerFlags: ["--enable-bootstrap-token-auth"] });
    const admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "kubeadm-test/0" });
    const token = await ensureToken(admin, { ...optionsFor("real"), now: Date.now() }, signal);
    const machine = createClient({ kubeconfig: kubeconfigWithToken(server, token), userAgent: "machine/0" });
    const review = await machine.request("POST", requestPath`/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
      apiVersion: "authentication.k8s.io/v1",
      kind: "SelfSubjectReview",
    });
    await Promise.all([admin.close(), machine.close()]);
    expect(review).toMatchObject({
      status: {
        userInfo: {
          username: `system:bootstrap:${token.slice(0, 6)}`,
          groups: expect.arrayContaining(["system:bootstrappers:kubeadm:default-node-token"]) as unknown,
        },
      },
    });
  });
});

function kubeconfigWithToken(server: RealApiServer, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name: "c",
        cluster: {
          server: server.url,
          "certificate-authority-data": Buffer.from(server.authority.certificate).toString("base64"),
        },
      },
    ],
    users: [{ name: "u", user: { token } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
