import { existsSync, readFileSync } from "node:fs";
import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { families } from "../../build/commands/families/index.ts";
import { unknownScripts } from "./named-scripts.ts";

const root = path.resolve(import.meta.dirname, "../..");
const pages = globSync(
  ["*.md", "docs/**/*.md", "packages/*/README.md", "examples/{,*/}README.md", "test/**/README.md"],
  {
    cwd: root,
    exclude: ["docs/generated/**"],
  },
).sort();
const rootScripts = Object.keys(manifest("package.json").scripts ?? {});
/** Of a new provider's project, in which tutorials and how-to guides are followed. */
const projectScripts = Object.keys(
  manifest("packages/create-capstan-provider/templates/shared/package.json").scripts ?? {},
);
const workspaces = new Map(
  globSync("packages/*/package.json", { cwd: root })
    .map((file) => manifest(file))
    .map(({ name, scripts = {} }) => [name, Object.keys(scripts)]),
);
const bins = new Set(
  globSync("packages/*/package.json", { cwd: root }).flatMap((file) => Object.keys(manifest(file).bin ?? {})),
);

function manifest(file: string): { name: string; scripts?: Record<string, string>; bin?: Record<string, string> } {
  return JSON.parse(readFileSync(path.join(root, file), "utf8")) as ReturnType<typeof manifest>;
}

/** Text in `code` spans and fenced blocks. */
function codeOf(text: string): string[] {
  const fences = [...text.matchAll(/```[a-z]*\n([\s\S]*?)```/g)].flatMap(([, body = ""]) => body.split("\n"));
  const spans = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  return [...fences, ...spans];
}

test("there are pages to check", () => {
  expect(pages).toEqual(expect.arrayContaining(["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "docs/scale.md"]));
});

test.each([
  ["a script", "npm run benches"],
  ["a member", "npm run bench -- tenats"],
  ["a member, of two", "npm run bench -- tenants && npm run --silent docs && npm run bench --silent -- tenats"],
  ["a default", "npm run compare -- --json"],
  ["a script of a workspace", "npm run unheard-of -w @capstan/phases"],
])("a page may not name a missing %s: %s", (_, line) => {
  expect(unknownScripts(line, { scripts: rootScripts, families, workspaces })).toHaveLength(1);
});

test("sources and workflows name npm scripts that exist", () => {
  const files = globSync(
    [
      "{build,lint,test}/**/*.{ts,js}",
      "packages/*/{src,test,page}/**/*.{ts,tsx}",
      ".ci/run",
      ".github/workflows/*.yml",
      "*.config.ts",
    ],
    { cwd: root, exclude: ["test/docs/documentation.test.ts"] },
  );
  const scripts = [...rootScripts, ...projectScripts];
  const missing = files.flatMap((file) =>
    unknownScripts(readFileSync(path.join(root, file), "utf8"), { scripts, families, workspaces }),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(missing).toEqual([]);
});

/** Whether it is there once `npm run docs` or `npm run build` has run. */
function isBuilt(name: string): boolean {
  return /^(docs\/generated|docs\/\.vitepress\/dist|packages\/[\w-]+\/dist)(\/|$)/.test(name);
}

describe.each(pages)("%s", (page) => {
  const text = readFileSync(path.join(root, page), "utf8");
  const isInProject = /^docs\/(tutorials|how-to)\//.test(page);

  test("links to files that exist", () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const local = targets
      .filter((target) => !/^(https?:|mailto:|#)/.test(target))
      .map((target) => target.replace(/#.*$/, ""));
    const missing = local.filter((target) => !existsSync(path.resolve(root, path.dirname(page), target)));
    expect(missing).toEqual([]);
  });

  test("names npm scripts and commands that exist", () => {
    const scripts = isInProject ? [...rootScripts, ...projectScripts] : rootScripts;
    const missing = codeOf(text).flatMap((line) => unknownScripts(line, { scripts, families, workspaces }));
    for (const line of codeOf(text)) {
      for (const [, name = ""] of line.matchAll(/npx (capstan[\w-]*)/g))
        if (!bins.has(name)) missing.push(`npx ${name}`);
    }
    expect(missing).toEqual([]);
  });

  test("names paths of the repository that exist", () => {
    const paths = codeOf(text).flatMap(
      (code) => code.match(/(?<![\w./@-])(?:packages|examples|docs|test)\/[\w@./-]*[\w/]/g) ?? [],
    );
    const bases = [root, path.resolve(root, path.dirname(page))];
    const exists = (name: string): boolean => bases.some((base) => existsSync(path.join(base, name)));
    // The tests of a project are in its `test` folder, which tutorials/ covers.
    const isOfProject = (name: string): boolean => isInProject && name.startsWith("test/");
    expect(paths.filter((name) => !exists(name) && !isOfProject(name) && !isBuilt(name))).toEqual([]);
  });
});
