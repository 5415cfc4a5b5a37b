import { createHash, randomInt } from "node:crypto";
import { decodeBase64, encodeBase64 } from "../certificates/base64.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const secretPattern = /^[a-z0-9]{16}$/;

/** A bootstrap token; its id is public, its secret is not. */
export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
}

/**
 * The token id of an object, always the same for the same `uid`: a token whose creation was interrupted is found again instead of being
 * left behind.
 *
 * @param attempt - increases if the id turns out to belong to another object.
 */
export function tokenIdOf(uid: string, attempt: number): string {
  const digest = createHash("sha256").update(`${uid}/${attempt}`).digest();
  return Array.from(digest.subarray(0, 6), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** A new secret of 16 characters from the system's random source. */
export function newTokenSecret(): string {
  return Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** The format of a token for kubeadm. */
export function formatToken({ id, secret }: BootstrapToken): string {
  return `${id}.${secret}`;
}

/** Name of a token's Secret, in `kube-system` of the workload cluster. */
export function tokenSecretName(id: string): string {
  return `bootstrap-token-${id}`;
}

/**
 * The `data` of a token's Secret: it may sign the cluster-info ConfigMap and authenticate a joining machine.
 *
 * @param expires - milliseconds since the epoch; Kubernetes deletes the Secret after it.
 */
export function tokenSecretData(
  token: BootstrapToken,
  options: { readonly expires: number; readonly description: string },
): Record<string, string> {
  const data = {
    "token-id": token.id,
    "token-secret": token.secret,
    expiration: formatExpiration(options.expires),
    "usage-bootstrap-signing": "true",
    "usage-bootstrap-authentication": "true",
    "auth-extra-groups": "system:bootstrappers:kubeadm:default-node-token",
    description: options.description,
  };
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, encodeBase64(value)]));
}

/** The content of a token's Secret; undefined where it is unreadable. */
export interface StoredToken {
  readonly token: BootstrapToken | undefined;
  readonly description: string;
  /** Milliseconds since the epoch. */
  readonly expires: number | undefined;
}

/** Reads the `data` of a token's Secret. */
export function readTokenSecret(id: string, data: Readonly<Record<string, string>> | undefined): StoredToken {
  const secret = decodeBase64(data?.["token-secret"]);
  const expires = Date.parse(decodeBase64(data?.expiration));
  return {
    token: secretPattern.test(secret) ? { id, secret } : undefined,
    description: decodeBase64(data?.description),
    expires: Number.isNaN(expires) ? undefined : expires,
  };
}

/** RFC 3339 in whole seconds, as Kubernetes' token cleaner reads it. */
export function formatExpiration(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, "Z");
}
