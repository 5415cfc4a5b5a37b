import { readFileSync } from "node:fs";
import path from "node:path";
import { compilerMessages } from "@capstan/harness/publishing";
import { loadAll } from "js-yaml";
import { describe, expect, test } from "vitest";
import { filesOf, providers, root } from "./generated-projects.ts";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

function manifest(file: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, file), "utf8")) as Manifest;
}

describe.each(providers)("%s", (_, provider) => {
  test("has these files", async () => {
    expect([...(await filesOf(provider)).keys()]).toMatchSnapshot();
  });

  test("has no placeholder left, and every YAML and JSON file parses", async () => {
    const files = await filesOf(provider);
    expect(files.size).toBeGreaterThan(0);
    for (const [file, text] of files) {
      expect(`${file}\n${text}`).not.toMatch(/__[A-Za-z]+__/);
      if (file.endsWith(".json")) expect(() => JSON.parse(text) as unknown, file).not.toThrow();
      if (!/\.ya?ml$/.test(file)) continue;
      expect(loadAll(text).length, file).toBeGreaterThan(0);
      // Names that clusterctl takes; expressions of a workflow have two braces.
      const variables = [...text.matchAll(/\$\{(?!\{)([^:=}-]*)/g)].map(([, variable = ""]) => variable);
      expect(variables.filter((variable) => !/^[A-Za-z_]\w*$/.test(variable))).toEqual([]);
    }
  });

  test("depends on this release, and on the tools that build this repository", async () => {
    const files = await filesOf(provider);
    const { dependencies, devDependencies, overrides } = JSON.parse(files.get("package.json") ?? "") as Manifest;
    const { version } = manifest("packages/create-capstan-provider/package.json");
    const own = provider.type === "runtime-extension" ? { "@capstan/runtime-extension": version } : {};
    expect(dependencies).toEqual({ "@capstan/provider": version, ...own });
    expect(overrides).toEqual(manifest("package.json").overrides);
    const tools = {
      ...manifest("packages/testkit/package.json").dependencies,
      ...manifest("package.json").devDependencies,
    };
    expect(devDependencies).not.toEqual({});
    for (const [name, wanted] of Object.entries(devDependencies)) {
      expect([name, wanted]).toEqual([name, /^(@capstan\/.*|capstan)$/.test(name) ? version : tools[name]]);
    }
  });
});

test("every generated project compiles against the sources of the workspace", async () => {
  const virtual = new Map<string, string>();
  for (const [index, [, provider]] of providers.entries()) {
    for (const [file, text] of await filesOf(provider)) {
      virtual.set(path.join(import.meta.dirname, `generated-${index}`, file), text);
    }
  }
  expect(compilerMessages(virtual)).toEqual([]);
});
