import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifests = ["package.json", ...globSync("{packages,examples}/*/package.json", { cwd: root })].map(
  (file) => JSON.parse(readFileSync(path.join(root, file), "utf8")) as Manifest,
);

test("a dependency has the same exact version in all package.json files; a workspace package has its own", () => {
  const asked = manifests.flatMap(({ name, dependencies = {}, devDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies }).map(([dependency, version]) => ({
      dependency,
      version,
      name,
    })),
  );
  const ours = new Map(manifests.map(({ name, version }) => [name, version]));
  const problems = [...Map.groupBy(asked, ({ dependency }) => dependency)].flatMap(([dependency, all]) => {
    const expected = ours.get(dependency) ?? all[0]?.version;
    const others = all.filter(({ version }) => version !== expected || !/^\d+\.\d+\.\d+$/.test(version));
    return others.map(({ name, version }) => `${name} asks for ${dependency} ${version}, others for ${expected}`);
  });
  expect(problems).toEqual([]);
});
