import { createHash } from "node:crypto";

/** What part of all objects a manager serves. */
export interface Share {
  readonly namespaces?: readonly string[];
  readonly watchFilter?: string;
}

/**
 * The name of the Lease of a manager: its own name, and for one that serves a part of all objects a hash of that part. So two managers
 * of one provider compete exactly if they serve the same.
 */
export function leaseNameOf(manager: string, { namespaces = [], watchFilter }: Share): string {
  if (namespaces.length === 0 && watchFilter === undefined) return manager;
  const share = JSON.stringify([[...new Set(namespaces)].sort(), watchFilter]);
  return `${manager}-${createHash("sha256").update(share).digest("hex").slice(0, 8)}`;
}
