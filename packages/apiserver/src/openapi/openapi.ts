import { type JsonObject } from "../json/record.ts";
import { type Registry } from "../registry/registry.ts";

/** `/openapi/v3`: where each group version is described. */
export function openApiIndex(_registry: Registry): JsonObject {
  return { paths: {} };
}

/** The description of one group version, `api/v1` or `apis/<group>/<version>`; undefined if it is not served. */
export function openApiDocument(_registry: Registry, _path: string): JsonObject | undefined {
  return undefined;
}
