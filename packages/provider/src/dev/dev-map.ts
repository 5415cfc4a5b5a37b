import { subscribe } from "node:diagnostics_channel";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** The environment variable in which `capstan dev` names the folder for what has to survive its restarts. */
export const devStateVariable = "CAPSTAN_DEV_STATE";

/** The channel of `node:diagnostics_channel` on which `capstan dev` has clouds in memory lose something: a {@link DevLoss}. */
export const devLossChannel = "capstan:dev:lose";

/** What a cloud in memory is to lose. */
export interface DevLoss {
  /** Names under which it may be known: its id, its provider ID, the name of its object. */
  readonly keys: readonly string[];
  /** How many entries were lost; each map adds its own. */
  count: number;
}

/**
 * What a cloud in memory has, for tests and first steps. Under `capstan dev`, which starts the process again at every change, it is there
 * again afterwards, as the objects on the server are; anywhere else it is a new Map that is kept nowhere.
 *
 * @param name - of a file, one for each map of a program.
 * @typeParam V - what JSON has: a change within a value is kept only once the value is set again.
 * @throws SyntaxError - what was kept is not JSON.
 *
 * @example
 * ```ts
 * import { devMap } from "@capstan/provider";
 *
 * const servers = devMap<{ readonly state: string }>("servers");
 * servers.set("m1", { state: "starting" });
 * servers.set("m1", { state: "running" }); // a new value, so that it is kept
 * console.log(servers.get("m1"));
 * ```
 */
export function devMap<V>(name: string): Map<string, V> {
  const folder = process.env[devStateVariable];
  return folder === undefined ? new Map<string, V>() : new KeptMap<V>(path.join(folder, `${name}.json`));
}

/** A map in a file: each change is there before the next line of the program runs. */
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

  /** A process that is killed meanwhile leaves the file as it was. */
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
