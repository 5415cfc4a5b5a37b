import { decisionModules, mutatedPackages, packageOf } from "./decision-modules.ts";

/** The decision modules that the names on a command line mean: packages, files, or folders of them; all, if there are no names. */
export function selectedModules(names: readonly string[]): string[] {
  const all = mutatedPackages.flatMap(decisionModules);
  if (names.length === 0) return all;
  const selected = new Set<string>();
  for (const name of names) {
    const own = all.filter(
      (file) => packageOf(file) === name || file === name || file.startsWith(`${name.replace(/\/$/, "")}/`),
    );
    if (own.length === 0) throw new UnknownModuleError(name);
    for (const file of own) selected.add(file);
  }
  return all.filter((file) => selected.has(file));
}

/** A name of no package, file or folder that is mutated. */
export class UnknownModuleError extends Error {
  override readonly name = "UnknownModuleError";
  constructor(name: string) {
    super(
      `${name} has no module that decides: name one of ${mutatedPackages.join(", ")}, or a file or folder of theirs`,
    );
  }
}
