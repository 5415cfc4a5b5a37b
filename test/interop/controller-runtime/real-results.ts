import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Run } from "./run-suite.ts";
import type { TestResult } from "./test-results.ts";

/** The stored form of a run on the real server. */
interface Kept {
  readonly seconds: number;
  readonly results: readonly (readonly [test: string, result: TestResult])[];
}

/** The results on the real server, stored in a folder for `--kept`. */
export class RealResults {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(suite: string): Promise<Run | undefined> {
    const json = await readFile(this.#fileOf(suite), "utf8").catch(() => undefined);
    if (json === undefined) return undefined;
    const { seconds, results } = JSON.parse(json) as Kept;
    return { seconds, results: new Map(results) };
  }

  async keep(suite: string, { seconds, results }: Run): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const kept: Kept = { seconds, results: [...results] };
    await writeFile(this.#fileOf(suite), JSON.stringify(kept, undefined, 2));
  }

  #fileOf(suite: string): string {
    return path.join(this.#folder, `${suite.replaceAll("/", "-")}.json`);
  }
}
