import type { SeededRandom } from "@capstan/harness/random";
import { type Client, ConfigMap } from "@capstan/runtime";

const namespace = "default";

/** Writes about fifty ConfigMaps per second: about as many are created as deleted, and most are changed. */
export class Churn {
  readonly #client: Client;
  readonly #random: SeededRandom;
  readonly #population: number;
  readonly #names = new Set<string>();
  #created = 0;
  /** The writes that the server completed. */
  writes = 0;
  /** The writes that failed, for example while the server was down. */
  failures = 0;

  constructor(client: Client, random: SeededRandom, population: number) {
    this.#client = client;
    this.#random = random;
    this.#population = population;
  }

  /** Creates the missing part of the population. */
  async fill(): Promise<void> {
    while (this.#names.size < this.#population) await this.#create();
  }

  async step(): Promise<void> {
    const kind = this.#random.between(0, 9);
    try {
      if (kind === 0) await this.#delete();
      else if (this.#names.size < this.#population) await this.#create();
      else await this.#patch();
    } catch {
      this.failures += 1;
    }
  }

  async #create(): Promise<void> {
    this.#created += 1;
    const metadata = { name: `soak-${this.#created}`, namespace };
    // Recorded before the response: if that is lost, the object may exist nevertheless.
    this.#names.add(metadata.name);
    await this.#client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: this.#data() });
    this.writes += 1;
  }

  async #patch(): Promise<void> {
    const body = { data: this.#data() };
    await this.#client.patch(ConfigMap, { name: this.#pick(), namespace }, { type: "merge", body });
    this.writes += 1;
  }

  async #delete(): Promise<void> {
    const name = this.#pick();
    this.#names.delete(name);
    await this.#client.delete(ConfigMap, { name, namespace });
    this.writes += 1;
  }

  #pick(): string {
    const names = [...this.#names];
    return names[this.#random.between(0, names.length - 1)] ?? "";
  }

  #data(): Record<string, string> {
    return { value: String(this.#random.between(0, 1_000_000)).padStart(1_000, "0") };
  }
}
