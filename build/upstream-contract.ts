// test/contract/upstream/upstream.json: what Cluster API promises and demands, from its Go module. Run it after raising the version:
// node --conditions=source build/upstream-contract.ts v1.14.2
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";

const [version = "v1.14.2"] = process.argv.slice(2);
const modules = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
const source = path.join(modules, `sigs.k8s.io/cluster-api@${version}`);
const book = path.join(source, "docs/book/src");

function read(...names: readonly string[]): string {
  return readFileSync(path.join(...names), "utf8");
}

/** The headings of a page, without the markup of code. */
function headings(page: string): string[] {
  const text = read(book, "developer/providers/contracts", page).replace(/```[\s\S]*?```/g, "");
  return [...text.matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", "").trim());
}

/** The keys in the tables of labels and annotations. */
function keys(): string[] {
  const rows = [...read(book, "reference/api/labels-and-annotations.md").matchAll(/^\| ([a-z][\w./-]+) /gm)];
  return unique(rows.map(([, key = ""]) => key));
}

/** The metrics that the managers register with a name of Cluster API. */
function metrics(): string[] {
  const files = globSync("{controllers,util,internal}/**/metrics.go", { cwd: source });
  const sources = files.map((file) => read(source, file));
  return unique(
    sources.flatMap((text) => {
      const [, subsystem] = /runtimeSDKSubsystem\s+= "(\w+)"/.exec(text) ?? [];
      const names = [...text.matchAll(/\bName:\s+"(\w+)"/g)].map(([, name = ""]) => name);
      return names.map((name) => (subsystem === undefined ? name : `${subsystem}_${name}`));
    }),
  ).filter((name) => name.startsWith("capi_"));
}

/** The hooks of the Runtime SDK: functions of a request and a response. */
function hooks(): string[] {
  const folder = path.join(modules, `sigs.k8s.io/cluster-api/api@${version}/runtime/hooks/v1alpha1`);
  const found = globSync("*.go", { cwd: folder }).flatMap((file) => [
    ...read(folder, file).matchAll(/^func ([A-Z]\w+)\(\*\w+Request, \*\w+Response\)/gm),
  ]);
  return unique(found.map(([, hook = ""]) => hook));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

const pages = globSync("*.md", { cwd: path.join(book, "developer/providers/contracts") }).sort();
const upstream = {
  version,
  headings: Object.fromEntries(pages.map((page) => [page, headings(page)])),
  labelsAndAnnotations: keys(),
  metrics: metrics(),
  hooks: hooks(),
};
const file = new URL("../test/contract/upstream/upstream.json", import.meta.url);
writeFileSync(file, await format(JSON.stringify(upstream), { parser: "json", printWidth: 140 }));
