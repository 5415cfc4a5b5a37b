import { execFile } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const module = path.join(import.meta.dirname, "../../src/memory/young-generation.ts");

// The size, in MiB, while objects were retained and it was limited, then while it could grow, and after a period at rest. V8 adds and
// removes pages before its next collection, so the minimum over the second half of the objects counts.
const program = `
  import { adaptYoungGeneration, holdYoungGeneration } from ${JSON.stringify(module)};
  import { setImmediate as immediate, setTimeout as delay } from "node:timers/promises";
  import { getHeapSpaceStatistics } from "node:v8";
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size / 2 ** 20;
  const kept = [];
  const keep = async () => {
    let least = Infinity;
    for (let count = 0; count < 300_000; count += 1) {
      kept.push({ count, text: "t" + count });
      if (count % 10_000 === 0) await immediate();
      if (count % 1_000 === 0 && count >= 150_000) least = Math.min(least, size());
    }
    return least;
  };
  holdYoungGeneration();
  const held = await keep();
  adaptYoungGeneration({ restMs: 200 });
  const grown = await keep();
  for (let waited = 0; size() > held && waited < 400; waited += 1) await delay(50);
  console.log(JSON.stringify({ held, grown, rested: size(), kept: kept.length }));
`;

test("the young generation stays small while limited, grows under load, and shrinks at rest", async () => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  const { held, grown, rested } = JSON.parse(stdout) as { held: number; grown: number; rested: number };
  expect(held).toBeLessThanOrEqual(2);
  expect(grown).toBeGreaterThan(4);
  expect(grown).toBeLessThanOrEqual(16);
  expect(rested).toBeLessThanOrEqual(held);
});
