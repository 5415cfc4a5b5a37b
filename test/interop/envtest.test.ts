import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { hasGo } from "@capstan/harness/has-go";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const bin = path.join(import.meta.dirname, "../../packages/apiserver/bin/capstan-apiserver.js");
const real = process.env.KUBEBUILDER_ASSETS ?? "";

describe.runIf(hasGo() && real !== "")("controller-runtime's envtest", () => {
  let folder: string;
  let program: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "capstan-envtest-"));
    program = path.join(folder, "program");
    await run("go", ["build", "-mod=readonly", "-o", program, "./envtest"], {
      cwd: path.join(import.meta.dirname, "../load/clients/go"),
    });
    await run(process.execPath, [bin, "envtest", path.join(folder, "assets")]);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function findings(assets: string, ...args: readonly string[]): Promise<unknown> {
    const { stdout } = await run(program, args, { env: { ...process.env, KUBEBUILDER_ASSETS: assets } });
    return JSON.parse(stdout);
  }

  test("starts the embedded server like the real one, and a controller's tests have the same results", async () => {
    const theirs = await findings(real);
    const ours = await findings(path.join(folder, "assets"));
    expect(theirs).toEqual({
      secret: "value",
      widget: "4",
      refused: true,
      reconciled: "hello",
      others: 0,
      user: "Active",
    });
    expect(ours).toEqual(theirs);
  });

  test("lets a Go test inject faults into the embedded server", async () => {
    const answers = await findings(path.join(folder, "assets"), "faults");
    expect(answers).toEqual(["ServiceUnavailable", "ServiceUnavailable", ""]);
  });
});
