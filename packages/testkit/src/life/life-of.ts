import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject, type JsonObject, without, ArgumentError } from "@capstan/kube";
import type { Write } from "../client/recording-client.ts";
import { leavesOf } from "../object/leaves.ts";
import { passingMetadata } from "../object/passing-metadata.ts";
import type { FieldChange, LifeEvent } from "./life-event.ts";
import type { StoredChange, RememberingServer } from "./stored-change.ts";
import { type LivingObject, livingObject } from "./living-object.ts";

const typeOf = { ADDED: "created", MODIFIED: "changed", DELETED: "deleted" } as const;

/**
 * The life of one object.
 *
 * @param changes - the changes of the object, oldest first.
 * @param writes - the writes of the managers.
 */
function lifeOf(changes: readonly StoredChange[], writes: readonly Write[]): readonly LifeEvent[] {
  return changes.map((change) => {
    const { type, object, previous } = change;
    const write = type === "DELETED" ? removalOf(change, writes) : makerOf(object, writes);
    return {
      type: typeOf[type],
      ...(write === undefined ? noted(object, previous) : sent(write)),
      changes: type === "DELETED" ? [] : fieldChanges(previous, object),
    };
  });
}

/** The first write that was answered with a version has created it: a write that changes nothing is answered with the existing version. */
function makerOf({ metadata }: KubernetesObject, writes: readonly Write[]): Write | undefined {
  return writes.find(
    ({ resourceVersion }) => resourceVersion !== undefined && resourceVersion === metadata.resourceVersion,
  );
}

/** The answer to a write that removes the last finalizer has the object's last state. */
function removalOf({ object, previous }: StoredChange, writes: readonly Write[]): Write | undefined {
  const atOnce = writes.find(({ deletedUid }) => deletedUid !== undefined && deletedUid === object.metadata.uid);
  const last = previous?.metadata.resourceVersion;
  return (
    atOnce ??
    writes
      .filter(({ resourceVersion }) => last !== undefined && resourceVersion === last)
      .slice(1)
      .at(-1)
  );
}

function sent({ by, during, verb, subresource }: Write): Pick<LifeEvent, "by" | "during" | "request"> {
  const request = subresource === undefined ? verb : `${verb} ${subresource}`;
  return { by, ...(during === undefined ? {} : { during }), request };
}

/** The field manager that the server has recorded with this version. */
function noted(object: KubernetesObject, previous: KubernetesObject | undefined): Pick<LifeEvent, "by"> {
  // Entries of other managers lose the fields that were written, but keep their time; within the same second, an entry only gains fields.
  const manager = newIn(object, previous, withoutFields) ?? newIn(object, previous, (entry) => entry);
  return manager === undefined ? {} : { by: manager };
}

function newIn(
  object: KubernetesObject,
  previous: KubernetesObject | undefined,
  part: (entry: JsonObject) => JsonObject,
): string | undefined {
  const before = new Set(entriesOf(previous).map((entry) => JSON.stringify(part(entry))));
  const found = entriesOf(object).find((entry) => !before.has(JSON.stringify(part(entry))));
  return typeof found?.manager === "string" ? found.manager : undefined;
}

function withoutFields(entry: JsonObject): JsonObject {
  return without(entry, "fieldsV1");
}

function entriesOf(object: KubernetesObject | undefined): readonly JsonObject[] {
  return (object?.metadata.managedFields ?? []).filter(isJsonObject);
}

function fieldChanges(before: KubernetesObject | undefined, after: KubernetesObject): FieldChange[] {
  const [old, young] = [leavesOf(shown(before)), leavesOf(shown(after))];
  return [...new Set([...old.keys(), ...young.keys()])].flatMap((path) => {
    const [from, to] = [old.get(path), young.get(path)];
    if (from === to) return [];
    return [{ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
  });
}

function shown(object: KubernetesObject | undefined): object {
  if (object === undefined) return {};
  const { metadata, ...fields } = object;
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !passingMetadata.has(name)));
  const isEnding = metadata.deletionTimestamp !== undefined;
  return withoutTimes({ metadata: { ...kept, ...(isEnding ? { isBeingDeleted: true } : {}) }, ...fields });
}

function withoutTimes<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTimes(item)) as T;
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "lastTransitionTime");
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutTimes(inner)])) as T;
}

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
