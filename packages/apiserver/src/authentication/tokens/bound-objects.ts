import { isJsonObject, type JsonObject, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { type Store } from "../../store/store.ts";

/** How long a token outlives its expiry, and the deletion of the objects that it is bound to. */
export const leewayMs = 60_000;

const invalidated = "service account token has been invalidated";
const kinds = [
  ["secret", "Secret"],
  ["pod", "Pod"],
  ["node", "Node"],
] as const;

/** Why a token's ServiceAccount or bound object makes it invalid; undefined if it is valid. */
export function problemOfBinding(store: Store, claims: JsonObject, now: number): string | undefined {
  const namespace = textAt(claims, "namespace") ?? "";
  const name = textAt(claims, "serviceaccount", "name") ?? "";
  const uid = textAt(claims, "serviceaccount", "uid") ?? "";
  const account = store.get("serviceaccounts.", namespace, name);
  if (account === undefined) return `serviceaccounts ${JSON.stringify(name)} not found`;
  const found = account.metadata.uid ?? "";
  if (found !== uid) return `service account UID (${found}) does not match claim (${uid})`;
  if (isGone(account, now)) return `service account ${namespace}/${name} has been deleted`;
  for (const [claim, kind] of kinds) {
    // A token of a Pod also names its node, but does not depend on it.
    if (!isJsonObject(claims[claim]) || (claim === "node" && isJsonObject(claims.pod))) continue;
    const problem = problemOfObject(store, claims, { claim, kind, namespace: claim === "node" ? "" : namespace }, now);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfObject(
  store: Store,
  claims: JsonObject,
  { claim, kind, namespace }: { readonly claim: string; readonly kind: string; readonly namespace: string },
  now: number,
): string | undefined {
  const object = store.get(`${claim}s.`, namespace, textAt(claims, claim, "name") ?? "");
  if (object === undefined) return invalidated;
  const found = object.metadata.uid ?? "";
  const uid = textAt(claims, claim, "uid") ?? "";
  if (found !== uid)
    return `${kind === "Secret" ? "secret" : kind} UID (${found}) does not match service account ${claim} ref claim (${uid})`;
  return isGone(object, now) ? invalidated : undefined;
}

function isGone({ metadata: { deletionTimestamp } }: ApiObject, now: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < now - leewayMs;
}
