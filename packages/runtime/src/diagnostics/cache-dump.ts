import { Readable } from "node:stream";
import { apiVersionOf } from "@capstan/kube";
import type { Informer } from "../cache/informer.ts";

/** The properties of an informer that a dump shows. */
export type ShownInformer = Pick<Informer, "kind" | "synced" | "list">;

/** Kinds whose names alone may be confidential. */
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

/** The content of the caches as JSON: names and versions, never content of objects; for Secrets and tokens only their number. */
export function cacheDump(informers: readonly ShownInformer[]): Readable {
  return Readable.from(parts(informers), { objectMode: false });
}
