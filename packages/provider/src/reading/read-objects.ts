import type { ObjectKey, ResourceKind } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Request } from "@capstan/runtime";

/** The reads of other kinds in a reconcile. */
export interface Reading {
  /** Records an object before it is read, even if it does not exist, so that no change of it is missed. */
  note(kind: ResourceKind, key: ObjectKey): void;
  /** Called after a successful reconcile: objects that it has not read no longer wake its object. */
  end(): void;
}

/** Remembers the objects that the last reconcile of each object has read, so that their changes wake it. */
export class ReadObjects {
  readonly #readOf = new Map<string, ReadonlySet<string>>();
  readonly #readersOf = new Map<string, Map<string, Request>>();

  /** Starts recording the reads of a reconcile. */
  begin(reader: Request): Reading {
    const id = objectKeyText(reader);
    const read = new Set<string>();
    return {
      note: (kind, key) => {
        const noted = readKey(kind, key);
        read.add(noted);
        this.#readOf.set(id, new Set([...(this.#readOf.get(id) ?? []), noted]));
        const readers = this.#readersOf.get(noted) ?? new Map<string, Request>();
        this.#readersOf.set(noted, readers.set(id, reader));
      },
      end: () => {
        this.#keepOnly(id, read);
      },
    };
  }

  /** Called when the reader is deleted. */
  forget(reader: Request): void {
    this.#keepOnly(objectKeyText(reader), new Set());
  }

  /** The objects whose last reconcile has read this object. */
  readersOf(kind: ResourceKind, key: ObjectKey): Request[] {
    return [...(this.#readersOf.get(readKey(kind, key))?.values() ?? [])];
  }

  #keepOnly(id: string, read: ReadonlySet<string>): void {
    for (const key of this.#readOf.get(id) ?? []) {
      if (read.has(key)) continue;
      const readers = this.#readersOf.get(key);
      readers?.delete(id);
      if (readers?.size === 0) this.#readersOf.delete(key);
    }
    if (read.size === 0) this.#readOf.delete(id);
    else this.#readOf.set(id, read);
  }
}

function readKey({ group, kind }: ResourceKind, key: ObjectKey): string {
  return `${kind}.${group} ${objectKeyText(key)}`;
}
