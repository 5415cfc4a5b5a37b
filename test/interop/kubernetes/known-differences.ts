import { type KnownDifference } from "../controller-runtime/known-differences.ts";

/** Tests that pass on the real server but not on the embedded one, and the reason: none for Kubernetes 1.36.3. */
export const knownDifferences: readonly KnownDifference[] = [];
