import { compareResourceVersions, laterVersion, nextVersion } from "../watch/resource-version.ts";

/** The versions that writes of this process have made, which the watches have yet to deliver. */
export class WrittenVersions {
  #expected = "";
  /** The least version that a delete of ours can have had, where the watch had not reported it yet. */
  #deleted = "";

  /** Of what a write answered. */
  note(resourceVersion: string | undefined): void {
    if (resourceVersion !== undefined && compareResourceVersions(resourceVersion, this.#expected) > 0) {
      this.#expected = resourceVersion;
    }
  }

  /** A delete that no watch has reported is later than all that they have. */
  noteDelete(delivered: string): void {
    this.#deleted = laterVersion(this.#deleted, nextVersion(delivered));
  }

  /** Whether a watch has delivered every version that was {@link note noted}. */
  areIn(delivered: readonly string[]): boolean {
    return this.#expected === "" || delivered.some((version) => compareResourceVersions(version, this.#expected) >= 0);
  }

  /** The latest version that is known where a watch has delivered this one. */
  latest(delivered: string): string {
    return laterVersion(delivered, laterVersion(this.#expected, this.#deleted));
  }

  /** In a history that went back they are versions that no watch will bring. */
  forget(): void {
    this.#expected = this.#deleted = "";
  }
}
