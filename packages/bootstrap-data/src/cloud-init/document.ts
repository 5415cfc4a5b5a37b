import { isJsonObject, isMalformedText, type JsonObject, parseYaml } from "@capstan/kube";
import { BootstrapDataError } from "../input/bootstrap-data-error.ts";

/**
 * The document of a `#cloud-config`; empty without one.
 *
 * @throws `BootstrapDataError` it is not a YAML mapping.
 */
export function cloudConfigDocument(text: string): JsonObject {
  let document: unknown;
  try {
    // cloud-init reads YAML 1.1, by the rules of Python.
    document = parseYaml(text, { scalars: "yaml-1.1" });
  } catch (error) {
    throw notYaml(error);
  }
  if (document === null || document === undefined) return {};
  if (!isJsonObject(document)) throw new BootstrapDataError("BootstrapDataNotYAML", "line 1", "must be a YAML mapping");
  return document;
}

function notYaml(error: unknown): BootstrapDataError {
  const { line, reason } = isMalformedText(error) ? error : { line: undefined, reason: "it cannot be read" };
  return new BootstrapDataError(
    "BootstrapDataNotYAML",
    line === undefined ? "cloud-config" : `line ${line}`,
    `is not valid YAML: ${reason}`,
  );
}
