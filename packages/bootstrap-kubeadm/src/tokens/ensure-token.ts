import { type Client, Secret, isAlreadyExists, isNotFound } from "@capstan/provider";
import { encodeBase64 } from "../certificates/base64.ts";
import {
  type BootstrapToken,
  type StoredToken,
  formatExpiration,
  formatToken,
  newTokenSecret,
  readTokenSecret,
  tokenIdOf,
  tokenSecretData,
  tokenSecretName,
} from "./bootstrap-token.ts";

const namespace = "kube-system";
// An id clashes with another token's about once in two billion; five such clashes in a row are a defect.
const attempts = 5;

/** The owner of a token, and its TTL. */
export interface TokenOptions {
  /** UID of the token's object; decides the token's id. */
  readonly uid: string;
  /** Namespace and name of that object, for the token's description. */
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Time to live from now, in milliseconds. */
  readonly ttlMs: number;
  /** The previous token ids of the same object. Default: none, for the first token. */
  readonly after?: string;
}

/**
 * Ensures that the object's token exists in the workload cluster and lives long enough to be used.
 *
 * At most one token exists per object, despite interruptions: its id follows from the object's UID, and an existing token with that id is
 * reused.
 *
 * @returns the token, `id.secret`. A secret: for the bootstrap data only.
 * @throws ApiError the workload cluster refused; retried with back-off.
 */
export async function ensureToken(workload: Client, options: TokenOptions, signal: AbortSignal): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const id = tokenIdOf(seedOf(options), attempt);
    const created = await createToken(workload, { id, secret: newTokenSecret() }, options, signal);
    if (created !== undefined) return formatToken(created);
    const stored = await readOwnToken(workload, id, options, signal);
    if (stored?.token !== undefined) {
      await extendIfDue(workload, id, stored, options, signal);
      return formatToken(stored.token);
    }
  }
  throw new Error(`no free bootstrap token ID was found for KubeadmConfig ${options.owner}`);
}

/**
 * Keeps the object's token alive while its machine has not joined.
 *
 * @returns whether the token exists. If not, it has expired and the machine can no longer join with its data.
 * @throws ApiError the workload cluster refused; retried with back-off.
 */
export async function refreshToken(workload: Client, options: TokenOptions, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const id = tokenIdOf(seedOf(options), attempt);
    const stored = await readToken(workload, id, signal);
    if (stored === undefined) return false;
    if (stored.description !== describe(options)) continue;
    await extendIfDue(workload, id, stored, options, signal);
    return true;
  }
  return false;
}

/** How often to check whether a token must be extended, in milliseconds: three times in its TTL. */
export function tokenCheckInterval(ttlMs: number): number {
  return ttlMs / 3;
}

/** The Secret of a token id, if it is the object's token. */
export async function readOwnToken(
  workload: Client,
  id: string,
  options: TokenOptions,
  signal: AbortSignal,
): Promise<StoredToken | undefined> {
  const stored = await readToken(workload, id, signal);
  return stored?.description === describe(options) ? stored : undefined;
}

/** Extends a token to its whole TTL if less than five sixths of it are left. */
export async function extendIfDue(
  workload: Client,
  id: string,
  { expires }: StoredToken,
  options: TokenOptions,
  signal: AbortSignal,
): Promise<void> {
  // With a check every third of the TTL, this leaves a second chance if one extension fails.
  const isDue = expires === undefined || expires <= options.now + (options.ttlMs * 5) / 6;
  if (isDue) await extend(workload, id, options, signal);
}

function seedOf({ uid, after }: TokenOptions): string {
  return after === undefined ? uid : `${uid}/${after}`;
}

function describe({ owner, uid }: TokenOptions): string {
  return `Lets the machine of KubeadmConfig ${owner} (${uid}) join; created by Capstan's kubeadm bootstrap provider`;
}

async function createToken(
  workload: Client,
  token: BootstrapToken,
  options: TokenOptions,
  signal: AbortSignal,
): Promise<BootstrapToken | undefined> {
  try {
    await workload.create(
      Secret,
      {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { namespace, name: tokenSecretName(token.id) },
        type: "bootstrap.kubernetes.io/token",
        data: tokenSecretData(token, { expires: options.now + options.ttlMs, description: describe(options) }),
      },
      { signal },
    );
    return token;
  } catch (error) {
    if (isAlreadyExists(error)) return undefined;
    throw error;
  }
}

async function readToken(workload: Client, id: string, signal: AbortSignal): Promise<StoredToken | undefined> {
  try {
    const { data } = await workload.get(Secret, { namespace, name: tokenSecretName(id) }, { signal });
    return readTokenSecret(id, data);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function extend(workload: Client, id: string, { now, ttlMs }: TokenOptions, signal: AbortSignal): Promise<void> {
  await workload.patch(
    Secret,
    { namespace, name: tokenSecretName(id) },
    { type: "merge", body: { data: { expiration: encodeBase64(formatExpiration(now + ttlMs)) } } },
    { signal },
  );
}
