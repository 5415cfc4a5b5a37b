import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { deepCopy, isJsonObject } from "@capstan/kube";
import { ApiError, type Client } from "@capstan/runtime";
import type { Turns } from "./turns.ts";

/** A change as a watch delivers it; without an object: the object of this key was deleted. */
export interface Change {
  readonly kind: string;
  readonly name: string;
  readonly object: KubernetesObject | undefined;
  readonly version: number;
}

/** What the API server stores, with its rules for versions, preconditions and finalizers; every operation takes turns. */
export class SharedStore {
  readonly objects = new Map<string, KubernetesObject>();
  readonly #listeners = new Set<(change: Change) => void>();
  #version = 0;

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  all<T extends KubernetesObject>({ kind }: ResourceKind<T>): T[] {
    return [...this.objects].filter(([key]) => key.startsWith(`${kind}/`)).map(([, object]) => object as T);
  }

  put(object: KubernetesObject): KubernetesObject {
    this.#version += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.#version) };
    const stored = deepCopy<KubernetesObject>({ ...object, metadata });
    const {
      kind,
      metadata: { name },
    } = stored;
    const isGone = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
    if (isGone) this.objects.delete(`${kind}/${name}`);
    else this.objects.set(`${kind}/${name}`, stored);
    for (const listener of this.#listeners) {
      listener({ kind, name, object: isGone ? undefined : stored, version: this.#version });
    }
    return stored;
  }

  /** Stores a new object. Several have the same time of creation, which the API server stores in seconds. */
  create(object: KubernetesObject): KubernetesObject {
    const creationTimestamp = new Date(Date.UTC(2026, 0) + 1_000 * Math.floor(this.#version / 12)).toISOString();
    const uid = `uid-${String(this.#version + 1)}`;
    return this.put({ ...object, metadata: { ...object.metadata, uid, creationTimestamp } });
  }

  /** The client of a process. An operation takes effect between two turns, so that its answer may be late, or lost with the process. */
  client(process: string, turns: Turns): Client {
    const operation = async <T>(work: () => T): Promise<T> => {
      await turns.take(process);
      const result = work();
      await turns.take(process);
      return result;
    };
    return {
      get: ({ kind }: ResourceKind, { name }: { name: string }) =>
        operation(() => deepCopy<KubernetesObject>(this.#found(kind, name))),
      list: ({ kind }: ResourceKind, { labelSelector = "" }: { labelSelector?: string }) =>
        operation(() => {
          const [label = "", value] = labelSelector.split("=");
          const items = this.all({ kind } as ResourceKind).filter(({ metadata }) => metadata.labels?.[label] === value);
          return { items: items.map((each) => deepCopy<KubernetesObject>(each)) };
        }),
      create: ({ kind }: ResourceKind, object: KubernetesObject) =>
        operation(() => {
          if (this.objects.has(`${kind}/${object.metadata.name}`)) {
            throw refusal(409, "AlreadyExists", object.metadata.name);
          }
          return this.create(object);
        }),
      patch: ({ kind }: ResourceKind, { name }: { name: string }, { body }: { body: object }) =>
        operation(() => this.#patch(kind, name, body as { metadata?: Record<string, unknown> })),
      delete: (
        { kind }: ResourceKind,
        { name }: { name: string },
        { preconditions = {} }: { preconditions?: { uid?: string; resourceVersion?: string } },
      ) =>
        operation(() => {
          const found = this.#guarded(kind, name, preconditions);
          return this.put({ ...found, metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", ...found.metadata } });
        }),
    } as unknown as Client;
  }

  #patch(kind: string, name: string, body: { metadata?: Record<string, unknown> }): KubernetesObject {
    const found = this.#guarded(kind, name, body.metadata ?? {});
    return this.put(merged(found, body) as unknown as KubernetesObject);
  }

  #guarded(kind: string, name: string, { uid, resourceVersion }: { uid?: unknown; resourceVersion?: unknown }) {
    const found = this.#found(kind, name);
    const isSame =
      (uid === undefined || uid === found.metadata.uid) &&
      (resourceVersion === undefined || resourceVersion === found.metadata.resourceVersion);
    if (!isSame) throw refusal(409, "Conflict", name);
    return found;
  }

  #found(kind: string, name: string): KubernetesObject {
    const found = this.objects.get(`${kind}/${name}`);
    if (found === undefined) throw refusal(404, "NotFound", name);
    return found;
  }
}

function refusal(status: number, reason: string, name: string): ApiError {
  return new ApiError(`${name}: ${reason}`, { status, reason });
}

function merged(to: object, from: object): object {
  const fields = new Map<string, unknown>(Object.entries(to));
  for (const [name, value] of Object.entries(from)) {
    const present = fields.get(name);
    if (value === null) fields.delete(name);
    else fields.set(name, isJsonObject(value) && isJsonObject(present) ? merged(present, value) : value);
  }
  return Object.fromEntries(fields);
}
