import { existsSync, readFileSync } from "node:fs";

/** One request that a kube-apiserver finished, as its audit log has it (audit.k8s.io/v1, level Metadata). */
export interface AuditEntry {
  readonly auditID: string;
  readonly stage: string;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly apiVersion?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code: number; readonly reason?: string };
  readonly requestReceivedTimestamp: string;
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
