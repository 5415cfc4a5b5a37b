import { decisionModules, mutatedPackages, packageOf } from "./decision-modules.ts";

/** The decision modules for the names on a command line: packages, files, or folders; all modules if there are no names. */
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

/** The name does not match a mutated package, file or folder. */
export class UnknownModuleError extends Error {
  override readonly name = "UnknownModuleError";
  constructor(name: string) {
    super(
      `${name} has no module that decides: name one of ${mutatedPackages.join(", ")}, or a file or folder of theirs`,
    );
  }
}
