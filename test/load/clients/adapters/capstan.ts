import { Cache, ConfigMap, createClient } from "@capstan/runtime";
import type { Adapter } from "./adapter.ts";

/** The cache with a listener. */
export const follow: Adapter = ({ kubeconfig, namespace, seen, gone }) => {
  const client = createClient({ kubeconfig: { path: kubeconfig }, userAgent: "bench/1" });
  const cache = new Cache({ client, namespaces: [namespace] });
  const informer = cache.informer(ConfigMap);
  informer.onEvent(({ type, object }) => {
    if (type === "deleted") gone(object.metadata.name, object);
    else seen(object);
  });
  cache.start();
  // Keeps the process alive.
  return Promise.resolve(cache);
};
