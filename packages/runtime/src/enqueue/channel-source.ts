import { type Request, createRequest } from "./request.ts";
import type { Source, SourceContext } from "./source.ts";

/** A source whose requests come from outside Kubernetes. */
export interface ChannelSource extends Source {
  /** Enqueues a request in every running controller that uses this source; without one, it does nothing. */
  push(request: Request): void;
}

let channels = 0;

/**
 * Creates a source that is fed by {@link ChannelSource.push}: timers, queues of a cloud, watches on other clusters.
 *
 * @example
 * ```ts
 * import { channelSource, createRequest } from "@capstan/runtime";
 *
 * const fromTheCloud = channelSource(); // among the `sources` of a reconciler
 * fromTheCloud.push(createRequest("m1", "default")); // when the cloud says that a server changed
 * ```
 */
export function channelSource(): ChannelSource {
  channels += 1;
  const contexts = new Set<SourceContext>();
  return {
    key: `channel:${channels}`,
    start: (context) => {
      contexts.add(context);
      return {
        ready: Promise.resolve(),
        stop: () => {
          contexts.delete(context);
        },
      };
    },
    push: ({ name, namespace }) => {
      for (const context of contexts) context.enqueue(createRequest(name, namespace));
    },
  };
}
