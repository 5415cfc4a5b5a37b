import { dataSecretSequences } from "./data-secret-sequences.ts";
import { joinSequences } from "./join-sequences.ts";
import { lateSequences } from "./late-sequences.ts";
import { lockSequences } from "./lock-sequences.ts";
import { type Sequence } from "./sequence.ts";
import { tokenSequences } from "./token-sequences.ts";

/** Every sequence of the comparison. */
export const allSequences: readonly Sequence[] = [
  ...joinSequences,
  ...lockSequences,
  ...lateSequences,
  ...dataSecretSequences,
  ...tokenSequences,
];
