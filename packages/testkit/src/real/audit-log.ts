import { existsSync, readFileSync } from "node:fs";

/** A request that a kube-apiserver finished, from its audit log (audit.k8s.io/v1, level Metadata). */
export interface AuditEntry {
  /** The same for all stages of a request. */
  readonly auditID: string;
  /** The stage of the request: `RequestReceived`, `ResponseComplete`. */
  readonly stage: string;
  /** Path and query. */
  readonly requestURI: string;
  /** The verb, as in authorization. */
  readonly verb: string;
  /** The user who sent the request. */
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  /** The `User-Agent` of the client. */
  readonly userAgent?: string;
  /** The object of the request; undefined for a non-resource request. */
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly apiVersion?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string | undefined;
    readonly name?: string;
  };
  /** The answer; undefined until there is one. */
  readonly responseStatus?: { readonly code: number; readonly reason?: string };
  /** When the request arrived. */
  readonly requestReceivedTimestamp: string;
  /** When it reached this stage. */
  readonly stageTimestamp: string;
}

export const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitManagedFields: true
omitStages: [RequestReceived]
rules:
- level: Metadata
`;

/** The entries of an audit log; omits a line that is still being written. */
export function readAuditLog(file: string): AuditEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as AuditEntry);
}
