import { subscribe } from "node:diagnostics_channel";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** The environment variable in which `capstan dev` passes the folder for state that must survive its restarts. */
export const devStateVariable = "CAPSTAN_DEV_STATE";

/** The channel of `node:diagnostics_channel` on which `capstan dev` makes in-memory clouds lose entries: a {@link DevLoss}. */
export const devLossChannel = "capstan:dev:lose";

/** An entry that an in-memory cloud must lose. */
export interface DevLoss {
  /** The keys that may identify the entry: its id, its provider ID, the name of its object. */
  readonly keys: readonly string[];
  /** How many entries were lost; each map adds its own count. */
  count: number;
}

/**
 * The contents of an in-memory cloud, for tests and first steps. `capstan dev` restarts the process after every change; the map then has
 * its contents again, as the API server has its objects. Without `capstan dev` it is a new Map that is not stored anywhere.
 *
 * @param name - the file name; each map of a program needs its own.
 * @typeParam V - a JSON value. A change inside a value is stored only when you set the value again.
 * @throws SyntaxError - the stored file is not JSON.
 *
 * @example
 * ```ts
 * import { devMap } from "@capstan/provider";
 *
 * const servers = devMap<{ readonly state: string }>("servers");
 * servers.set("m1", { state: "starting" });
 * servers.set("m1", { state: "running" }); // set again, so that the change is stored
 * console.log(servers.get("m1"));
 * ```
 */
export function devMap<V>(name: string): Map<string, V> {
  const folder = process.env[devStateVariable];
  return folder === undefined ? new Map<string, V>() : new KeptMap<V>(path.join(folder, `${name}.json`));
}

/** A map that writes each change to a file synchronously. */
class KeptMap<V> extends Map<string, V> {
  readonly #file: string;

  constructor(file: string) {
    super();
    this.#file = file;
    for (const [key, value] of entriesIn<V>(file)) super.set(key, value);
    subscribe(devLossChannel, (message) => {
      const loss = message as DevLoss;
      loss.count += loss.keys.filter((key) => this.delete(key)).length;
    });
  }

  override set(key: string, value: V): this {
    super.set(key, value);
    this.#keep();
    return this;
  }

  override delete(key: string): boolean {
    const had = super.delete(key);
    if (had) this.#keep();
    return had;
  }

  override clear(): void {
    super.clear();
    this.#keep();
  }

  /** Writes a new file and renames it, so that a process killed meanwhile leaves the old file intact. */
  #keep(): void {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this]), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function entriesIn<V>(file: string): readonly (readonly [string, V])[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as [string, V][];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
