import path from "node:path";
import { describe, expect, test } from "vitest";
import { makeSbom, type Sbom, sbomProblems } from "../../build/release/sbom.ts";
import { publishedOf } from "../../build/release/workspaces.ts";
import { workflowProblems, workflowsOf } from "./workflows.ts";

const root = path.resolve(import.meta.dirname, "../..");

describe("the workflows of this repository", () => {
  const workflows = workflowsOf(root);
  const release = workflows.get("release.yml")?.jobs ?? {};

  test("pin actions to commits, persist no credentials, and have a time limit", () => {
    expect([...workflows.keys()].sort()).toEqual(["ci.yml", "nightly.yml", "release.yml"]);
    expect([...workflows.values()].flatMap(workflowProblems)).toEqual([]);
  });

  test("can only read; in a release, one job can get an identity token and another can write", () => {
    for (const name of ["ci.yml", "nightly.yml"]) {
      expect(workflows.get(name)?.permissions).toEqual({ contents: "read" });
    }
    expect(workflows.get("release.yml")?.permissions).toEqual({});
    expect(Object.entries(release).map(([name, { permissions }]) => [name, permissions])).toEqual([
      ["publish", { contents: "read", "id-token": "write" }],
      ["attach", { actions: "read", contents: "write" }],
    ]);
  });

  test("publish after the gate, an author's road and a dry run", () => {
    const steps = release.publish?.steps.flatMap(({ run }) => run ?? []) ?? [];
    const before = ["bash .ci/run", "npm run road", "npm run release -- dry-run", "npm run build"];
    expect(steps.filter((step) => [...before, "npm run release"].includes(step))).toEqual([
      ...before,
      "npm run release",
    ]);
  });
});

describe("the bill of materials", () => {
  test("contains every published package and all its dependencies", async () => {
    const published = publishedOf(root);
    const sbom = await makeSbom(root, published);
    expect(sbomProblems(sbom, published)).toEqual([]);

    const without = (name: string): Sbom => ({
      ...sbom,
      components: sbom.components.filter((component) => !component["bom-ref"].startsWith(`${name}@`)),
    });
    expect(sbomProblems(without("typebox"), published)).toEqual([expect.stringMatching(/^typebox@\S+ is missing$/)]);
    expect(sbomProblems(without("capstan"), published)).toEqual([expect.stringMatching(/^capstan@\S+ is missing$/)]);
    const unknown = { ...sbom, components: sbom.components.map((component) => ({ ...component, licenses: [] })) };
    expect(sbomProblems(unknown, published)).toHaveLength(sbom.components.length);
  });
});
