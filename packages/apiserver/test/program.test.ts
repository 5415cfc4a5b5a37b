import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

test("the program serves, writes a kubeconfig for its owner only, and removes it on shutdown", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "program-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  const main = path.join(import.meta.dirname, "../src/main.ts");
  const child = spawn(process.execPath, ["--conditions=source", main, "--kubeconfig-out", kubeconfig], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
  while (!output.join("").includes("Wrote a kubeconfig")) await once(child.stderr, "data");
  expect(output.join("")).toMatch(/^Serving on https:\/\/127\.0\.0\.1:\d+\n/);
  expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(existsSync(kubeconfig)).toBe(false);
  rmSync(folder, { recursive: true });
});
