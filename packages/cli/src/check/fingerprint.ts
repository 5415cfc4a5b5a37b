import { createHash } from "node:crypto";
import { type Finding } from "./findings.ts";

/** Identifies a finding across runs: its rule and its place in the object, even if lines have moved. */
export function fingerprintOf({ rule, object, path }: Pick<Finding, "rule" | "object" | "path">): string {
  return createHash("sha256")
    .update(JSON.stringify([rule, object, path]))
    .digest("hex")
    .slice(0, 32);
}
