import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../../..");

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly { readonly run?: string; readonly env?: Record<string, string> }[] };
}

const action = load(await readFile(path.join(root, "action.yml"), "utf8")) as Action;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "action-"));
  // A replacement for npx, which would query the registry: it prints its arguments.
  await writeFile(path.join(folder, "npx"), '#!/bin/bash\nprintf "<%s>" "$@"\nexit "${CHECK_STATUS:-0}"\n');
  await chmod(path.join(folder, "npx"), 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

/** The script of the action with these inputs. */
function run(inputs: Readonly<Record<string, string>>, status = 0) {
  const step = action.runs.steps.find((each) => each.run !== undefined);
  const given = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, value]) => {
      const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? [];
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ""];
    }),
  );
  const env = { PATH: `${folder}:${process.env.PATH ?? ""}`, CHECK_STATUS: String(status), ...given };
  return spawnSync("bash", ["-eo", "pipefail", "-c", step?.run ?? ""], { cwd: folder, encoding: "utf8", env });
}

const sarif = () => readFile(path.join(folder, "capstan-check.sarif"), "utf8");

test("the action checks the paths with the options and writes a SARIF log", async () => {
  const { stdout, status } = run({ paths: "components.yaml config/crd", args: "--sig-sponsored --level may" });
  expect(stdout).toBe("<--yes><capstan@0.1.0><check><--sig-sponsored><--level><may><components.yaml><config/crd>");
  expect(await sarif()).toContain("<may><--sarif><components.yaml><config/crd>");
  expect(status).toBe(0);
});

test("the action fails like the checker, after writing the log", async () => {
  expect(run({ paths: "a.yaml" }, 1).status).toBe(1);
  expect(await sarif()).toBe("<--yes><capstan@0.1.0><check><--sarif><a.yaml>");
});

test("inputs are split into words and never executed", () => {
  const { stdout } = run({ paths: "a.yaml $(touch x) `touch x` ; touch x", args: "--role A=none" });
  expect(stdout).toContain("<a.yaml><$(touch><x)><`touch><x`><;><touch><x>");
});

test("the action runs the version of its release, and its inputs are those of docs/check.md", async () => {
  const { version } = JSON.parse(await readFile(path.join(root, "packages/cli/package.json"), "utf8")) as {
    readonly version: string;
  };
  expect(action.inputs.version?.default).toBe(version);
  const page = await readFile(path.join(root, "docs/check.md"), "utf8");
  const documented = Array.from(page.matchAll(/^\| `([\w-]+)` +\|.*\|.*\|$/gm), ([, name]) => name);
  expect(documented).toEqual(Object.keys(action.inputs));
});
