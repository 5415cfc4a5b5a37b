import { type Registry } from "../registry/registry.ts";
import { issuerPaths } from "./issuer.ts";

/** `/`: the served paths. */
export function rootPaths(registry: Registry): string[] {
  const groups = [...new Set(registry.all().map((resource) => resource.group))].filter((name) => name !== "");
  return [
    ...issuerPaths,
    "/api",
    "/api/v1",
    "/apis",
    ...groups.map((name) => `/apis/${name}`),
    "/healthz",
    "/livez",
    "/metrics",
    "/openapi/v3",
    "/readyz",
    "/version",
  ];
}
