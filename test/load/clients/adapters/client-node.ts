import { CoreV1Api, KubeConfig, makeInformer } from "@kubernetes/client-node";
import type { Adapter } from "./adapter.ts";

const restartMs = 5_000;

/** Its informer, with the restart from its own examples: without it, the informer ends at the first error. */
export const follow: Adapter = async ({ kubeconfig, namespace, seen, gone }) => {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const api = config.makeApiClient(CoreV1Api);
  const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
    api.listNamespacedConfigMap({ namespace }),
  );
  informer.on("add", seen);
  informer.on("update", seen);
  informer.on("delete", (object) => {
    gone(object.metadata?.name ?? "", object);
  });
  informer.on("error", () => {
    setTimeout(() => void informer.start(), restartMs);
  });
  await informer.start();
  return informer;
};
