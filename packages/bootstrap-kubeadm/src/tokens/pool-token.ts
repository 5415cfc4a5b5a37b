import { type Client } from "@capstan/provider";
import { formatToken } from "./bootstrap-token.ts";
import { type TokenOptions, ensureToken, extendIfDue, readOwnToken } from "./ensure-token.ts";

/** Data that a user writes may hold other strings in the form of a token; at most this many are checked for being the pool's. */
const mostCandidates = 32;

/** What a pool's token is chosen from. */
export interface PoolTokenOptions extends TokenOptions {
  /** What the pool's machines boot with now. */
  readonly data: string;
  /** Whether as many Nodes have joined as machines are desired. */
  readonly hasAllNodes: boolean;
}

/** The token that a pool's machines are to boot with. */
export interface PoolToken {
  /** `id.secret`. A secret: for the bootstrap data only. */
  readonly token: string;
  /** Whether they boot with it already. */
  readonly isInData: boolean;
}

/**
 * Makes sure that machines which are added to a pool find a valid token.
 *
 * While machines are still to join, their token is kept alive. Once all have joined it is left to expire, and another one takes its
 * place when it has half of its life left: no token lives forever. One that is gone is replaced, too. An interrupted replacement
 * is continued: the id of the next token follows from that of the present one.
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
