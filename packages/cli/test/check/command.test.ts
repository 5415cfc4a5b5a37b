import { spawn } from "node:child_process";
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { ApiServer } from "@capstan/apiserver";
import { parseManifests, without } from "@capstan/kube";
import { createClient, CustomResourceDefinition } from "@capstan/runtime";
import { dump } from "js-yaml";
import { Errors } from "typebox/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCommand } from "../../src/check/command.ts";
import { FooCluster, FooMachine } from "../generate/foo-provider.ts";
import { sarifSchema } from "./sarif-schema.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const correct = [...FooMachine.crds, ...FooCluster.crds];
const [machine] = FooMachine.crds;
const broken = [{ ...machine, spec: { ...machine?.spec, scope: "Cluster" } }, ...correct.slice(1)];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstan check-"));
  await mkdir(join(folder, "correct"));
  await mkdir(join(folder, "broken"));
  for (const [index, crd] of correct.entries()) await writeFile(join(folder, "correct", `${index}.yaml`), dump(crd));
  await writeFile(join(folder, "broken", "crds.yaml"), yaml(broken));
});
afterAll(() => rm(folder, { recursive: true }));

/** The command in a separate process. */
async function capstan(args: readonly string[], input = "") {
  const child = spawn(process.execPath, ["--conditions=source", main, ...args]);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, status };
}

function yaml(documents: readonly unknown[]): string {
  return documents.map((document) => dump(document, { noRefs: true })).join("---\n");
}

