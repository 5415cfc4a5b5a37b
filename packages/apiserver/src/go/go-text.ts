import { isJsonObject, stringifyJson } from "@capstan/kube";

/** A value as Go's `%v` prints it after JSON has been decoded into maps. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (isJsonObject(value)) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `map[${entries.map(([key, item]) => `${key}:${goText(item)}`).join(" ")}]`;
  }
  if (typeof value === "string") return value;
  return typeof value === "number" && !Number.isInteger(value) ? goFloat(value) : stringifyJson(value);
}

/** JavaScript's shortest form, with an exponent of at least two digits. */
function goFloat(value: number): string {
  return String(value).replace(/e([+-])(\d)$/, "e$10$2");
}

/** The Go type of a decoded JSON value. */
export function goType(value: unknown): string {
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "bigint") return "int64";
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? "int64" : "float64";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return value === null || value === undefined ? "<nil>" : "map[string]interface {}";
}

/** Go's name for a kind of JSON value. */
export function jsonKind(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
}

const untrusted = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
]);

/** Why a request has no answer, worded as in Go where possible. */
export function goNetworkProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "", address = "", port = "" } = error as Error & { code?: string; address?: string; port?: number };
  if (code === "ECONNREFUSED") return `dial tcp ${address}:${port}: connect: connection refused`;
  if (untrusted.has(code)) return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  return error.message;
}
