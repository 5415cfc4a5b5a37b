import type {
  CustomResourceDefinition as Definition,
  CustomResourceDefinitionVersion,
  ObjectMeta,
  ResourceKind,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { Client } from "../client/client.ts";
import { Controller } from "../controller/controller.ts";
import type { ReconcileContext } from "../controller/reconciler.ts";
import { Result } from "../controller/result.ts";
import { createRequest } from "../enqueue/request.ts";
import type { Source } from "../enqueue/source.ts";
import { isForbidden, isNotFound } from "../errors/api-error.ts";
import { CustomResourceDefinition as Definitions } from "../kubernetes/custom-resource-definition.ts";
import { defineKind } from "../kubernetes/define-kind.ts";
import type { Manager } from "../manager/manager.ts";
import { earlierStoredVersions, storageVersionOf } from "./stored-versions.ts";

const pageSize = 500;
const remedy =
  "grant list and patch on its objects in all namespaces, and patch on the status of the CRD; for a provider, `capstan generate rbac` does";

/** Options of {@link migrateStorage}. */
export interface StorageMigrationOptions {
  /**
   * Whether to write the status, with the same content, instead of the object: webhooks of others, which review objects, are seldom
   * registered for a status. The CRD needs the subresource. If entries of `managedFields` are dropped, the object itself is written.
   * Default false.
   */
  readonly throughStatus?: boolean;
  /**
   * Whether to keep entries of `managedFields` in versions that are still served, so that fields that their owners omit from a manifest are
   * removed when they apply it. A later release drops these entries before it removes such a version. Default false.
   */
  readonly keepServedOwners?: boolean;
}

/**
 * Makes the leading process rewrite every object of a CRD if some may be stored in an earlier version than the storage version, and then
 * remove the earlier versions from `status.storedVersions`. Only then can a later release remove them from the CRD. `clusterctl upgrade`
 * did this up to Cluster API v1.12; since then each provider does it for its own kinds.
 *
 * Adds nothing to the manager if all objects are stored in the storage version. Without the permission, it logs a warning.
 *
 * @param crd - the CRD on the server.
 */
export function migrateStorage(manager: Manager, crd: Definition, options: StorageMigrationOptions = {}): void {
  if (earlierStoredVersions(crd).length === 0) return;
  const { name } = crd.metadata;
  const migration = new StorageMigration(manager.client, name, options);
  manager.add(
    new Controller({
      name: `storage-of-${crd.spec.names.plural}`,
      reconciler: { reconcile: (_request, context) => migration.run(context) },
      sources: [once(name)],
    }),
  );
}

interface ManagedFieldsEntry {
  readonly apiVersion?: string;
}

/**
 * The `managedFields` entries in one of these versions; `undefined` if all are. Once a version is removed, the API server could apply
 * nothing to an object with an entry in it (https://github.com/kubernetes/kubernetes/issues/111937).
 */
function ownersIn(apiVersions: ReadonlySet<string>, { managedFields = [] }: ObjectMeta): readonly object[] | undefined {
  const current = (managedFields as readonly ManagedFieldsEntry[]).filter(({ apiVersion = "" }) =>
    apiVersions.has(apiVersion),
  );
  if (current.length === managedFields.length) return undefined;
  // The API server ignores an empty list.
  return current.length === 0 ? [{}] : current;
}

/** A source of one request, at the start. */
function once(name: string): Source {
  return {
    key: `once:${name}`,
    start: (context) => {
      context.enqueue(createRequest(name));
      return { ready: Promise.resolve(), stop: () => undefined };
    },
  };
}

class StorageMigration {
  readonly #client: Client;
  readonly #name: string;
  readonly #options: StorageMigrationOptions;
  /** The objects that were written since the CRD has this generation: a retry continues after them. */
  #written: { readonly generation: number | undefined; readonly uids: Set<string> } | undefined;

  constructor(client: Client, name: string, options: StorageMigrationOptions) {
    this.#client = client;
    this.#name = name;
    this.#options = options;
  }

  async run(context: ReconcileContext): Promise<Result> {
    try {
      await this.#migrate(context);
    } catch (error) {
      if (!isForbidden(error)) throw error;
      const message =
        "Objects remain stored in an earlier version, because the API server does not allow the manager to write them";
      context.logger.warn(message, { crd: this.#name, error, remedy });
    }
    return Result.awaitChange();
  }

  async #migrate({ signal, logger }: ReconcileContext): Promise<void> {
    const key = { name: this.#name };
    const crd = await this.#client.get(Definitions, key, { signal });
    const storage = storageVersionOf(crd);
    const earlier = earlierStoredVersions(crd);
    if (storage === undefined || earlier.length === 0) return;
    logger.info("Rewriting objects in the storage version", { from: earlier, to: storage.name });
    await this.#writeAll(crd, storage, signal);
    const { resourceVersion } = crd.metadata;
    const body = { metadata: { resourceVersion }, status: { storedVersions: [storage.name] } };
    await this.#client.patch(Definitions, key, { type: "merge", body }, { subresource: "status", signal });
    logger.info("All objects are stored in the storage version", { version: storage.name });
  }

  /** @throws the error of the first object that could not be written, after trying all others. */
  async #writeAll(crd: Definition, storage: CustomResourceDefinitionVersion, signal: AbortSignal): Promise<void> {
    const { group, names, scope } = crd.spec;
    const { kind: name, plural } = names;
    const kind = defineKind({ group, version: storage.name, kind: name, plural, namespaced: scope === "Namespaced" });
    const { items } = await this.#client.list(kind, { metadataOnly: true, limit: pageSize, signal });
    const uids = this.#writtenSince(crd.metadata.generation);
    const apiVersions = this.#ownedIn(crd, storage);
    const failures: unknown[] = [];
    for (const { metadata } of items) {
      const { uid = "" } = metadata;
      if (uids.has(uid)) continue;
      try {
        await this.#write(kind, metadata, ownersIn(apiVersions, metadata), signal);
        uids.add(uid);
      } catch (error) {
        signal.throwIfAborted();
        if (!isNotFound(error)) failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Writes the object unchanged, except for dropped `managedFields`; those cannot be written through the status. */
  async #write(
    kind: ResourceKind,
    metadata: ObjectMeta,
    managedFields: readonly object[] | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { uid, resourceVersion } = metadata;
    const ofStatus = this.#options.throughStatus === true && managedFields === undefined;
    const body = { metadata: { uid, resourceVersion, ...(managedFields === undefined ? {} : { managedFields }) } };
    const options = { signal, ...(ofStatus ? ({ subresource: "status" } as const) : {}) };
    await this.#client.patch(kind, metadata, { type: "merge", body }, options);
  }

  /** The API versions in which `managedFields` entries may remain. */
  #ownedIn({ spec }: Definition, storage: CustomResourceDefinitionVersion): ReadonlySet<string> {
    const kept = spec.versions.filter(
      (version) => version === storage || (this.#options.keepServedOwners === true && version.served),
    );
    return new Set(kept.map(({ name }) => apiVersionOf({ group: spec.group, version: name })));
  }

  #writtenSince(generation: number | undefined): Set<string> {
    if (this.#written?.generation !== generation) this.#written = undefined;
    this.#written ??= { generation, uids: new Set() };
    return this.#written.uids;
  }
}
