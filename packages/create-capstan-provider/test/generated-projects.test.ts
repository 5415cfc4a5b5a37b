import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { scaffold } from "create-capstan-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providerTypes } from "../src/names.ts";
import { root } from "./generated-projects.ts";

const execute = promisify(execFile);

/** What vitest's JSON reporter prints. */
interface Report {
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

describe.each(providerTypes)("a new %s provider", (type) => {
  let folder: string;
  beforeAll(async () => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), "capstan-generated-")), "project");
    await scaffold({ folder, type, name: "hello" });
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  });
  afterAll(() => {
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });

  test(
    "passes its own tests, and fulfills the contract, before a line of it is changed",
    { timeout: 240_000 },
    async () => {
      const titles = titlesOf(await runTests(folder));
      expect(titles.filter(({ status }) => status !== "passed")).toEqual([]);
      // The rules that scaffolds have broken, one for each type.
      expect(titles.some(({ title }) => title.includes("CT-017"))).toBe(true);
      expect(titles.some(({ title }) => title.includes("BH-011"))).toBe(type === "bootstrap");
    },
  );
});

async function runTests(folder: string): Promise<Report> {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const config = path.join(import.meta.dirname, "vitest.generated.config.ts");
  const output = path.join(folder, "report.json");
  const options = ["run", "--root", folder, "--config", config, "--reporter=json", "--outputFile", output];
  // It fails when a test does: the report says which.
  await execute(process.execPath, [vitest, ...options]).catch(() => undefined);
  return JSON.parse(readFileSync(output, "utf8")) as Report;
}

function titlesOf({ testResults }: Report): { title: string; status: string }[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: fullName, status })),
  );
}
