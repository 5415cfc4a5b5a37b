/** A test that passes on the real server but not on the embedded one, and the reason. */
export interface KnownDifference {
  /** For example `pkg/client`. */
  readonly package: string;
  /** Its full name. */
  readonly test: string;
  readonly reason: string;
}

export const knownDifferences: readonly KnownDifference[] = [];
