import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { dump } from "js-yaml";
import { describe, expect, test } from "vitest";
import { correctComponents } from "../../packages/cli/test/check/broken-components.ts";
import { parseDocuments } from "../../packages/cli/src/check/parse-documents.ts";
import { type Bundle, type Judgment, judgmentFile, readBundleFolder } from "./folder/bundle-folder.ts";
import { faultTable, isNoticed } from "./faults/fault-table.ts";
import { faultKinds, injectFaults } from "./faults/inject.ts";
import { checkBundles } from "./verdicts/verdicts.ts";
import { verdictTable, wrongVerdicts } from "./verdicts/verdict-table.ts";

const yaml = (documents: readonly object[]) => documents.map((each) => dump(each, { noRefs: true })).join("---\n");
const bundleOf = (name: string, documents: readonly object[]): Bundle => ({
  name,
  file: parseDocuments(`${name}.yaml`, yaml(documents)),
});

/** A provider with one breach: one of its kinds is not namespaced. */
const [namespace = {}, machine = {}, ...others] = correctComponents.infrastructure;
const clusterScoped = { ...machine, spec: { ...(machine.spec as object), scope: "Cluster" } };
const foo = bundleOf("foo", [namespace, clusterScoped, ...others]);
const breach: Judgment = {
  bundle: "foo",
  rule: "AR-003",
  object: "CustomResourceDefinition foomachines.foo.example.com",
  path: "spec.scope",
  verdict: "expected",
  why: "Core looks for it in the namespace of the Machine.",
};
const judged = (...judgments: Judgment[]) => checkBundles({ bundles: [foo], judgments });
const wrongOf = (checked: ReturnType<typeof judged>) =>
  checked.flatMap(({ verdicts, unjudged }) => [
    ...verdicts.map(({ wrong }) => wrong),
    ...unjudged.map(() => "not judged"),
  ]);

describe("the findings for a bundle, compared with human judgments", () => {
  test("a true breach is reported, with its line", () => {
    const checked = judged(breach);
    expect(wrongVerdicts(checked)).toBe(0);
    expect(verdictTable(checked)).toMatch(/^ok +expected AR-003 +foo +MUST AR-003 line \d+ /m);
    expect(verdictTable(checked)).toContain("1 bundles: 1 of 1 true breaches reported as MUST; ");
  });

  test.each([
    ["a false one", [{ ...breach, verdict: "false" }], ["a false MUST"]],
    ["mere advice", [{ ...breach, verdict: "advice" }], ["a advice MUST"]],
    ["one that no one has judged", [], ["not judged"]],
    ["one of another place", [{ ...breach, path: "spec.group" }], ["missing", "not judged"]],
    ["one by another rule of the same fact", [{ ...breach, rule: "AR-001" }], [undefined]],
    [
      "what is not reported, rightly",
      [breach, { ...breach, path: "spec.group", verdict: "false" }],
      [undefined, undefined],
    ],
  ] as const)("%s", (_what, judgments, wrong) => {
    const checked = judged(...judgments);
    expect(wrongOf(checked)).toEqual(wrong);
    expect(wrongVerdicts(checked)).toBe(wrong.filter((each) => each !== undefined).length);
  });
});

describe("a folder of bundles", () => {
  test("contains them as files, in a folder, or in an archive", () => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), "bundles-"));
    const at = (...names: string[]) => path.join(folder.path, ...names);
    writeFileSync(at(judgmentFile), JSON.stringify([breach]));
    expect(() => readBundleFolder(folder.path)).toThrow("no bundles");
    mkdirSync(at("bundles"));
    writeFileSync(at("bundles", "foo.yaml"), yaml([clusterScoped]));
    const names = () => readBundleFolder(folder.path).bundles.map(({ name, file }) => [name, file.documents.length]);
    expect(names()).toEqual([["foo", 1]]);
    execFileSync("tar", ["-cJf", at("bundles.tar.xz"), "-C", at("bundles"), "foo.yaml"]);
    expect(names()).toEqual([["foo", 1]]);
    writeFileSync(at(judgmentFile), JSON.stringify([{ ...breach, bundle: "bar" }]));
    expect(() => readBundleFolder(folder.path)).toThrow("no bundle bar");
  });

  test("that is missing fails with an error that says so", () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ["--conditions=source", path.join(import.meta.dirname, "run.ts"), ...args], {
        encoding: "utf8",
      });
    expect(run("no/such/folder")).toMatchObject({ status: 2, stdout: "" });
    expect(run("no/such/folder").stderr).toContain(`There is no no/such/folder/${judgmentFile}`);
    expect(run()).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("faults injected into bundles", () => {
  const clean = bundleOf("foo", correctComponents.infrastructure);
  const all = [...injectFaults([clean], 1000, 1)];

  test("are detected, each by a rule of its kind and with a line of the file", () => {
    expect(all.length).toBeGreaterThan(faultKinds.length);
    expect(all.filter((fault) => !isNoticed(fault)).map(({ what }) => what)).toEqual([]);
    expect(faultTable(all)).toContain(`${all.length} noticed with rule and line (100.00 %)`);
  });

  test("are the same for the same seed, and differ for another", () => {
    const drawn = (seed: number) => Array.from(injectFaults([clean], 40, seed), ({ what }) => what);
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
    expect(new Set(drawn(7)).size).toBe(40);
  });

  test("have the line of their place in the file", () => {
    const scope = all.find(({ kind, what }) => kind.name === "cluster scope" && what.includes(" foomachines."));
    const lines = clean.file.text?.split("\n") ?? [];
    const line = scope?.noticed?.region?.line ?? 0;
    expect(lines[line - 1]).toBe("  scope: Namespaced");
  });

  test("are listed if no rule detects them", () => {
    const [fault] = all;
    if (fault === undefined) throw new Error("There is no fault.");
    const missed = { kind: fault.kind, bundle: fault.bundle, what: fault.what };
    expect(faultTable([fault, missed])).toContain("not noticed");
    expect(faultTable([fault, missed])).toContain("1 noticed with rule and line (50.00 %)");
  });
});
