import { type Cache, Namespace } from "@capstan/runtime";

/** The cache holds only the metadata of Namespaces. */
export const namespaceLabelsScope = { metadataOnly: true };

/** The labels of a namespace from the cache; undefined if there is no such namespace. */
export async function namespaceLabels(
  cache: Cache,
  name: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | undefined> {
  const informer = cache.informer(Namespace, namespaceLabelsScope);
  await informer.waitForSync(signal);
  const namespace = informer.get({ name });
  return namespace === undefined ? undefined : (namespace.metadata.labels ?? {});
}
