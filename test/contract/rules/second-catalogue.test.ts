import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { secondCatalogueIn } from "./second-catalogue.ts";

const root = join(import.meta.dirname, "../../..");
const sources = new Set(rules.flatMap((rule) => rule.sources));
/** The files that create rules and violations. */
const makers = /^packages\/contract\/src\/(catalogue\/\w+\.generated|violations\/violation)\.ts$/;
const files = globSync("packages/*/src/**/*.ts", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !makers.test(file));

test("rules.yaml is the only source of statements and sources, and violation() the only constructor of violations", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => secondCatalogueIn(file, readFileSync(join(root, file), "utf8"), sources))).toEqual([]);
});

describe("a second catalog is detected in", () => {
  test.each([
    ["a violation as a literal", `const found = { rule: "BC-005", path: "x", expected: "y", actual: 1, source: "z" };`],
    ["a violation with another source", `const found = { ...violation("BC-005", at), source: "elsewhere" };`],
    ["a finding of another rule", `const other = { ...finding, rule: "BC-006" };`],
    ["a cast", `const found = { rule, path } as Violation;`],
    ["a source", `const source = "contracts/bootstrap-config.md: BootstrapConfig: data secret";`],
    ["a source in Go code", `const source = "internal/contract/version.go (GetGKMetadata)";`],
    ["an address", `const page = \`https://cluster-api.sigs.k8s.io/developer/providers/contracts/\${name}\`;`],
    ["a string", `type Needed = Demanded<"IM-006: outcome.provisioned needs the providerID", Facts>;`],
  ])("%s", (_, text) => {
    expect(secondCatalogueIn("it.ts", text, sources)).toHaveLength(1);
  });

  test("rules by id and violations from violation() are accepted", () => {
    const text = `
      /** @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/bootstrap-config */
      const found = { ...violation("BC-005", { path: "x", expected: "y" }), level: "MUST", object: "z" };
      throw new Error("A schema that is not structural (AR-017)");`;
    expect(secondCatalogueIn("it.ts", text, sources)).toEqual([]);
  });
});
