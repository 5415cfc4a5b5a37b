import { ArgumentError } from "@capstan/kube";
import type { Write } from "../client/recording-client.ts";
import type { LifeEvent } from "./life-event.ts";
import { lifeOf } from "./life-of.ts";
import { type LivingObject, livingObject } from "./living-object.ts";
import type { RememberingServer } from "./stored-change.ts";

/**
 * The life of an object, from a server's history.
 *
 * @param writes - the writes of the managers.
 * @throws ArgumentError the server keeps no history.
 */
export function lifeOnServer(
  of: LivingObject,
  server: RememberingServer,
  writes: readonly Write[],
): readonly LifeEvent[] {
  const { kind, name, namespace } = livingObject(of);
  const changes = server.changesOf?.(kind, { name, ...(kind.namespaced ? { namespace } : {}) });
  if (changes === undefined)
    throw new ArgumentError('Only the embedded API server has the lives of objects; start with server: "embedded"');
  return lifeOf(
    changes,
    writes.filter((write) => write.kind === kind.kind && write.name === name),
  );
}
