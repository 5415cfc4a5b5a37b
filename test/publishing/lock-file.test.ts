import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockFile = path.resolve(import.meta.dirname, "../../package-lock.json");
const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as { readonly packages: Record<string, Locked> };

/** The folders where Node looks for the imports of a package in `folder`: its own, then each parent's. */
function* foldersUpwards(folder: string): Generator<string> {
  for (let at = folder; ; at = path.posix.dirname(at)) {
    if (at === ".") at = "";
    if (path.posix.basename(at) !== "node_modules") yield path.posix.join(at, "node_modules");
    if (at === "") return;
  }
}

// Otherwise `npm ci` rejects the lock file on every machine; `npm install` omits packages that a registry does not have yet.
test("the lock file contains every dependency of its packages, for every platform", () => {
  const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => ![...foldersUpwards(folder)].some((modules) => `${modules}/${name}` in packages))
      .map((name) => `${name} of ${folder}`),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
