import { defineConfig } from "tsup";

// Shared by every package; the entries come from each package's own build script.
export default defineConfig({
  format: "esm",
  target: "node22",
  platform: "node",
  // Types of siblings come from their sources: from a dist that is not built yet they would silently become `any`.
  dts: { compilerOptions: { customConditions: ["source"], ignoreDeprecations: "6.0" } },
  sourcemap: true,
  clean: true,
  splitting: true,
});
