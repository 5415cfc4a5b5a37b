import { type KnownDifference } from "../controller-runtime/known-differences.ts";

/** Tests that pass on the real server and not here, and why: none, of Kubernetes 1.36.3. */
export const knownDifferences: readonly KnownDifference[] = [];
