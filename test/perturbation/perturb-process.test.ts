import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boxCRD, boxManager } from "../../packages/testkit/test/perturbation/process/box.ts";
import { runPerturb } from "../../packages/cli/src/perturb/run-perturb.ts";

// Each run starts a process, kills it and starts another.
const timeout = 120_000;

let folder = "";
let output = "";
let errors = "";
beforeEach(() => {
  [output, errors] = ["", ""];
  folder = mkdtempSync(path.join(tmpdir(), "perturb-"));
  vi.spyOn(process.stdout, "write").mockImplementation((text) => ((output += String(text)), true));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => ((errors += String(text)), true));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: object): string {
  const written = path.join(folder, name);
  writeFileSync(written, JSON.stringify(content));
  return written;
}

/** The command for a manager of Boxes, with one Box. */
function perturbBox(provider: string, options: object = {}): Promise<number> {
  const box = { apiVersion: "test.capstan.dev/v1", kind: "Box", metadata: { name: "b1", namespace: "default" } };
  const files = { crds: [file("crds.json", boxCRD)], objects: [file("box.json", box)] };
  const time = { quiet: 1, within: 10, pairs: 0, seed: 1, list: false, json: false };
  return runPerturb(undefined, { provider, ...files, ...time, ...options });
}

test(
  "a manager that forgets its created object is reported with the leftovers and a command to repeat it",
  { timeout },
  async () => {
    expect(await perturbBox(boxManager("careless"), { only: ["crash-after"], points: 1 })).toBe(1);
    expect(output).toContain("Secret/b1-*: 2 instead of 1");
    expect(output).toMatch(
      /again: capstan perturb --provider '.+' --crds \S+ --objects \S+ .*--schedule "crash after write 1: create Secret"/,
    );
  },
);

test("a manager that writes nothing is rejected because nothing was tried", { timeout }, async () => {
  expect(await perturbBox(boxManager("idle"))).toBe(2);
  expect(errors).toContain("has no write or call to disturb");
});

test("CRDs without the kind of an object are rejected unless --watches names the watched kinds", async () => {
  const secret = file("secret.json", { apiVersion: "v1", kind: "Secret", metadata: { name: "s1" } });
  expect(await perturbBox(boxManager("careful"), { objects: [secret] })).toBe(2);
  expect(errors).toContain("pass --watches");
});
