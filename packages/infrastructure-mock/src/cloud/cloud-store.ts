import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DirectoryLock, isMissingFile, StateDirectoryError } from "@capstan/apiserver/state-directory";
import type { ClusterRecord, InstanceRecord } from "./cloud-record.ts";
import type { NamespacedName } from "./cloud-objects.ts";

/** A stored cluster with its machines. */
export interface StoredCluster {
  readonly record: ClusterRecord;
  readonly instances: readonly InstanceRecord[];
}

/** The storage of the cloud. */
export interface CloudStore {
  /** Loads everything. No other process can load it until {@link close}. */
  load(): Promise<readonly StoredCluster[]>;
  saveCluster(record: ClusterRecord): Promise<void>;
  removeCluster(cluster: NamespacedName): Promise<void>;
  saveInstance(cluster: NamespacedName, record: InstanceRecord): Promise<void>;
  removeInstance(cluster: NamespacedName, name: string): Promise<void>;
  /** Where the cluster's API server keeps its state; undefined: in memory. */
  apiServerDirectory(cluster: NamespacedName): string | undefined;
  removeApiServer(cluster: NamespacedName): Promise<void>;
  /** Releases the store for other processes. */
  close(): Promise<void>;
}

/** Stores nothing beyond the process. */
export const memoryStore: CloudStore = {
  load: () => Promise.resolve([]),
  saveCluster: () => Promise.resolve(),
  removeCluster: () => Promise.resolve(),
  saveInstance: () => Promise.resolve(),
  removeInstance: () => Promise.resolve(),
  apiServerDirectory: () => undefined,
  removeApiServer: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Keeps each cluster in a folder `clusters/<namespace>/<name>`: `cluster.json`, `machines/<name>.json` and `apiserver/`.
 * Files are replaced as a whole, so that a process that is killed leaves the one before or the one after.
 */
export class DirectoryStore implements CloudStore {
  readonly #root: string;
  readonly #clusters: string;
  readonly #removed: string;
  #lock: DirectoryLock | undefined;

  constructor(directory: string) {
    this.#root = directory;
    this.#clusters = join(directory, "clusters");
    this.#removed = join(directory, "removed");
  }

  async load(): Promise<readonly StoredCluster[]> {
    await this.#acquire();
    await remove(this.#removed);
    const namespaces = await foldersIn(this.#clusters);
    const folders = await Promise.all(
      namespaces.map(async (namespace) => {
        const names = await foldersIn(join(this.#clusters, namespace));
        return names.map((name) => this.#folder({ namespace, name }));
      }),
    );
    const stored = await Promise.all(folders.flat().map((folder) => this.#loadCluster(folder)));
    return stored.filter((cluster) => cluster !== undefined);
  }

  async close(): Promise<void> {
    await this.#lock?.release();
    this.#lock = undefined;
  }

  saveCluster(record: ClusterRecord): Promise<void> {
    return replaceFile(this.#folder(record.cluster), "cluster.json", record);
  }

  async removeCluster(cluster: NamespacedName): Promise<void> {
    const folder = this.#folder(cluster);
    const doomed = join(this.#removed, randomUUID());
    await makeFolder(this.#removed);
    try {
      // Renamed first, so that a kill does not leave half a cluster for the next of that name.
      await rename(folder, doomed);
    } catch (error) {
      if (!isMissingFile(error))
        throw new StateDirectoryError(folder, "cannot be removed; remove it manually", { cause: error });
    }
    await remove(doomed);
  }

  saveInstance(cluster: NamespacedName, record: InstanceRecord): Promise<void> {
    return replaceFile(join(this.#folder(cluster), "machines"), `${segment(record.object.name)}.json`, record);
  }

  removeInstance(cluster: NamespacedName, name: string): Promise<void> {
    return remove(join(this.#folder(cluster), "machines", `${segment(name)}.json`));
  }

  apiServerDirectory(cluster: NamespacedName): string {
    return join(this.#folder(cluster), "apiserver");
  }

  removeApiServer(cluster: NamespacedName): Promise<void> {
    return remove(this.apiServerDirectory(cluster));
  }

  async #acquire(): Promise<void> {
    if (this.#lock !== undefined) return;
    await makeFolder(this.#root);
    this.#lock = await DirectoryLock.acquire(this.#root);
    if (this.#lock !== undefined) return;
    throw new StateDirectoryError(
      this.#root,
      "another process uses it; stop that process, or pass a different --state-dir to each",
    );
  }

  async #loadCluster(folder: string): Promise<StoredCluster | undefined> {
    const record = await readRecord<ClusterRecord>(join(folder, "cluster.json"));
    if (record === undefined) return undefined;
    const machines = join(folder, "machines");
    const names = (await entriesOf(machines)).map(({ name }) => name).filter((name) => name.endsWith(".json"));
    const instances = await Promise.all(names.map((name) => readRecord<InstanceRecord>(join(machines, name))));
    return { record, instances: instances.filter((instance) => instance !== undefined) };
  }

  #folder({ namespace, name }: NamespacedName): string {
    return join(this.#clusters, segment(namespace), segment(name));
  }
}

function segment(name: string): string {
  if (/^[A-Za-z0-9][-.\w]*$/.test(name)) return name;
  throw new StateDirectoryError(name, "cannot be the name of a folder or file");
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw new StateDirectoryError(folder, "cannot be listed; grant this process read access", { cause: error });
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function readRecord<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    // A parser's error would quote the file, which contains secrets.
    if (error instanceof SyntaxError)
      throw new StateDirectoryError(path, "is not JSON; remove the state directory to start again");
    throw new StateDirectoryError(path, "cannot be read; grant this process read access", { cause: error });
  }
}

async function replaceFile(folder: string, name: string, value: unknown): Promise<void> {
  await makeFolder(folder);
  const path = join(folder, name);
  try {
    await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch (error) {
    throw new StateDirectoryError(path, "cannot be written; free disk space, or grant this process write access", {
      cause: error,
    });
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StateDirectoryError(path, "cannot be created; pass another --state-dir, or --in-memory", {
      cause: error,
    });
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
