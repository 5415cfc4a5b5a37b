import { defineConfig } from "tsup";

// Shared by every package; the entries come from each package's own build script. The types are the last step of the root's
// build (build/all-declarations.ts).
export default defineConfig({
  format: "esm",
  target: "node22",
  platform: "node",
  sourcemap: true,
  clean: true,
  splitting: true,
});
