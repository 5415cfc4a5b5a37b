import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { families } from "../../build/commands/families/index.ts";
import { allEntryPoints } from "../../build/site/api/entry-points.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const manifestOf = (folder: string): Manifest => JSON.parse(read(path.join(folder, "package.json"))) as Manifest;

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

describe("the top level of the repository", () => {
  test.each([
    "package.json",
    "tsconfig.json",
    "packages",
    "examples",
    "docs",
    "typedoc.json",
    "vitest.config.ts",
    "README.md",
  ])("has %s", (entry) => {
    expect(existsSync(path.join(root, entry))).toBe(true);
  });
});

describe("a library that the project is based on", () => {
  const sources = globSync("packages/*/src/**/*.ts", { cwd: root });

  test.each(["@kubernetes/client-node", "ajv", "js-yaml", "eventemitter3"])(
    "%s is imported by a published package that depends on it",
    (library) => {
      const users = sources.filter((file) => new RegExp(`from "${library}[/"]`).test(read(file)));
      const folders = new Set(users.map((file) => file.split("/").slice(0, 2).join("/")));
      const depending = [...folders].map(manifestOf).filter((manifest) => library in (manifest.dependencies ?? {}));
      expect(depending.map(({ name }) => name)).not.toEqual([]);
      expect(depending.every((manifest) => manifest.private !== true)).toBe(true);
    },
  );

  test.each([
    ["vitest", "test", /^vitest run/],
    ["typedoc", "docs", /build\/site\/main\.ts$/],
    ["tsup", "build", /build\/all-bundles\.ts$/],
  ])("%s is used by `npm run %s`", (library, script, command) => {
    const { scripts, devDependencies } = manifestOf(".");
    const family = families.find(({ name }) => name === script);
    const byDefault = family?.members.find(({ name }) => name === family.byDefault);
    const lines = byDefault === undefined ? [] : [...(byDefault.after ?? []), byDefault.runs];
    expect(devDependencies).toHaveProperty(library);
    expect([scripts?.[script], ...lines.map(({ argv }) => argv.join(" "))]).toContainEqual(
      expect.stringMatching(command),
    );
  });

  test("tsup builds every published package", () => {
    const published = globSync("packages/*/package.json", { cwd: root })
      .map((file) => manifestOf(path.dirname(file)))
      .filter((manifest) => manifest.private !== true);
    expect(published.length).toBeGreaterThan(10);
    expect(published.filter(({ scripts }) => !/\btsup\b/.test(scripts?.build ?? "")).map(({ name }) => name)).toEqual(
      [],
    );
  });

  test("typedoc documents every published package, with the top-level configuration", () => {
    const documented = new Set(allEntryPoints().map(({ source }) => source.split("/").slice(0, 2).join("/")));
    const published = globSync("packages/*/package.json", { cwd: root })
      .map((file) => path.dirname(file))
      .filter((folder) => manifestOf(folder).private !== true);
    expect([...documented].toSorted()).toEqual(published.toSorted());
    expect(read("build/site/api/reference.ts")).toContain('"typedoc.json"');
    expect(read("typedoc.json")).toContain('"./build/site/api/plugin.ts"');
  });
});
