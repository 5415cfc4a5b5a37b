/** A test that passes on the real server and not on this one, and why that is so. */
export interface KnownDifference {
  /** Such as `pkg/client`. */
  readonly package: string;
  /** Its full name. */
  readonly test: string;
  readonly reason: string;
}

export const knownDifferences: readonly KnownDifference[] = [];
