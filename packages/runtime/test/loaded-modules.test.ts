import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("the runtime does not load fetch, which costs each manager 13 MiB", async () => {
  const program = `
    await import("@capstan/runtime");
    console.log(JSON.stringify(process.moduleLoadList));
  `;
  const argv = ["--conditions=source", "--input-type=module", "--eval", program];
  const { stdout } = await run(process.execPath, argv, { cwd: import.meta.dirname });
  const loaded = JSON.parse(stdout) as readonly string[];

  expect(loaded).toContain("NativeModule _http_client");
  expect(loaded.filter((name) => name.includes("undici"))).toEqual([]);
});
