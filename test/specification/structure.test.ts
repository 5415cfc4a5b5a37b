import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { codeLines } from "../docs/lines/code-lines.ts";

/** Like the Go core, the MachineSet controller reads the version in a KubeadmConfigTemplate before it scales up. */
const asTheGoCore = ["packages/core-controllers/src/controllers/machine-set/preflight.ts"];

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/terms.md"), "utf8");

function withoutComments(file: string): string {
  const text = readFileSync(path.join(root, file), "utf8");
  return text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "").replaceAll(/\/\*\*.*?\*\//g, "");
}

/** The section under a heading. */
function section(heading: string): string {
  const found = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return found.slice(heading.length);
}

test("S062: the core controllers do not import a provider or name a provider's kind", () => {
  const sources = globSync("packages/core-controllers/src/**/*.ts", { cwd: root });
  const naming = sources.filter((file) =>
    /MockMachine|MockCluster|DockerMachine|KubeadmConfig(?!uration)|@capstan\/(bootstrap|infrastructure|provider)/.test(
      withoutComments(file),
    ),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(naming).toEqual(asTheGoCore);
});

test("S029: no controller reads a phase, except for the computed Machine's and those of Pods during drain", () => {
  const reads = /status\?\.phase\b|\.status\.phase\b|\{[^}]*\bphase\b[^}]*\} = [\w.]*status\b/;
  const packages = "{core-controllers,provider,bootstrap-kubeadm,infrastructure-mock}";
  const sources = globSync(`packages/${packages}/src/**/*.ts`, { cwd: root });
  const reading = sources.filter((file) => reads.test(withoutComments(file)));
  expect(sources.length).toBeGreaterThan(200);
  expect(reading.toSorted()).toEqual(
    ["controllers/machine/phase.ts", "drain/pod-verdict.ts"].map((file) => `packages/core-controllers/src/${file}`),
  );
});

test("S051: an infrastructure provider is one definition and one subclass, with the documented line count", () => {
  const text = readFileSync(path.join(root, "packages/provider/README.md"), "utf8");
  const code = /```ts\n([^]*?)```/.exec(text)?.[1] ?? "";
  const stated = /whole provider, in (\d+) lines of code/.exec(text)?.[1];
  expect(code.match(/^class \w+ extends \w+Reconciler</gm)).toHaveLength(1);
  expect(code.match(/\bdefine[A-Z]\w+\(/g)).toEqual(["defineInfraMachine("]);
  expect(code).toContain("await runProvider(");
  expect(Number(stated)).toBe(codeLines(code));
  expect(codeLines(code)).toBeLessThanOrEqual(40);
});

describe("docs/terms.md", () => {
  test.each(["Cluster API", "manager", "Machine", "server, instance, host", "bootstrapping"])(
    "S134: explains %s",
    (term) => {
      expect(section("Terms")).toMatch(new RegExp(`^\\| \\*\\*${term}\\*\\* +\\| \\S`, "m"));
    },
  );

  test.each(["images", "after the first boot", "MachineClass", "hooks"])("S065: declares %s out of scope", (topic) => {
    expect(section("Not in scope")).toContain(topic);
  });

  test.each(["v1beta2", "v1beta1", "Kubernetes", "upgrade", "npm test"])("S135: covers %s", (topic) => {
    expect(section("Tests, versions, upgrades")).toContain(topic);
  });
});
