import { type Client } from "@capstan/provider";
import { formatToken } from "./bootstrap-token.ts";
import { type TokenOptions, ensureToken, extendIfDue, readOwnToken } from "./ensure-token.ts";

/** User-written data may contain other strings in token format; at most this many are checked for being the pool's token. */
const mostCandidates = 32;

/** The input for choosing a pool's token. */
export interface PoolTokenOptions extends TokenOptions {
  /** The data that the pool's machines boot with now. */
  readonly data: string;
  /** Whether as many Nodes have joined as machines are desired. */
  readonly hasAllNodes: boolean;
}

/** The token for a pool's machines. */
export interface PoolToken {
  /** `id.secret`. A secret: for the bootstrap data only. */
  readonly token: string;
  /** Whether the machines boot with it already. */
  readonly isInData: boolean;
}

/**
 * Ensures that machines added to a pool have a valid token.
 *
 * While machines have yet to join, their token is kept alive. Once all have joined it may expire, and another token replaces it when half
 * of its TTL is left: no token lives forever. A missing token is replaced, too. An interrupted replacement continues: the id of the next
 * token follows from that of the present token.
 *
 * @throws ApiError the workload cluster refused; retried with back-off.
 */
export async function ensurePoolToken(
  workload: Client,
  options: PoolTokenOptions,
  signal: AbortSignal,
): Promise<PoolToken> {
  const candidates = tokensIn(options.data);
  for (const { id, secret } of candidates) {
    const stored = await readOwnToken(workload, id, options, signal);
    if (stored?.token?.secret !== secret) continue;
    const kept = { token: formatToken(stored.token), isInData: true };
    if (!options.hasAllNodes) {
      await extendIfDue(workload, id, stored, options, signal);
      return kept;
    }
    if (stored.expires !== undefined && stored.expires > options.now + options.ttlMs / 2) return kept;
  }
  const after = candidates.map(({ id }) => id).join();
  return { token: await ensureToken(workload, { ...options, after }, signal), isInData: false };
}

function tokensIn(data: string): { readonly id: string; readonly secret: string }[] {
  const found = [...data.matchAll(/([a-z0-9]{6})\.([a-z0-9]{16})/g)].map(([, id = "", secret = ""]) => ({
    id,
    secret,
  }));
  const byId = new Map(found.map((token) => [token.id, token]));
  return [...byId.values()].slice(0, mostCandidates);
}
