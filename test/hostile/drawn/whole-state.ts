import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { Client } from "@capstan/runtime";
import { tenantsKinds } from "./installed-kinds.ts";

/** Each kind once, in the latest of its versions. */
const kinds: readonly ResourceKind[] = [...new Map(tenantsKinds.map((kind) => [kind.kind, kind])).values()];

/** Everything in a namespace. */
export async function objectsIn(client: Client, namespace: string): Promise<KubernetesObject[]> {
  const lists = await Promise.all(kinds.map((kind) => client.list(kind, { namespace })));
  return lists.flatMap(({ items }) => items);
}

/** Lists of all namespaces, in every version, that fail: others depend on each of them. */
export async function brokenLists(client: Client): Promise<string[]> {
  const lists = tenantsKinds.map(async (kind) => {
    try {
      await client.list(kind);
      return [];
    } catch (error) {
      return [`the list of all ${kind.plural} of ${apiVersionOf(kind)} fails: ${String(error).slice(0, 300)}`];
    }
  });
  return (await Promise.all(lists)).flat();
}
