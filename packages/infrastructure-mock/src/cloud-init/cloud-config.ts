import { isJsonObject, isMalformedText, type JsonObject, parseYaml } from "@capstan/kube";
import { BootstrapDataError } from "./bootstrap-data-error.ts";
import type { Command, ImageUser, MachineImage } from "./machine-image.ts";
import { writeFiles } from "./write-files.ts";

/**
 * Parses a `#cloud-config` document: write_files, bootcmd, runcmd and users. Other modules do not affect whether a machine joins.
 *
 * @throws `BootstrapDataError` it is not YAML, or one of those modules could not have used it.
 */
export function parseCloudConfig(text: string): MachineImage {
  const document = documentOf(text);
  return {
    format: "cloud-config",
    files: writeFiles(document.write_files),
    bootCommands: commands(document.bootcmd, "bootcmd"),
    commands: commands(document.runcmd, "runcmd"),
    users: users(document.users),
  };
}

function documentOf(text: string): JsonObject {
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

function commands(value: unknown, at: string): Command[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new BootstrapDataError("BootstrapDataInvalid", at, "must be a list");
  return value.flatMap((entry: unknown, index) => command(entry, `${at}[${index}]`));
}

function command(entry: unknown, at: string): Command[] {
  if (entry === null) return [];
  if (typeof entry === "string") return [entry];
  if (Array.isArray(entry) && entry.every(isScalar)) return [entry.map(String)];
  throw new BootstrapDataError("BootstrapDataInvalid", at, "must be a string or a list of strings");
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function users(value: unknown): ImageUser[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const name = isJsonObject(entry) ? entry.name : entry;
    return typeof name === "string" && name !== "" ? [{ name }] : [];
  });
}
