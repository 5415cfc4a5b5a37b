import { createHash } from "node:crypto";

/** The share of all objects that a manager serves. */
export interface Share {
  readonly namespaces?: readonly string[];
  readonly watchFilter?: string;
}

/**
 * The name of a manager's Lease: the manager's name, and a hash of its share unless it serves all objects. Two managers of one provider
 * therefore compete exactly if they serve the same share.
 */
export function leaseNameOf(manager: string, { namespaces = [], watchFilter }: Share): string {
  if (namespaces.length === 0 && watchFilter === undefined) return manager;
  const share = JSON.stringify([[...new Set(namespaces)].sort(), watchFilter]);
  return `${manager}-${createHash("sha256").update(share).digest("hex").slice(0, 8)}`;
}
