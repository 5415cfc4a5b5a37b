import { ProgramError } from "./program-error.ts";

/** etcd rejects a compaction at a revision that is compacted already: https://etcd.io/docs/v3.6/dev-guide/api_grpc_gateway/ */
const outOfRange = 11;

/**
 * Forgets all earlier revisions of etcd's data, by its JSON gateway.
 *
 * @param url - client URL of etcd.
 * @throws ProgramError etcd rejected the request.
 */
export async function compactEtcd(url: string): Promise<void> {
  const ask = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(new URL(path, url), { method: "POST", body: JSON.stringify(body) });
    const answer: unknown = await response.json();
    if (response.ok || (answer as { code?: number }).code === outOfRange) return answer;
    throw new ProgramError(`etcd rejected ${path} with status ${response.status}: ${JSON.stringify(answer)}`);
  };
  const { header } = (await ask("/v3/kv/range", { key: "AA==", limit: "1" })) as { header: { revision: string } };
  await ask("/v3/kv/compaction", { revision: header.revision, physical: true });
}
