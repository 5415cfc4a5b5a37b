#!/usr/bin/env node
import { registerHooks } from "node:module";

// Installed, the build runs; in the repository the sources do, so that no build can be stale.
if (import.meta.url.includes("/node_modules/")) {
  await import("../dist/main.js");
} else {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ["source", ...context.conditions] }),
  });
  await import("../src/main.ts");
}
