import { formatDuration, isMalformedText, parseDuration, quantityValue, wholeMilliseconds } from "@capstan/kube";
import { InvalidArgumentError } from "commander";
import { namespaceProblem } from "../cache/namespace-patterns.ts";
import { cipherNames, curveNames, tls13Ciphers } from "../tls/go-names.ts";
import { parseListenAddress } from "../diagnostics/listen-address.ts";

export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return value;
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value)) throw new InvalidArgumentError("It must be a whole number.");
  return value;
}

export function decimalNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

export function portNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new InvalidArgumentError("It must be a port.");
  return value;
}

/** Parses a duration in Go's format, `1m30s`, into milliseconds: 1 or more. */
export function positiveDuration(text: string): number {
  const milliseconds = duration(text);
  if (milliseconds < 1) throw new InvalidArgumentError("It must be a duration above zero, such as 60s.");
  return milliseconds;
}

/** Parses a duration in Go's format into milliseconds. */
export function duration(text: string): number {
  try {
    return wholeMilliseconds(parseDuration(text));
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    throw new InvalidArgumentError("It must be a duration, such as 60s, 10m or 1h30m.");
  }
}

/** Parses an amount of memory in Kubernetes' format, `128Mi`, into bytes: 1 or more. */
export function memoryAmount(text: string): number {
  const bytes = Number(quantityValue(text) ?? 0n);
  if (bytes < 1 || !Number.isSafeInteger(bytes))
    throw new InvalidArgumentError("It must be a quantity, such as 128Mi.");
  return bytes;
}

/** Formats a duration for help. */
export function shownDuration(milliseconds: number): string {
  return formatDuration(BigInt(milliseconds) * 1_000_000n);
}

/** Whether an address turns serving off. */
export function isOff(address: string): boolean {
  return address === "" || address === "0";
}

export function listenAddress(text: string): string {
  try {
    if (!isOff(text)) parseListenAddress(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : "No address.");
  }
  return text;
}

export function loopbackAddress(text: string): string {
  listenAddress(text);
  if (isOff(text)) return text;
  const { host = "" } = parseListenAddress(text);
  if (host === "localhost" || host === "::1" || host.startsWith("127.")) return text;
  throw new InvalidArgumentError("It must be an address of this machine alone, such as localhost:6060.");
}

export function namespaces(value: string, previous: readonly string[] | undefined): readonly string[] {
  const given = parts(value);
  const problem = given.map(namespaceProblem).find((found) => found !== undefined);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return [...(previous ?? []), ...given];
}

export function cipherSuites(value: string, previous: readonly string[] | undefined): readonly string[] {
  const known: readonly string[] = [...tls13Ciphers, ...cipherNames.keys()];
  const given = parts(value);
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `${unknown} is unknown, or OpenSSL does not support it; choose from ${known.join(", ")}.`,
    );
  }
  return [...(previous ?? []), ...given];
}

export function curves(value: string, previous: readonly number[] | undefined): readonly number[] {
  const given = parts(value).map(Number);
  const unknown = given.find((id) => !curveNames.has(id));
  if (unknown !== undefined) {
    const known = [...curveNames].map(([id, name]) => `${id} (${name})`).join(", ");
    throw new InvalidArgumentError(`It must be numbers of ${known}, separated by commas.`);
  }
  return [...(previous ?? []), ...given];
}

function parts(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
