import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** The Go core looks at the version in a KubeadmConfigTemplate before a MachineSet grows; so do we. */
const asTheGoCore = ["packages/core-controllers/src/reconcilers/machine-set/preflight.ts"];

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/terms.md"), "utf8");

function section(heading: string): string {
  return page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
}

test("S062: the core controllers import no provider and name no kind of one", () => {
  const sources = globSync("packages/core-controllers/src/**/*.ts", { cwd: root });
  const texts = sources.map((file) => [file, readFileSync(path.join(root, file), "utf8")] as const);
  const naming = texts.filter(([, text]) =>
    /MockMachine|MockCluster|DockerMachine|KubeadmConfig(?!uration)|@capstan\/(bootstrap|infrastructure|provider)/.test(
      text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, ""),
    ),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(naming.map(([file]) => file)).toEqual(asTheGoCore);
});

describe("docs/terms.md", () => {
  test.each(["Cluster API", "manager", "Machine", "server, instance, host", "bootstrapping"])(
    "S134: explains %s",
    (term) => {
      expect(section("Terms")).toMatch(new RegExp(`^\\| \\*\\*${term}\\*\\* +\\| \\S`, "m"));
    },
  );

  test.each(["images", "after the first boot", "MachineClass", "hooks"])(
    "S065: says that it is not about %s",
    (topic) => {
      expect(section("Not in scope")).toContain(topic);
    },
  );

  test.each(["v1beta2", "v1beta1", "Kubernetes", "upgrade", "npm test"])("S135: says what holds for %s", (topic) => {
    expect(section("Tests, versions, upgrades")).toContain(topic);
  });
});
