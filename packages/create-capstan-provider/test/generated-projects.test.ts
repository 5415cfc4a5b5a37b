import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { parseManifests } from "@capstan/kube";
import { type ProviderChoices, scaffold } from "create-capstan-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./generated-projects.ts";

const execute = promisify(execFile);

/** The output of vitest's JSON reporter. */
interface Report {
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const group = "hello.example.com";
const scaffolds: readonly (readonly [string, Omit<ProviderChoices, "name">])[] = [
  ["bootstrap provider", { type: "bootstrap", group }],
  ["control plane provider", { type: "control-plane", group }],
  ["control plane provider with Machines", { type: "control-plane", group, machines: true }],
  ["infrastructure provider", { type: "infrastructure", group }],
  ["infrastructure provider with pools", { type: "infrastructure", group, machinePool: true }],
  ["IPAM provider", { type: "ipam", group }],
  ["add-on provider", { type: "addon", group }],
  ["runtime extension", { type: "runtime-extension" }],
];

describe.each(scaffolds)("a new %s", (_, choices) => {
  let folder: string;
  beforeAll(async () => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), "capstan-generated-")), "project");
    await scaffold({ folder, name: "hello", ...choices });
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  });
  afterAll(() => {
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });

  test("passes its own tests, and fulfills the contract, before a line of it is changed", async () => {
    const titles = titlesOf(await runTests(folder));
    expect(titles.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(titles).not.toEqual([]);
    // Rules that scaffolds have broken.
    const hasMachines = !["ipam", "addon", "runtime-extension"].includes(choices.type);
    expect(titles.some(({ title }) => title.includes("CT-017"))).toBe(hasMachines);
    const hasConfigs = choices.type === "bootstrap" || choices.machines === true;
    expect(titles.some(({ title }) => title.includes("BH-011"))).toBe(hasConfigs);
    expect(titles.some(({ title }) => title.includes("MP-003"))).toBe(choices.machinePool === true);
  });

  test("has a release in which nothing is wrong, of the image with its version", async () => {
    const { scripts } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
    const command = scripts.manifests.replaceAll(/\bcapstan (?=generate|check)/g, `${capstan} `);
    const { stdout } = await execute("bash", ["-ec", command], { cwd: folder });
    // Only infrastructure providers have a sample cluster template.
    const mays = choices.type === "infrastructure" ? 0 : 1;
    expect(stdout).toContain(`Findings: 0 MUST, 0 SHOULD, ${mays} MAY`);
    const [release = ""] = globSync("release/*/v0.1.0", { cwd: folder });
    expect(release).toBe(`release/${choices.type}-hello/v0.1.0`);
    const [components = ""] = globSync(path.join(folder, release, "*-components.yaml"));
    const deployment = parseManifests(components, readFileSync(components, "utf8")).find(isDeployment);
    // With what the project's own manifests add.
    const variable = "${HELLO_LOG_LEVEL:=0}";
    expect(deployment).toMatchObject({
      spec: {
        template: {
          spec: { containers: [{ name: "manager", image: expect.stringMatching(/:v0\.1\.0$/) as unknown }] },
        },
      },
    });
    expect(JSON.stringify(deployment)).toContain(`"--v=${variable}"`);
  });
});

const capstan = `${process.execPath} --conditions=source ${path.join(root, "packages/cli/src/main.ts")}`;

interface Manifest {
  readonly scripts: { readonly manifests: string };
}

function isDeployment(document: unknown): boolean {
  return (document as { readonly kind: string }).kind === "Deployment";
}

async function runTests(folder: string): Promise<Report> {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const config = path.join(import.meta.dirname, "vitest.generated.config.ts");
  const output = path.join(folder, "report.json");
  const options = ["run", "--root", folder, "--config", config, "--reporter=json", "--outputFile", output];
  // It fails when a test does; the report has the details.
  await execute(process.execPath, [vitest, ...options]).catch(() => undefined);
  return JSON.parse(readFileSync(output, "utf8")) as Report;
}

function titlesOf({ testResults }: Report): { title: string; status: string }[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: fullName, status })),
  );
}
