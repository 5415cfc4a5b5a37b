import { execFile } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const module = path.join(import.meta.dirname, "../../src/memory/small-heap.ts");

// The largest young generation, in MiB, with less than 40 MiB retained, and with more than 100 MiB retained.
const program = `
  import { setImmediate as immediate } from "node:timers/promises";
  import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";
  import { keepHeapSmall } from ${JSON.stringify(module)};
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size / 2 ** 20;
  const kept = [];
  const largestUntil = async (mebibytes) => {
    let largest = 0;
    while (getHeapStatistics().used_heap_size < mebibytes * 2 ** 20) {
      for (let count = 0; count < 500; count += 1) kept.push({ count, text: "t" + count });
      for (let turn = 0; turn < 3; turn += 1) await immediate();
      largest = Math.max(largest, size());
    }
    return largest;
  };
  keepHeapSmall();
  console.log(JSON.stringify({ small: await largestUntil(40), large: await largestUntil(160), kept: kept.length }));
`;

async function sizes(nodeFlags: readonly string[]): Promise<{ small: number; large: number }> {
  const { stdout } = await run(process.execPath, [...nodeFlags, "--input-type=module", "--eval", program]);
  return JSON.parse(stdout) as { small: number; large: number };
}

test("the young generation stays small in a small heap, and grows in a large one", async () => {
  const { small, large } = await sizes([]);
  // V8 may double it once more before a program notices the collection that should prevent it.
  expect(small).toBeLessThanOrEqual(10);
  expect(large).toBeGreaterThan(10);
});

test("an operator's setting for the young generation is unchanged", async () => {
  const { small } = await sizes(["--min-semi-space-size=16", "--max-semi-space-size=16"]);
  expect(small).toBeGreaterThan(16);
});

// Separate functions for each heap size, because compiled code stays compiled.
const busy = (where: string): string => `
  const work${where} = (sum, index) => (sum + index * 3) % 1_000_003;
  const busy${where} = async () => {
    let sum = 0;
    for (let turn = 0; turn < 150; turn += 1) {
      for (let index = 0; index < 200_000; index += 1) sum = work${where}(sum, index);
      await elapsed(1);
    }
    return sum;
  };
  await busy${where}();
`;
const busyProgram = `
  import { setTimeout as elapsed } from "node:timers/promises";
  import { getHeapStatistics } from "node:v8";
  import { keepHeapSmall } from ${JSON.stringify(module)};
  keepHeapSmall();
  const kept = [];
  ${busy("InSmallHeap")}
  while (getHeapStatistics().used_heap_size < 160 * 2 ** 20) {
    for (let count = 0; count < 5_000; count += 1) kept.push({ count, text: "t" + count });
    await elapsed(0);
  }
  ${busy("InLargeHeap")}
  console.log(kept.length);
`;

test("V8's top compiler is idle in a small heap, and works in a large one", async () => {
  const { stdout } = await run(process.execPath, ["--trace-opt", "--input-type=module", "--eval", busyProgram]);
  const compiled = stdout.split("\n").filter((line) => line.startsWith("[completed compiling"));
  const compilersOf = (name: string) =>
    new Set(compiled.filter((line) => line.includes(name)).map((line) => /target (\w+)/.exec(line)?.[1]));
  expect(compilersOf("InSmallHeap")).toEqual(new Set(["MAGLEV"]));
  // Either of the two, because the caller may inline the other.
  expect(compilersOf("InLargeHeap")).toContain("TURBOFAN_JS");
});
