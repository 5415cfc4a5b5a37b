import { defineConfig } from "tsup";

// Shared by every package; the entries come from each package's own build script.
export default defineConfig({
  format: "esm",
  target: "node22",
  platform: "node",
  dts: { compilerOptions: { customConditions: [], ignoreDeprecations: "6.0" } },
  sourcemap: true,
  clean: true,
  splitting: true,
});
