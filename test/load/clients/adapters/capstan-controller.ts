import { ConfigMap, Controller, createClient, forKind, Manager, Result } from "@capstan/runtime";
import type { Adapter } from "./adapter.ts";

/** A controller with one worker that reads from the cache. */
export const follow: Adapter = async ({ kubeconfig, namespace, seen, gone }) => {
  const client = createClient({ kubeconfig: { path: kubeconfig }, userAgent: "bench/1" });
  const manager = new Manager({ name: "bench", client, namespaces: [namespace] });
  const informer = manager.cache.informer(ConfigMap);
  const reconcile = (key: { readonly name: string; readonly namespace?: string | undefined }): Promise<Result> => {
    const object = informer.get(key);
    if (object === undefined) gone(key.name);
    else seen(object);
    return Promise.resolve(Result.awaitChange());
  };
  manager.add(
    new Controller({ name: "bench", concurrency: 1, sources: [forKind(ConfigMap)], reconciler: { reconcile } }),
  );
  await manager.start();
  return manager;
};
