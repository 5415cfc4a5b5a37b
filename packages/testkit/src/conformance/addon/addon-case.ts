import type { AddonScene } from "./addon-scene.ts";

/** A test of a promise to the users of add-on providers. */
export interface AddonCase {
  /** The observation, as a sentence about the kind of add-ons. */
  readonly sentence: string;
  /** @throws NotSo the promise is broken. */
  readonly run: (scene: AddonScene) => Promise<void>;
}
