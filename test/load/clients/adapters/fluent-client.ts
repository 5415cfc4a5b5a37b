import type { Adapter, SeenObject } from "./adapter.ts";
import { installed } from "./installed.ts";

interface FluentClient {
  readonly K8s: (kind: unknown) => {
    InNamespace(namespace: string): {
      Watch(callback: (object: SeenObject, phase: string) => void): { start(): Promise<unknown> };
    };
  };
  readonly kind: { readonly ConfigMap: unknown };
}

const { K8s, kind } = await installed<FluentClient>("kubernetes-fluent-client");

/** Its watch with default settings; the environment sets the kubeconfig. */
export const follow: Adapter = async ({ namespace, seen, gone }) => {
  const watcher = K8s(kind.ConfigMap)
    .InNamespace(namespace)
    .Watch((object, phase) => {
      if (phase === "DELETED") gone(object.metadata?.name ?? "", object);
      else seen(object);
    });
  await watcher.start();
  return watcher;
};
