import { describe, expect, test } from "vitest";
import { encodeBase64 } from "../../src/certificates/base64.ts";
import {
  formatToken,
  newTokenSecret,
  readTokenSecret,
  tokenIdOf,
  tokenSecretData,
  tokenSecretName,
} from "../../src/tokens/bootstrap-token.ts";

const token = { id: "abcdef", secret: "0123456789abcdef" };
const expires = Date.parse("2026-11-21T12:15:00.789Z");

describe("the id of a token", () => {
  test("is valid for kubeadm, for any object", () => {
    const ids = Array.from({ length: 200 }, (_, index) => tokenIdOf(`uid-${index}`, 0));
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{6}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.flatMap((id) => Array.from(id))).size).toBe(36);
  });

  test("is constant for an object and an attempt, so that a manager finds another manager's token", () => {
    // echo -n uid/0 | sha256sum: the first six bytes, each modulo 36.
    expect(tokenIdOf("uid", 0)).toBe("4fxw4x");
    expect(tokenIdOf("uid", 1)).not.toBe(tokenIdOf("uid", 0));
  });
});

test("a new secret is random and uses characters that kubeadm accepts", () => {
  const secrets = Array.from({ length: 50 }, newTokenSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[a-z0-9]{16}$/);
  expect(new Set(secrets).size).toBe(secrets.length);
});

test("a token is formatted and its Secret is named as in Kubernetes", () => {
  expect(formatToken(token)).toBe("abcdef.0123456789abcdef");
  expect(tokenSecretName("abcdef")).toBe("bootstrap-token-abcdef");
});

test("the Secret of a token lets a machine join, until a time in whole seconds", () => {
  const data = tokenSecretData(token, { expires, description: "of m" });
  const decoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]);
  expect(Object.fromEntries(decoded)).toEqual({
    "token-id": "abcdef",
    "token-secret": "0123456789abcdef",
    expiration: "2026-11-21T12:15:00Z",
    "usage-bootstrap-signing": "true",
    "usage-bootstrap-authentication": "true",
    "auth-extra-groups": "system:bootstrappers:kubeadm:default-node-token",
    description: "of m",
  });
});

describe("the Secret of a token is read", () => {
  test("with the values that were written", () => {
    const data = tokenSecretData(token, { expires, description: "é" });
    expect(readTokenSecret("abcdef", data)).toEqual({ token, description: "é", expires: expires - 789 });
  });

  test.each([
    ["nothing", undefined],
    ["no data", {}],
    [
      "what is not a token",
      { "token-secret": encodeBase64("0123456789ABCDEF"), expiration: encodeBase64("soon"), description: "" },
    ],
    ["a secret that is too long", { "token-secret": encodeBase64("0123456789abcdef0") }],
  ])("without values if it has %s", (_what, data) => {
    expect(readTokenSecret("abcdef", data)).toEqual({ token: undefined, description: "", expires: undefined });
  });
});
