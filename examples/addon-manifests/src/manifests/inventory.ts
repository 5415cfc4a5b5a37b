import { type Client, ConfigMap, isNotFound } from "@capstan/provider";
import { isManifest, type Manifest } from "./manifest.ts";

/** What a set has in a workload cluster. */
export interface Inventory {
  /** The hash of the manifests that are all applied; undefined while they are being applied. */
  readonly hash?: string;
  /** The objects of the set, as manifests without content. */
  readonly objects: readonly Manifest[];
}

const namespace = "kube-system";

/**
 * The inventory of a set, in a ConfigMap of the workload cluster: it is there even if the management cluster is restored or moved, and says
 * what to delete after the manifests are gone.
 */
export class StoredInventory {
  readonly #client: Client;
  readonly #name: string;
  readonly #signal: AbortSignal;

  constructor(client: Client, name: string, signal: AbortSignal) {
    this.#client = client;
    this.#name = `manifest-set-${name}`;
    this.#signal = signal;
  }

  /** Undefined if nothing was ever applied. */
  async read(): Promise<Inventory | undefined> {
    try {
      const { data } = await this.#client.get(ConfigMap, this.#key, { signal: this.#signal });
      return parsed(data ?? {});
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async write({ hash, objects }: Inventory): Promise<void> {
    const data = { objects: JSON.stringify(objects), ...(hash === undefined ? {} : { hash }) };
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: this.#key, data };
    const patch = { type: "apply", fieldManager: "manifest-set", force: true, body } as const;
    await this.#client.patch(ConfigMap, this.#key, patch, { signal: this.#signal });
  }

  async delete(): Promise<void> {
    try {
      await this.#client.delete(ConfigMap, this.#key, { signal: this.#signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  get #key() {
    return { name: this.#name, namespace };
  }
}

/** Administrators of the workload cluster may have changed it. */
function parsed({ hash, objects = "[]" }: Readonly<Record<string, string>>): Inventory {
  const known: readonly unknown[] = listIn(objects);
  return { objects: known.filter(isManifest), ...(hash === undefined ? {} : { hash }) };
}

function listIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
