import { Readable } from "node:stream";
import { apiVersionOf } from "@capstan/kube";
import type { Informer } from "../cache/informer.ts";

/** What of an informer is shown. */
export type ShownInformer = Pick<Informer, "kind" | "synced" | "list">;

/** Kinds whose names alone may say too much, and whose objects are the last that should be shown by accident. */
const secretive = /secret|token/i;

function* parts(informers: readonly ShownInformer[]): Generator<string> {
  yield '{"informers":[';
  for (const [index, informer] of informers.entries()) {
    const { kind, synced } = informer;
    const objects = informer.list();
    const about = { apiVersion: apiVersionOf(kind), kind: kind.kind, synced, count: objects.length };
    yield `${index === 0 ? "" : ","}\n${JSON.stringify(about).slice(0, -1)}`;
    if (!secretive.test(kind.kind)) {
      yield ',"objects":[';
      for (const [position, { metadata }] of objects.entries()) {
        const { namespace, name, resourceVersion } = metadata;
        yield `${position === 0 ? "" : ","}\n  ${JSON.stringify({ namespace, name, resourceVersion })}`;
      }
      yield "]";
    }
    yield "}";
  }
  yield "\n]}\n";
}

/** What the caches hold, as JSON: names and versions, never content; of Secrets and tokens only how many. */
export function cacheDump(informers: readonly ShownInformer[]): Readable {
  return Readable.from(parts(informers), { objectMode: false });
}
