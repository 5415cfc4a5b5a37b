import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { DirectoryStore } from "../../src/cloud/cloud-store.ts";

const source = path.resolve(import.meta.dirname, "../../src/cloud/cloud-store.ts");
const cluster = { namespace: "default", name: "c" };

/**
 * Saves a machine with a record of this size, on a disk with a file limit of 16 KiB.
 * @returns the outcome
 */
function save(directory: string, machine: string, bytes: number): string {
  const program = `
    const { DirectoryStore } = await import(${JSON.stringify(source)});
    const store = new DirectoryStore(${JSON.stringify(directory)});
    await store.load();
    const record = { object: { name: "machine" }, machine: ${JSON.stringify(machine)}, filling: "x".repeat(${bytes}) };
    const outcome = await store.saveInstance(${JSON.stringify(cluster)}, record).then(() => "saved", (error) => error.code);
    await store.close();
    console.log(outcome);
  `;
  const limited = `ulimit -S -f 16; exec "$0" --conditions=source --input-type=module -e "$1"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", limited, process.execPath, program], { encoding: "utf8" });
  return stdout.trim() || stderr;
}

test("a machine without disk space is not saved, and its earlier record stays", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "full-disk-"));
  using closing = new DisposableStack();
  closing.defer(() => {
    rmSync(directory, { recursive: true });
  });
  const saved = async (): Promise<unknown[]> => {
    const store = new DirectoryStore(directory);
    const stored = await store.load();
    await store.close();
    return stored.flatMap(({ instances }) => instances.map((instance) => (instance as { machine?: unknown }).machine));
  };
  const store = new DirectoryStore(directory);
  await store.load();
  await store.saveCluster({ cluster } as Parameters<DirectoryStore["saveCluster"]>[0]);
  await store.close();
  expect(save(directory, "first", 10)).toBe("saved");
  expect(await saved()).toEqual(["first"]);
  // when a longer record does not fit
  expect(save(directory, "second", 100_000)).toBe("StateDirectoryUnusable");
  expect(await saved()).toEqual(["first"]);
  // and when there is space again
  expect(save(directory, "third", 10)).toBe("saved");
  expect(await saved()).toEqual(["third"]);
});
