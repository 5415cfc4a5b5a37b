import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { Client } from "@capstan/runtime";
import { tenantsKinds } from "./installed-kinds.ts";

/** Each kind once, in the latest of its versions. */
const kinds: ReadonlySet<ResourceKind> = new Set(new Map(tenantsKinds.map((kind) => [kind.kind, kind])).values());

/** All objects in a namespace. */
export async function objectsIn(client: Client, namespace: string): Promise<KubernetesObject[]> {
  const lists = await Promise.all([...kinds].map((kind) => client.list(kind, { namespace })));
  return lists.flatMap(({ items }) => items);
}

/** All objects in all namespaces. */
export interface Everything {
  readonly objects: readonly KubernetesObject[];
  /** Lists of a kind in one of its versions that fail; other tenants depend on each of them. */
  readonly broken: readonly string[];
}

export async function everything(client: Client): Promise<Everything> {
  const broken: string[] = [];
  const lists = tenantsKinds.map(async (kind): Promise<readonly KubernetesObject[]> => {
    try {
      const { items } = await client.list(kind);
      return kinds.has(kind) ? items : [];
    } catch (error) {
      broken.push(`the list of all ${kind.plural} of ${apiVersionOf(kind)} fails: ${String(error).slice(0, 300)}`);
      return [];
    }
  });
  return { objects: (await Promise.all(lists)).flat(), broken };
}
