import { type Cache, Namespace } from "@capstan/runtime";

/** Of Namespaces no more than their metadata is read. */
export const namespaceLabelsScope = { metadataOnly: true };

/** The labels of a namespace as the cache has it; undefined if there is no such namespace. */
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
