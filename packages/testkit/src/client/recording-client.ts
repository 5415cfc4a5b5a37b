import type { KubernetesObject } from "@capstan/contract";
import { type Client, delegatingClient, type DeleteResult } from "@capstan/runtime";

/** A write that the API server accepted. */
export interface Write {
  /** The manager that wrote: "provider", "core", "bootstrap-kubeadm" or "infrastructure-mock". */
  readonly by: string;
  /** The verb. */
  readonly verb: "create" | "update" | "patch" | "delete" | "deletecollection";
  /** The kind of the object. */
  readonly kind: string;
  /** Empty for a collection. */
  readonly name: string;
  /** The subresource, such as `status`; undefined for the object itself. */
  readonly subresource?: string;
  /** The resulting version, if the answer had one. */
  readonly resourceVersion?: string;
  /** The uid of an object that was deleted immediately. */
  readonly deletedUid?: string;
  /** The reconcile that sent the write, such as `hellomachine default/m1`. */
  readonly during?: string;
}

/** Observes writes, and may refuse them. */
export interface WriteObserver {
  /** Called before a write; a returned Error is thrown instead of the write. */
  refuse(write: Write): Error | undefined;
  accepted(write: Write): void;
  /** The reconcile that the calling code belongs to. */
  readonly reconcile?: () => string | undefined;
}

/** A client that records every write, in the order of the answers. */
export function recordingClient(client: Client, by: string, observer: WriteObserver): Client {
  const observed = async <T>(
    verb: Write["verb"],
    { kind }: { readonly kind: string },
    name: string,
    subresource: string | undefined,
    send: () => Promise<T>,
    made: (answer: T) => Pick<Write, "resourceVersion" | "deletedUid">,
  ): Promise<T> => {
    const during = observer.reconcile?.();
    const write: Write = {
      by,
      verb,
      kind,
      name,
      ...(subresource === undefined ? {} : { subresource }),
      ...(during === undefined ? {} : { during }),
    };
    const refusal = observer.refuse(write);
    if (refusal !== undefined) throw refusal;
    const answer = await send();
    observer.accepted({ ...write, ...made(answer) });
    return answer;
  };
  return {
    ...delegatingClient(client),
    create: (kind, object, options) =>
      observed(
        "create",
        kind,
        object.metadata.name,
        options?.subresource,
        () => client.create(kind, object, options),
        versionOf,
      ),
    replace: (kind, object, options) =>
      observed(
        "update",
        kind,
        object.metadata.name,
        options?.subresource,
        () => client.replace(kind, object, options),
        versionOf,
      ),
    patch: (kind, key, patch, options) =>
      observed("patch", kind, key.name, options?.subresource, () => client.patch(kind, key, patch, options), versionOf),
    delete: (kind, key, options) =>
      observed("delete", kind, key.name, undefined, () => client.delete(kind, key, options), deletionOf),
    deleteCollection: (kind, options) =>
      observed(
        "deletecollection",
        kind,
        "",
        undefined,
        () => client.deleteCollection(kind, options),
        () => ({}),
      ),
  };
}

function versionOf({ metadata: { resourceVersion } }: KubernetesObject): Pick<Write, "resourceVersion"> {
  return resourceVersion === undefined ? {} : { resourceVersion };
}

function deletionOf({ object, deletedUid }: DeleteResult): Pick<Write, "resourceVersion" | "deletedUid"> {
  if (object !== undefined) return versionOf(object);
  return deletedUid === undefined ? {} : { deletedUid };
}

/** Formats a write: `patch HelloMachine/m1 status`. */
export function describeWrite({ verb, kind, name, subresource }: Write): string {
  return `${verb} ${kind}/${name}${subresource === undefined ? "" : ` ${subresource}`}`;
}
