import { isDeepStrictEqual } from "node:util";
import { comparableCloudConfig } from "./comparable-cloud-config.ts";
import { comparableIgnition } from "./comparable-ignition.ts";

/** The content of a data Secret. */
export interface BootstrapData {
  readonly format: string;
  readonly value: string;
}

/** The differences between two data Secrets of one case, as lines; empty if they are equivalent. */
export function compareData(go: BootstrapData, ours: BootstrapData): string[] {
  if (go.format !== ours.format) return [`format: ${go.format} | ${ours.format}`];
  const readings = [go, ours].map(({ value }) => read(value, go.format));
  const [left, right] = readings;
  if (left === undefined || "problem" in left)
    return [`the Go provider's data is not readable: ${left?.problem ?? ""}`];
  if (right === undefined || "problem" in right) return [`our data is not readable: ${right?.problem ?? ""}`];
  return differences(left.document, right.document, "");
}

type Reading = { readonly document: unknown } | { readonly problem: string };

function read(value: string, format: string): Reading {
  try {
    return { document: format === "ignition" ? comparableIgnition(value) : comparableCloudConfig(value) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}

/** The paths at which two documents differ, with both values. */
export function differences(go: unknown, ours: unknown, path: string): string[] {
  if (isDeepStrictEqual(go, ours)) return [];
  if (Array.isArray(go) && Array.isArray(ours) && go.length === ours.length) {
    return go.flatMap((item, index) => differences(item, ours[index] as unknown, `${path}[${index}]`));
  }
  if (isObject(go) && isObject(ours)) {
    const names = new Set([...Object.keys(go), ...Object.keys(ours)]);
    return [...names].flatMap((name) => differences(go[name], ours[name], `${path}.${name}`));
  }
  return [`${path}: ${excerpt(go)} | ${excerpt(ours)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function excerpt(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
