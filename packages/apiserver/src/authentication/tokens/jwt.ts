import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type SigningKey } from "./signing-key.ts";

/** The content of a JSON Web Token whose signature is not verified yet. */
export interface UnverifiedToken {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** Whether it was signed by this key. */
  isSignedBy(key: SigningKey): boolean;
}

export function signToken(key: SigningKey, claims: object): string {
  const signed = [{ alg: key.algorithm, kid: key.id }, claims].map(encode).join(".");
  return `${signed}.${key.sign(signed)}`;
}

/** Undefined if the string does not have the format of a token. */
export function parseToken(text: string): UnverifiedToken | undefined {
  const [head = "", payload = "", signature = "", ...others] = text.split(".");
  const header = decode(head);
  const claims = decode(payload);
  if (others.length > 0 || signature === "" || header === undefined || claims === undefined) return undefined;
  return {
    header,
    claims,
    isSignedBy: (key) => header.alg === key.algorithm && key.verifies(`${head}.${payload}`, signature),
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
