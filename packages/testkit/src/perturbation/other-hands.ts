import type { ResourceKind } from "@capstan/contract";
import { ArgumentError, without } from "@capstan/kube";
import { type Client, isNotFound } from "@capstan/runtime";
import type { InstalledKinds } from "./installed-kinds.ts";
import { nameOf } from "./normalized-state.ts";
import type { ObservedWorld } from "./observed-world.ts";
import { touchAnnotation } from "./touch-annotation.ts";

interface Parts {
  readonly client: Client;
  readonly kinds: InstalledKinds;
  readonly observed: ObservedWorld;
}

/** Concurrent writes of other clients to the same objects. */
export class OtherHands {
  readonly #parts: Parts;
  #touches = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Writes a meaningless annotation to each object of these kinds. */
  async touchAll(names: readonly string[]): Promise<void> {
    const { client, kinds, observed } = this.#parts;
    this.#touches += 1;
    const body = { metadata: { annotations: { [touchAnnotation]: String(this.#touches) } } };
    for (const name of names) {
      const kind = kinds.named(name);
      if (kind === undefined) continue;
      for (const { metadata } of observed.ofKind(name)) {
        await client.patch(kind, metadata, { type: "merge", body }).catch(unlessGone);
      }
    }
  }

  /**
   * Deletes an object, if it exists, and recreates it with the same content and another uid.
   *
   * @param name - `Secret/m1`.
   */
  async replace(name: string): Promise<void> {
    const { client, kinds, observed } = this.#parts;
    const [kindName = ""] = name.split("/");
    const kind: ResourceKind | undefined = kinds.named(kindName);
    if (kind === undefined) throw new ArgumentError(`Kind ${kindName} is not installed, so ${name} cannot be replaced`);
    const object = observed.ofKind(kindName).find((each) => nameOf(each) === name);
    if (object === undefined) return;
    const metadata = without(object.metadata, "uid", "resourceVersion", "creationTimestamp", "generation");
    await client.delete(kind, object.metadata).catch(unlessGone);
    await client.create(kind, { ...object, metadata });
  }
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
