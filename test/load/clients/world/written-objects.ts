import { type Client, ConfigMap, Namespace } from "@capstan/runtime";
import type { View } from "../measured/protocol.ts";

const workers = 20;
const payload = Array.from({ length: 1_024 }, (_, index) => "abcdefghijklmnopqrstuvwxyz0123456789"[(index * 7) % 36]);

const nameOf = (index: number): string => `object-${String(index).padStart(5, "0")}`;

/** Pending writes. */
export interface Plan {
  /** The state after the writes. */
  readonly view: View;
  readonly writes: number;
  readonly write: () => Promise<void>;
}

/** ConfigMaps of one namespace whose versions have increasing numbers. */
export class WrittenObjects {
  readonly namespace: string;
  readonly #client: Client;
  readonly #numbers = new Map<string, number>();
  #last = 0;

  private constructor(client: Client, namespace: string) {
    this.#client = client;
    this.namespace = namespace;
  }

  /** Creates ConfigMaps of about 1.5 KB each, including managed fields. */
  static async fill(client: Client, namespace: string, count: number): Promise<WrittenObjects> {
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const objects = new WrittenObjects(client, namespace);
    await spread(count, (index) => objects.#create(index, 0));
    return objects;
  }

  /** The current state. */
  get view(): View {
    return Object.fromEntries(this.#numbers);
  }

  /**
   * Changes each object in turn until there are at least `least` writes.
   * @param perSecond - 0: as fast as possible.
   */
  changes(least: number, perSecond: number): Plan {
    const names = [...this.#numbers.keys()];
    const rounds = Math.ceil(least / names.length);
    const first = this.#last + 1;
    this.#last += rounds;
    const writes = rounds * names.length;
    const write = async (): Promise<void> => {
      const startedMs = performance.now();
      await spread(writes, async (index) => {
        const waitMs = perSecond === 0 ? 0 : startedMs + (index / perSecond) * 1_000 - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        await this.#change(names[index % names.length] ?? "", first + Math.floor(index / names.length));
      });
    };
    return { view: Object.fromEntries(names.map((name) => [name, this.#last])), writes, write };
  }

  /** Deletes a tenth, recreates a tenth, creates a tenth, and changes the rest. */
  upheaval(): Plan {
    const count = this.#numbers.size;
    const tenth = Math.ceil(count / 10);
    this.#last += 1;
    const number = this.#last;
    const view = Array.from({ length: count }, (_, index): [string, number] => [nameOf(index + tenth), number]);
    const write = (): Promise<void> =>
      spread(count + tenth, async (index) => {
        if (index < 2 * tenth) await this.#delete(index);
        if (index >= tenth && index < 2 * tenth) await this.#create(index, number);
        else if (index >= count) await this.#create(index, number);
        else if (index >= tenth) await this.#change(nameOf(index), number);
      });
    return { view: Object.fromEntries(view), writes: count + 2 * tenth, write };
  }

  /** The server has its earlier state again; later writes nevertheless have higher numbers. */
  wentBack(view: View): void {
    this.#numbers.clear();
    for (const [name, number] of Object.entries(view)) this.#numbers.set(name, number);
  }

  async #create(index: number, number: number): Promise<void> {
    const name = nameOf(index);
    const annotations = { "bench/number": String(number) };
    await this.#client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name,
        namespace: this.namespace,
        labels: { app: "bench", shard: String(index % 16) },
        ...(number === 0 ? {} : { annotations }),
      },
      data: { payload: payload.join("") },
    });
    this.#numbers.set(name, number);
  }

  async #change(name: string, number: number): Promise<void> {
    const annotations = { "bench/number": String(number) };
    const key = { namespace: this.namespace, name };
    await this.#client.patch(ConfigMap, key, { type: "merge", body: { metadata: { annotations } } });
    this.#numbers.set(name, number);
  }

  async #delete(index: number): Promise<void> {
    await this.#client.delete(ConfigMap, { namespace: this.namespace, name: nameOf(index) });
    this.#numbers.delete(nameOf(index));
  }
}

/** Runs `work` for 0 to `count` - 1; the same worker always writes an object, so that its versions are in order. */
async function spread(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let index = worker; index < count; index += workers) await work(index);
    }),
  );
}
