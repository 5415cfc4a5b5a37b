import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { scaffold } from "create-capstan-provider";
import { describe, expect, test } from "vitest";
import { countGo } from "./comparison/count-go.ts";
import { countTypeScript } from "./comparison/count-typescript.ts";
import type { Counted, ProviderFile } from "./comparison/counted.ts";
import { providerFilesIn } from "./comparison/provider-files.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/comparison.md"), "utf8");

/** The numbers of a column of the table, from top to bottom. */
function column(index: number): number[] {
  const [, table = ""] = /## Counted\n([\s\S]*?)\n\n[^|]/.exec(page) ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => Number(row.split("|")[index + 2]));
}

function numbersOf({ sourceFiles, sourceLines, manifestFiles, manifestLines, names }: Counted): number[] {
  return [sourceFiles, sourceLines, manifestFiles, manifestLines, names.length];
}

describe("docs/comparison.md has the numbers", () => {
  test("of the realistic example", () => {
    const counted = countTypeScript(providerFilesIn(path.join(root, "examples/infrastructure-rest-cloud")));
    expect(column(1)).toEqual(numbersOf(counted));
  });

  test("of a new project", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "capstan-comparison-"));
    try {
      await scaffold({ folder, type: "infrastructure", name: "hello" });
      expect(column(2)).toEqual(numbersOf(countTypeScript(providerFilesIn(folder))));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("of the files that the page counts as the cloud's", () => {
    const clients = globSync("src/cloud/*.ts", { cwd: path.join(root, "examples/infrastructure-rest-cloud") });
    expect(page).toContain(`${clients.length} of its ${column(1)[0] ?? 0} files`);
  });
});

test("the count includes an author's Go code, and excludes generated code", () => {
  const files: ProviderFile[] = [
    {
      path: "main.go",
      text: `/* A license. */
package main

import (
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/cluster-api/util"
	"fmt"
)

// main runs it.
func main() {
	ctrl.SetLogger(nil)
	ctrl.SetLogger(util.Logger())
	fmt.Println()
}
`,
    },
    { path: "api/v1/zz_generated.deepcopy.go", text: "package v1\n" },
    { path: "main_test.go", text: "package main\n" },
    { path: "config/manager/manager.yaml", text: "# A comment.\nkind: Deployment\n---\nkind: Service\n" },
    { path: "config/crd/bases/hello.yaml", text: "kind: CustomResourceDefinition\n" },
  ];
  expect(countGo(files)).toEqual({
    sourceFiles: 1,
    sourceLines: 11,
    manifestFiles: 1,
    manifestLines: 2,
    names: ["sigs.k8s.io/cluster-api/util.Logger", "sigs.k8s.io/controller-runtime.SetLogger"],
  });
});
