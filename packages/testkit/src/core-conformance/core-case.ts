import type { PlayedProviders } from "./played-providers.ts";

/** Something that providers rely on a core to do. */
export interface CoreCase {
  /** Where that is said: a rule of the contract, a row of the proposal (`S035`), a section of the description of phases. */
  readonly sources: readonly string[];
  /** What is seen, as a sentence about the core. */
  readonly sentence: string;
  /** @throws NotSo it is not so. */
  readonly run: (play: PlayedProviders) => Promise<void>;
}
