import { patienceMs } from "@capstan/harness/patience";
import { Secret } from "@capstan/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureToken } from "../../src/tokens/ensure-token.ts";
import { tokenSecretData, tokenSecretName } from "../../src/tokens/bootstrap-token.ts";
import { ensurePoolToken, type PoolTokenOptions } from "../../src/tokens/pool-token.ts";
import { type TestServer, servers } from "../servers.ts";

const minuteMs = 60_000;
const start = Date.parse("2026-11-21T12:00:00Z");
const signal = AbortSignal.timeout(patienceMs);

function optionsFor(uid: string, rest: Partial<PoolTokenOptions> = {}): PoolTokenOptions {
  const options = { uid, owner: `default/${uid}`, now: start, ttlMs: 15 * minuteMs, data: "", hasAllNodes: true };
  return { ...options, ...rest };
}

describe.each(servers)("the token of a pool, on %s", (_name, startServer) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server[Symbol.asyncDispose]());

  const ensure = (options: PoolTokenOptions) => ensurePoolToken(server.client, options, signal);
  const expiryOf = async (token: string) => {
    const name = tokenSecretName(token.slice(0, 6));
    const { data } = await server.client.get(Secret, { namespace: "kube-system", name });
    return Buffer.from(data?.expiration ?? "", "base64").toString();
  };

  test("is that of its data while machines are expected to join, with its full life", async () => {
    const token = await ensureToken(server.client, optionsFor("joining"), signal);
    const now = start + 14 * minuteMs;
    expect(await ensure(optionsFor("joining", { now, data: `token: ${token}`, hasAllNodes: false }))).toEqual({
      token,
      isInData: true,
    });
    expect(await expiryOf(token)).toBe("2026-11-21T12:29:00Z");
  });

  test.each([
    ["a little more than", 7, true],
    ["half of", 7.5, false],
  ])("with %s its life left after %d minutes", async (_title, minutes, isInData) => {
    const uid = `half-${minutes}`;
    const token = await ensureToken(server.client, optionsFor(uid), signal);
    const next = await ensure(optionsFor(uid, { now: start + minutes * minuteMs, data: token }));
    expect(next.isInData).toBe(isInData);
    expect(next.token === token).toBe(isInData);
    expect(await expiryOf(token)).toBe("2026-11-21T12:15:00Z");
  });

  test("that follows another is the same for repeated calls", async () => {
    const first = await ensureToken(server.client, optionsFor("again"), signal);
    const later = optionsFor("again", { now: start + 10 * minuteMs, data: first });
    const [one, two] = [await ensure(later), await ensure(later)];
    expect(one).toEqual(two);
    const third = await ensure(optionsFor("again", { now: start + 20 * minuteMs, data: one.token }));
    expect(new Set([first, one.token, third.token]).size).toBe(3);
  });

  test("is not another owner's token in the data", async () => {
    const other = { id: "others", secret: "0123456789abcdef" };
    await server.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace: "kube-system", name: tokenSecretName(other.id) },
      type: "bootstrap.kubernetes.io/token",
      data: tokenSecretData(other, { expires: start + 60 * minuteMs, description: "theirs" }),
    });
    const found = await ensure(optionsFor("mine", { data: `${other.id}.${other.secret}`, hasAllNodes: false }));
    expect(found.isInData).toBe(false);
    expect(found.token.startsWith(other.id)).toBe(false);
    expect(await expiryOf(`${other.id}.`)).toBe("2026-11-21T13:00:00Z");
  });

  test("is a new one if the secret in the data differs from the cluster's", async () => {
    const token = await ensureToken(server.client, optionsFor("forged"), signal);
    const forged = `${token.slice(0, 7)}aaaaaaaaaaaaaaaa`;
    const found = await ensure(optionsFor("forged", { data: forged, hasAllNodes: false }));
    expect(found.isInData).toBe(false);
    expect(found.token).not.toBe(forged);
  });
});
