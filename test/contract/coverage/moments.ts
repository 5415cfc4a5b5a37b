/** The moments at which a breach of a rule is caught, in the order of an author's work. */
export const moments = [
  "compile time",
  "definition time",
  "start-up",
  "run time",
  "by construction",
  "capstan check",
  "conformance suite",
  "provider's own test",
] as const;
export type Moment = (typeof moments)[number];
