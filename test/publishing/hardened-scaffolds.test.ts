import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { workflowProblems, workflowsOf } from "./workflows.ts";

const root = path.resolve(import.meta.dirname, "../..");
const scaffold = path.join(root, "packages/create-capstan-provider/templates/shared");
const read = (...at: string[]): string => readFileSync(path.join(...at), "utf8");

describe("the scaffold's workflows", () => {
  const workflows = [...workflowsOf(scaffold).values()];
  const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));

  test("pin actions to commits, and persist no credentials", () => {
    expect(jobs.flatMap(([, job]) => job.steps).filter(({ uses }) => uses !== undefined).length).toBeGreaterThanOrEqual(
      6,
    );
    expect(workflows.flatMap(workflowProblems)).toEqual([]);
  });

  test("can only read the repository, and only the release job can sign", () => {
    expect(workflows).not.toEqual([]);
    for (const { permissions } of workflows) expect(permissions).toEqual({ contents: "read" });
    const more = jobs.filter(([, { permissions }]) => permissions !== undefined);
    expect(Object.fromEntries(more.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      release: { contents: "read", "id-token": "write", attestations: "write" },
    });
  });

  test("record the contents of a release and its build provenance", () => {
    const release = jobs.find(([name]) => name === "release")?.[1];
    const done = release?.steps.map(({ run, uses }) => run ?? uses?.split("@")[0]);
    expect(done).toContain("npm sbom --omit dev --sbom-format cyclonedx > release/sbom.cdx.json");
    expect(done).toContain("actions/attest-build-provenance");
  });
});

test("every base image is pinned by digest", () => {
  const bases = [...read(scaffold, "Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(bases).toHaveLength(2);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^docker\.io\/library\/node:24\.\d+\.\d+-[\w-]+@sha256:[\da-f]{64}$/);
});

test("the scaffold's image runs as an unprivileged user", () => {
  expect(read(scaffold, "Dockerfile")).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});
