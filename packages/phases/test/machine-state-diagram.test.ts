import { describe, expect, test } from "vitest";
import { computeMachinePhase, machineStateDiagram, phasePriority, upstreamSteps } from "@capstan/phases";
import { committedPage, generatedPage } from "./machine-phases-page.ts";

const edgesOf = (diagram: string): readonly string[] =>
  diagram
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.includes("-->"));

test("docs/machine-phases.md equals the output of the engine; else run: npm run generate -w @capstan/phases", async () => {
  expect(await committedPage()).toBe(await generatedPage());
});

describe("the diagram of the proposal's reading", () => {
  const edges = edgesOf(machineStateDiagram());

  test("starts at pending, ends at deleted, and has every phase", () => {
    expect(edges[0]).toBe("[*] --> pending");
    expect(edges.at(-1)).toBe("deleted --> [*]");
    for (const phase of phasePriority) expect(edges.join("\n")).toMatch(new RegExp(`--> ${phase}\\b`));
  });

  test("labels the path with the conditions of the table", () => {
    expect(edges).toContain("pending --> provisioning : Cluster found and bootstrap data");
    expect(edges).toContain("provisioned --> running : node ready");
    expect(edges).toContain("deleting --> deleted : infrastructure gone and bootstrap config gone");
    expect(edges).toContain("alive --> deleting : deletion requested");
  });

  test("shows that the phase falls back (d.6), and that no path leaves deletion", () => {
    expect(edges).toContain("running --> provisioned : no longer node ready");
    expect(edges.filter((edge) => /^(deleting|deleted) -->/.test(edge))).toEqual([
      "deleting --> deleted : infrastructure gone and bootstrap config gone",
      "deleted --> [*]",
    ]);
  });

  test("has only edges that the engine takes", () => {
    expect(edges.some((edge) => edge.startsWith("provisioning --> pending"))).toBe(false);
    expect(computeMachinePhase({ bootstrapData: "set" }).phase).toBe("provisioning");
  });

  test("follows the options", () => {
    const options = { requireConfigReady: true, deletedWhileDeleting: true };
    const strict = edgesOf(machineStateDiagram({ reading: "proposal", options }));
    expect(strict).toContain("pending --> provisioning : Cluster found and bootstrap config ready and bootstrap data");
    expect(strict).toContain("provisioning --> pending : no longer bootstrap config ready");
    expect(strict).toContain("deleting --> deleted : infrastructure being deleted and bootstrap config being deleted");
  });
});

describe("the diagram of the upstream reading", () => {
  const edges = edgesOf(machineStateDiagram({ reading: "upstream" }));

  test("has the phases that the function sets, and leaves Running only through an update", () => {
    for (const { phase } of upstreamSteps["v1.14"]) expect(edges.join("\n")).toContain(`--> ${phase}`);
    expect(edges.join("\n")).not.toMatch(/Failed|Deleted|Unknown/);
    expect(edges.filter((edge) => edge.startsWith("Running -->"))).toEqual([
      "Running --> Updating : condition Updating is True",
    ]);
    expect(edges).toContain("alive --> Deleting : deletion requested");
  });
});

test("no label contains the end of a Mermaid label, and the output is deterministic", () => {
  const edges = [...edgesOf(machineStateDiagram()), ...edgesOf(machineStateDiagram({ reading: "upstream" }))];
  expect(edges).not.toEqual([]);
  for (const edge of edges) {
    expect(edge.split(" : ").slice(1).join()).not.toMatch(/[:;]/);
  }
  expect(machineStateDiagram()).toBe(machineStateDiagram({ reading: "proposal", options: {} }));
});
