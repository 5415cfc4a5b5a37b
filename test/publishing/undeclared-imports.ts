import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import ts from "typescript";

/**
 * The imports in the built files of a package, types included, that its package.json does not declare. In the workspace such an import
 * resolves by accident; in an installed package it fails, or its types silently become `any`.
 */
export function undeclaredImports(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    name: string;
    dependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  const declared = new Set(
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).concat(manifest.name),
  );
  const missing = new Set<string>();
  for (const file of globSync("dist/**/*.{js,d.ts}", { cwd: folder })) {
    const { importedFiles } = ts.preProcessFile(readFileSync(path.join(folder, file), "utf8"), true);
    for (const { fileName: specifier } of importedFiles) {
      const name = specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");
      if (!specifier.startsWith(".") && !isBuiltin(specifier) && !declared.has(name)) missing.add(`${name} (${file})`);
    }
  }
  return [...missing].sort();
}
