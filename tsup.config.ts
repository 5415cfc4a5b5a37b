import { defineConfig, type Options } from "tsup";

// Shared by every package; the entries come from each package's own build script. The types are the last step of the root's
// build (build/all-declarations.ts).
export default defineConfig({
  format: "esm",
  target: "node22",
  platform: "node",
  sourcemap: true,
  clean: true,
  splitting: true,
  esbuildOptions: withoutTypeImports,
});

/**
 * Leaves out imports of which only types are used. They would stay as imports of nothing, and load what they name all the same: with
 * `node:http`, all of Node's fetch, which takes 3 MiB of memory.
 */
export function withoutTypeImports(options: Parameters<NonNullable<Options["esbuildOptions"]>>[0]): void {
  delete options.tsconfig;
  options.tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: false } };
}
