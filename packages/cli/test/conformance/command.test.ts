import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { dump } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ShellConfig } from "../../../../examples/bootstrap-shell/src/api/shell-config.ts";

const main = path.join(import.meta.dirname, "../../src/main.ts");
const shell = path.join(import.meta.dirname, "../../../../examples/bootstrap-shell/src/main.ts");
const provider = `${process.execPath} --conditions=source ${shell} --leader-elect=false --health-addr=127.0.0.1:{port} --diagnostics-address=127.0.0.1:{port}`;

let folder: string;
let crds: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "capstan-conformance-test-"));
  crds = path.join(folder, "crds.yaml");
  await writeFile(crds, ShellConfig.crds.map((crd) => dump(crd, { noRefs: true })).join("---\n"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The command in a separate process. */
async function conformance(...args: readonly string[]) {
  const child = spawn(process.execPath, ["--conditions=source", main, "conformance", ...args]);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, status };
}

describe("capstan conformance", () => {
  test("exits with 0 if no rule is broken", async () => {
    const run = await conformance("--provider", provider, "--crds", crds, "--only", "bc-017", "--quiet", "1");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain(
      "ok        BC-004, BC-017, BS-001: names its existing Secret in the write that reports completion",
    );
  });

  test("exits with 1 and the reason if the API server rejects a sample", async () => {
    const samples = path.join(folder, "no-endpoint.yaml");
    const spec = { controlPlaneEndpoint: { host: "", port: 0 } };
    const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "c" }, spec };
    await writeFile(samples, dump(cluster));
    const options = ["--only", "BC-017", "--output", "json"];
    const run = await conformance("--provider", provider, "--crds", crds, "--manifest", samples, ...options);
    expect(run.status).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      cases: [{ finding: { found: expect.stringContaining("spec.controlPlaneEndpoint.host") as string } }],
      counts: { broken: 0, blocked: 3 },
    });
  });

  test.each([
    [["--crds", "nowhere"], /required option '--provider/],
    [["--provider", "true", "--crds", "nowhere"], /nowhere: cannot be read/],
    [["--provider", "running", "--crds", "x"], /needs --kubeconfig/],
    [["--provider", "true", "--crds", "x", "--only", "pause"], /PAUSE is not a rule/],
    [["--provider", "true", "--crds", "x", "--parallel", "0"], /whole number/],
    [["--provider", "true", "--crds", "x", "--server", "real", "--kubeconfig", "k"], /cannot be used with/],
  ])("rejects %j with exit status 2", async (args, message) => {
    const run = await conformance(...args);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(message);
  });
});
