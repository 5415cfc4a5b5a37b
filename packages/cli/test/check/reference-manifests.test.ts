import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { listCorrect } from "@capstan/harness/faults";
import { exitStatus, findingsOf } from "../../src/check/findings.ts";
import { readInput } from "../../src/check/read-input.ts";

/** A build of Cluster API: `crds/` from controller-gen, `manifests/` for installation. */
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";

describe.runIf(existsSync(join(assets, "manifests")))("Cluster API's own providers", () => {
  test.for(["bootstrap", "controlplane"])("break no MUST when installed: %s.yaml", async (name, context) => {
    listCorrect(context, `manifests/${name}.yaml of the Cluster API build`);
    const found = findingsOf(await readInput([join(assets, "manifests", `${name}.yaml`)]), { sigSponsored: true });
    expect(found.checked.map(({ selected }) => selected)).toEqual([
      { contract: "v1beta2", version: "v1beta2" },
      { contract: "v1beta2", version: "v1beta2" },
    ]);
    expect(found.findings.filter(({ level }) => level === "MUST")).toEqual([]);
    expect(exitStatus(found)).toBe(0);
  });

  test("lack only the contract labels that kustomize adds, in the CRDs from controller-gen", async () => {
    const found = findingsOf(await readInput([join(assets, "crds")]), { sigSponsored: true });
    const broken = found.findings.filter(({ level }) => level === "MUST").map(({ rule }) => rule);
    expect(broken.toSorted()).toEqual(["AR-006", "AR-006", "AR-007", "AR-007"]);
    expect(exitStatus(found)).toBe(1);
  });

  test("core.yaml has no provider kind: only its components are checked, and break no MUST", async () => {
    const found = findingsOf(await readInput([join(assets, "manifests/core.yaml")]));
    expect(found.checked).toEqual([]);
    expect(found.findings.map(({ rule, level }) => `${level} ${rule}`)).toEqual(["SHOULD RB-011"]);
    expect(exitStatus(found)).toBe(0);
  });
});
