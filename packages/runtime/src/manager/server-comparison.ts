import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Cache } from "../cache/cache.ts";
import type { Informer } from "../cache/informer.ts";
import { storeKey } from "../cache/object-store.ts";
import type { Client, Scope } from "../client/client.ts";

function versionsOf(objects: readonly { readonly metadata: object }[]): Map<string, string> {
  return new Map(
    objects.map((object) => {
      const metadata = object.metadata as KubernetesObject["metadata"];
      return [storeKey(metadata), `${metadata.uid ?? ""}@${metadata.resourceVersion ?? ""}`];
    }),
  );
}

async function isCurrent(client: Client, informer: Informer, scopes: readonly Scope[]): Promise<boolean> {
  const kind: ResourceKind = informer.kind;
  const lists = await Promise.all(scopes.map((scope) => client.list(kind, { ...scope, metadataOnly: true })));
  const served = versionsOf(lists.flatMap(({ items }) => items));
  const cached = versionsOf(informer.list());
  return served.size === cached.size && [...served].every(([key, version]) => cached.get(key) === version);
}

/** The informers that do not have exactly what the server has now. Those with a problem are left out: they cannot. */
export async function informersBehind(client: Client, cache: Cache): Promise<Informer[]> {
  const running = cache.runningInformers().filter(({ informer }) => informer.problem === undefined);
  const checks = await Promise.all(
    running.map(async ({ informer, scopes }) => ({
      informer,
      // A server that cannot be reached now has nothing to be compared with.
      isCurrent: await isCurrent(client, informer, scopes).catch(() => true),
    })),
  );
  return checks.filter((check) => !check.isCurrent).map(({ informer }) => informer);
}
