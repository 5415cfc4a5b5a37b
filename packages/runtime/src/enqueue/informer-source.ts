import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { isCapstanError } from "@capstan/kube";
import type { CacheEvent } from "../cache/cache-event.ts";
import type { Informer } from "../cache/informer.ts";
import type { Scope } from "../client/client.ts";
import { kindKey } from "../kubernetes/define-kind.ts";
import type { RunningSource, SourceContext } from "./source.ts";

/** Resolves when the informer has its first list, or its kind is known not to be served (yet). */
export async function readyOf(informer: Informer, context: SourceContext): Promise<void> {
  try {
    await informer.waitForSync(context.signal, { unlessNotServed: true });
  } catch (error) {
    // Stopped: the source was stopped, and its kind was released.
    if (context.signal.aborted || isCapstanError(error, "Stopped")) return;
    if (!isCapstanError(error, "KindNotServed")) throw error;
    context.logger.warn("Kind is not served yet; its objects are reconciled once it is", {
      kind: informer.kind.kind,
      group: informer.kind.group,
    });
  }
}

/** The key of a source, from its purpose and what it watches. */
export function sourceKey(purpose: string, kind: ResourceKind, scope: Scope | undefined): string {
  return scope === undefined ? `${purpose}:${kindKey(kind)}` : `${purpose}:${kindKey(kind)}:${JSON.stringify(scope)}`;
}

/** Starts a source that turns the events of one kind into requests. */
export function startInformerSource<T extends KubernetesObject>(
  context: SourceContext,
  kind: ResourceKind<T>,
  scope: Scope | undefined,
  onEvent: (event: CacheEvent<T>) => unknown,
): RunningSource {
  const informer = context.cache.informer(kind, scope);
  const stop = informer.onEvent(onEvent);
  return { ready: readyOf(informer, context), stop };
}
