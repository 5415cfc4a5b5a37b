import { Cluster, type KubernetesObject, Machine } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Cache, Informer } from "@capstan/runtime";
import type { DevOutput } from "./output.ts";

type Phased = KubernetesObject & { readonly status?: { readonly phase?: string } };

/** Reports the phases of Clusters and Machines as they change. @param cache - started here, stopped by its owner. */
export async function followPhases(cache: Cache, output: DevOutput, signal: AbortSignal): Promise<void> {
  const informers: readonly Informer<Phased>[] = [cache.informer<Phased>(Cluster), cache.informer<Phased>(Machine)];
  for (const informer of informers) {
    const phases = new Map<string, string | undefined>();
    informer.onEvent(({ type, object }) => {
      const key = objectKeyText(object.metadata);
      const from = phases.get(key);
      const to = type === "deleted" ? undefined : object.status?.phase;
      if (type === "deleted") phases.delete(key);
      else phases.set(key, to);
      if (from !== to) output.phase({ kind: informer.kind.kind, object: key, from, to });
    });
  }
  cache.start();
  await Promise.all(informers.map((informer) => informer.waitForSync(signal)));
}
