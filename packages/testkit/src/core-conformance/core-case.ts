import type { PlayedProviders } from "./played-providers.ts";

/** A behavior of the core that providers rely on. */
export interface CoreCase {
  /** The sources of the expectation: a rule of the contract, a row of the proposal (`S035`), a section of the description of phases. */
  readonly sources: readonly string[];
  /** The expectation, as a sentence about the core. */
  readonly sentence: string;
  /** @throws NotSo the expectation is not met. */
  readonly run: (play: PlayedProviders) => Promise<void>;
}
