import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { makeSbom, type Sbom, sbomProblems } from "../../build/release/sbom.ts";
import { publishedOf } from "../../build/release/workspaces.ts";
import { workflowProblems, workflowsOf } from "./workflows.ts";

const root = path.resolve(import.meta.dirname, "../..");

describe("the workflows of this repository", () => {
  const workflows = workflowsOf(root);
  const release = workflows.get("release.yml")?.jobs ?? {};

  test("use actions by their commits, keep no credentials, and end", () => {
    expect([...workflows.keys()].sort()).toEqual(["ci.yml", "release.yml"]);
    expect([...workflows.values()].flatMap(workflowProblems)).toEqual([]);
  });

  test("may read; of a release one job may be identified, another one write", () => {
    expect(workflows.get("ci.yml")?.permissions).toEqual({ contents: "read" });
    expect(workflows.get("release.yml")?.permissions).toEqual({});
    expect(Object.entries(release).map(([name, { permissions }]) => [name, permissions])).toEqual([
      ["publish", { contents: "read", "id-token": "write" }],
      ["attach", { actions: "read", contents: "write" }],
    ]);
  });

  test("publish by the script that is tried at each change", () => {
    const steps = release.publish?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(steps.indexOf("npm run release")).toBeGreaterThan(steps.indexOf("bash .ci/run"));
    expect(steps.indexOf("bash .ci/run")).toBeGreaterThanOrEqual(0);
    expect(readFileSync(path.join(root, ".ci/run"), "utf8")).toMatch(/^npm run release --silent -- dry-run/m);
  });
});

describe("the bill of materials", { timeout: 60_000 }, () => {
  test("has every package that is published, and all that they depend on", async () => {
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
