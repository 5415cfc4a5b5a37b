import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseManifests } from "@capstan/kube";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const scaffold = path.join(root, "packages/create-capstan-provider/templates/shared");
const read = (...at: string[]): string => readFileSync(path.join(...at), "utf8");

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

describe("the scaffold's workflows", () => {
  const files = globSync(".github/workflows/*.yml", { cwd: scaffold });
  const workflows = files.map((file) => parseManifests(file, read(scaffold, file))[0] as Workflow);
  const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));
  const steps = jobs.flatMap(([, job]) => job.steps);

  test("use actions by their commits, and keep no credentials", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThanOrEqual(6);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/);
    for (const { uses, with: options } of steps) {
      if (uses?.startsWith("actions/checkout@") === true) expect(options?.["persist-credentials"]).toBe(false);
    }
  });

  test("may read the repository, and only the release may sign", () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({ contents: "read" });
    const more = jobs.filter(([, { permissions }]) => permissions !== undefined);
    expect(Object.fromEntries(more.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      release: { contents: "read", "id-token": "write", attestations: "write" },
    });
    for (const [, job] of jobs) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  test("say what a release consists of and where it was made", () => {
    const release = jobs.find(([name]) => name === "release")?.[1];
    const done = release?.steps.map(({ run, uses }) => run ?? uses?.split("@")[0]);
    expect(done).toContain("npm sbom --omit dev --sbom-format cyclonedx > release/sbom.cdx.json");
    expect(done).toContain("actions/attest-build-provenance");
  });
});

test("every image that is built or run is one that cannot change", () => {
  const bases = [...read(scaffold, "Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(bases).toHaveLength(2);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^docker\.io\/library\/node:24\.\d+\.\d+-[\w-]+@sha256:[\da-f]{64}$/);
});

test("the scaffold's image runs as no one in particular", () => {
  expect(read(scaffold, "Dockerfile")).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});
