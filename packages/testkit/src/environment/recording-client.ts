import type { Client } from "@capstan/runtime";

/** A write that the API server accepted. */
export interface Write {
  /** The manager that wrote: "provider", "core", "bootstrap-kubeadm" or "infrastructure-mock". */
  readonly by: string;
  readonly verb: "create" | "update" | "patch" | "delete";
  readonly kind: string;
  readonly name: string;
  readonly subresource?: string;
}

/** A client that notes every write it made, in the order of the answers. */
export function recordingClient(client: Client, by: string, record: (write: Write) => void): Client {
  const note = (
    verb: Write["verb"],
    kind: { readonly kind: string },
    name: string,
    options: { readonly subresource?: string } = {},
  ) => {
    record({ by, verb, kind: kind.kind, name, ...(options.subresource === undefined ? {} : options) });
  };
  return {
    server: client.server,
    userAgent: client.userAgent,
    get: (kind, key, options) => client.get(kind, key, options),
    list: (kind, options) => client.list(kind, options),
    watch: (kind, options) => client.watch(kind, options),
    watchBatches: (kind, options) => client.watchBatches(kind, options),
    request: (method, path, body, options) => client.request(method, path, body, options),
    close: () => client.close(),
    create: async (kind, object, options) => {
      const created = await client.create(kind, object, options);
      note("create", kind, created.metadata.name, subresourceOf(options));
      return created;
    },
    replace: async (kind, object, options) => {
      const replaced = await client.replace(kind, object, options);
      note("update", kind, replaced.metadata.name, subresourceOf(options));
      return replaced;
    },
    patch: async (kind, key, patch, options) => {
      const patched = await client.patch(kind, key, patch, options);
      note("patch", kind, key.name, subresourceOf(options));
      return patched;
    },
    delete: async (kind, key, options) => {
      const result = await client.delete(kind, key, options);
      note("delete", kind, key.name);
      return result;
    },
  };
}

function subresourceOf(options: { readonly subresource?: string } | undefined): { subresource?: string } {
  return options?.subresource === undefined ? {} : { subresource: options.subresource };
}

/** `patch HelloMachine/m1 status` */
export function describeWrite({ verb, kind, name, subresource }: Write): string {
  return `${verb} ${kind}/${name}${subresource === undefined ? "" : ` ${subresource}`}`;
}