describe("capstan check in a separate process", () => {
  test("exits with 0 if no MUST is broken, for a directory and for standard input", async () => {
    expect(await capstan(["check", join(folder, "correct")])).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining("Findings: 0 MUST") as string,
    });
    expect(await capstan(["check", "-"], yaml(correct))).toMatchObject({ status: 0, stderr: "" });
  });

  test("--fix applies all fixes in one run, including those that depend on others", async () => {
    const bare = correct.map(({ spec, metadata, ...crd }) => ({
      ...crd,
      metadata: { name: metadata.name },
      spec: { ...spec, versions: spec.versions.map((version) => without(version, "additionalPrinterColumns")) },
    }));
    const file = join(folder, "bare.yaml");
    await writeFile(file, yaml(bare));

    const first = await capstan(["check", file, "--fix"]);
    const fixed = await readFile(file, "utf8");
    const second = await capstan(["check", file, "--fix"]);

    expect(first).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/: fixed AR-006.*\n.*: fixed.*columns\n/s) as string,
    });
    expect(parseManifests(file, fixed)).toEqual(correct);
    expect(second).toMatchObject({ status: 0, stderr: "" });
    expect(await readFile(file, "utf8")).toBe(fixed);
  });

  test("exits with 1 if a MUST is broken, and names the rule and the location", async () => {
    const { status, stdout } = await capstan(["check", "-"], yaml(broken));
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^MUST {4}AR-003 .*\n.*\n.*\n {8}-:\d+:3 {2}CustomResourceDefinition foomachines\.foo\.example\.com/m,
    );
  });

  test.for([
    [["check", "absent"], "absent: cannot be read"],
    [["check"], "nothing to check"],
    [["check", "--baseline", "absent"], "absent: cannot be read"],
    [["check", "--json", "--sarif"], "cannot be used with"],
    [["check", "--role", "Foo"], "kind=role"],
    [["check", "--color"], "unknown option"],
    [["check", "--explain", "XX-001"], "XX-001 is not a rule"],
    [["generate", "crds"], "--from"],
  ] as const)("exits with 2 for %j and reports the reason", async ([args, why]) => {
    const { status, stderr, stdout } = await capstan(args);
    expect(stderr).toContain(why);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });

  test("prints one JSON object", async () => {
    const { stdout, status } = await capstan(["check", "--json", join(folder, "broken")]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      checked: { length: 4 },
      findings: [{ rule: "AR-003", level: "MUST", path: "spec.scope", actual: "Cluster" }],
      summary: { must: 1, should: 0, may: 0 },
    });
  });

  test("ignores suppressed findings and those in the baseline, which it can write", async () => {
    const [suppressions, baseline] = [join(folder, "s.yaml"), join(folder, "b.json")];
    await writeFile(suppressions, "suppressions: [{ rule: AR-003, reason: We are on it. }]");
    const left = await capstan(["check", "--suppressions", suppressions, join(folder, "broken")]);
    expect(left).toMatchObject({ status: 0, stderr: "" });
    expect(left.stdout).toContain("Findings: 0 MUST, 0 SHOULD, 0 MAY; 1 suppressed");
    expect(await capstan(["check", "--write-baseline", baseline, join(folder, "broken")])).toMatchObject({ status: 0 });
    const json = await capstan(["check", "--baseline", baseline, "--json", join(folder, "broken")]);
    expect(json.status).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({ findings: [], suppressed: [{ rule: "AR-003" }] });
  });

  test("prints a valid SARIF log", async () => {
    const suppressions = join(folder, "sarif.yaml");
    await writeFile(suppressions, "suppressions: [{ rule: AR-022, reason: We do not list them. }]");
    const { stdout, status } = await capstan([
      ...["check", "--sarif", "--level", "may", "--suppressions", suppressions],
      join(folder, "broken"),
    ]);
    expect(status).toBe(1);
    const log: unknown = JSON.parse(stdout);
    expect(Errors(sarifSchema, log)).toEqual([true, []]);
    expect(log).toMatchObject({ runs: [{ results: [{ ruleId: "AR-003", level: "error" }] }] });
  });

  test("checks a live server", async () => {
    await using server = await ApiServer.start();
    const kubeconfig = join(folder, "kubeconfig");
    await writeFile(kubeconfig, server.kubeconfig);
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    for (const crd of correct) await client.create(CustomResourceDefinition, { ...crd });
    await client.close();
    const { status, stdout } = await capstan(["check", "--kubeconfig", kubeconfig, "--group", "foo.example.com"]);
    expect(stdout).toContain("Checked 4 contract kinds");
    expect(status).toBe(0);
  });

  test("explains a rule as text and as JSON", async () => {
    const { stdout, status } = await capstan(["check", "--explain", "ar-003"]);
    expect(status).toBe(0);
    expect(stdout).toBe(`AR-003  Namespaced scope
  level       MUST
  says        Objects of the kind live in namespaces.
  at length   The CRD is namespace-scoped.
  applies to  BootstrapConfig, BootstrapConfigTemplate, InfraMachine, InfraMachineTemplate, InfraCluster, InfraClusterTemplate, InfraMachinePool, InfraMachinePoolTemplate, ControlPlane, ControlPlaneTemplate
  source      contracts/bootstrap-config.md: All resources: scope
              bootstrap.md@v1.8: Data Types > Bootstrap API resource, item 3
              contracts/infra-machine.md: All resources: scope
              contracts/infra-cluster.md: All resources: scope
  checked     by capstan check; shows in CRDs
  how         spec.scope equals Namespaced.
`);
    const json = await capstan(["check", "--explain", "AR-003", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ id: "AR-003", level: "MUST", isChecked: true });
    const dynamic = await capstan(["check", "--explain", "BH-001"]);
    expect(dynamic.stdout).toMatch(/^BH-001 {2}No Machine owner, no work\n/);
    expect(dynamic.stdout).toMatch(/^ {2}checked {5}shows in a running provider$/m);
    expect(dynamic.stdout).toMatch(/^ {2}given {7}a config without owner/m);
  });

  test("has every option in --help and in docs/check.md", async () => {
    const { stdout, status } = await capstan(["check", "--help"]);
    expect(status).toBe(0);
    const page = await readFile(join(import.meta.dirname, "../../../../docs/check.md"), "utf8");
    const { options } = checkCommand();
    expect(options).not.toEqual([]);
    for (const { long } of options) {
      expect(stdout).toContain(long);
      expect(page).toContain(long);
    }
  });
});
