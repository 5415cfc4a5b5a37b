import { type Client, delegatingClient } from "@capstan/runtime";

/** A write that the API server accepted. */
export interface Write {
  /** The manager that wrote: "provider", "core", "bootstrap-kubeadm" or "infrastructure-mock". */
  readonly by: string;
  /** What was done. */
  readonly verb: "create" | "update" | "patch" | "delete" | "deletecollection";
  /** The kind of the object. */
  readonly kind: string;
  /** Empty for a collection. */
  readonly name: string;
  /** The part of the object, such as `status`; undefined for the object itself. */
  readonly subresource?: string;
}

/** Is notified of writes, and may refuse them. */
export interface WriteObserver {
  /** Consulted before a write; an Error is thrown in the write's place. */
  refuse(write: Write): Error | undefined;
  accepted(write: Write): void;
}

/** A client that notes every write it made, in the order of the answers. */
export function recordingClient(client: Client, by: string, observer: WriteObserver): Client {
  const observed = async <T>(
    verb: Write["verb"],
    { kind }: { readonly kind: string },
    name: string,
    subresource: string | undefined,
    send: () => Promise<T>,
  ): Promise<T> => {
    const write: Write = { by, verb, kind, name, ...(subresource === undefined ? {} : { subresource }) };
    const refusal = observer.refuse(write);
    if (refusal !== undefined) throw refusal;
    const answer = await send();
    observer.accepted(write);
    return answer;
  };
  return {
    ...delegatingClient(client),
    create: (kind, object, options) =>
      observed("create", kind, object.metadata.name, options?.subresource, () => client.create(kind, object, options)),
    replace: (kind, object, options) =>
      observed("update", kind, object.metadata.name, options?.subresource, () => client.replace(kind, object, options)),
    patch: (kind, key, patch, options) =>
      observed("patch", kind, key.name, options?.subresource, () => client.patch(kind, key, patch, options)),
    delete: (kind, key, options) =>
      observed("delete", kind, key.name, undefined, () => client.delete(kind, key, options)),
    deleteCollection: (kind, options) =>
      observed("deletecollection", kind, "", undefined, () => client.deleteCollection(kind, options)),
  };
}

/** `patch HelloMachine/m1 status` */
export function describeWrite({ verb, kind, name, subresource }: Write): string {
  return `${verb} ${kind}/${name}${subresource === undefined ? "" : ` ${subresource}`}`;
}
