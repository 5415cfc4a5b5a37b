import { existsSync, readFileSync } from "node:fs";

/** One request that a kube-apiserver finished, as its audit log has it (audit.k8s.io/v1, level Metadata). */
export interface AuditEntry {
  /** The same for all stages of a request. */
  readonly auditID: string;
  /** How far the request was: `RequestReceived`, `ResponseComplete`. */
  readonly stage: string;
  /** Path and query. */
  readonly requestURI: string;
  /** The verb, as authorization names it. */
  readonly verb: string;
  /** Who asked. */
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  /** What the client calls itself. */
  readonly userAgent?: string;
  /** What the request was about; undefined if it was not about a resource. */
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly apiVersion?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  /** The answer; undefined before there is one. */
  readonly responseStatus?: { readonly code: number; readonly reason?: string };
  /** When the request came. */
  readonly requestReceivedTimestamp: string;
  /** When it had come to this stage. */
  readonly stageTimestamp: string;
}

export const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitManagedFields: true
omitStages: [RequestReceived]
rules:
- level: Metadata
`;

/** The entries of an audit log; a line that is still being written is left out. */
export function readAuditLog(file: string): AuditEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as AuditEntry);
}
