import { compareResourceVersions, laterVersion, nextVersion } from "../watch/resource-version.ts";

/** The versions of this process's writes that the watches have yet to deliver. */
export class WrittenVersions {
  #expected = "";
  /** The lowest possible version of an own delete that the watch had not delivered yet. */
  #deleted = "";

  /** Notes the version in the answer to a write. */
  note(resourceVersion: string | undefined): void {
    if (resourceVersion !== undefined && compareResourceVersions(resourceVersion, this.#expected) > 0) {
      this.#expected = resourceVersion;
    }
  }

  /** Notes a delete that no watch has delivered, and whose version must be later than this one. */
  noteDelete(earlier: string): void {
    this.#deleted = laterVersion(this.#deleted, nextVersion(earlier));
  }

  /** Whether a watch has delivered every {@link note noted} version. */
  areIn(delivered: readonly string[]): boolean {
    return this.#expected === "" || delivered.some((version) => compareResourceVersions(version, this.#expected) >= 0);
  }

  /** The latest known version, given the version that a watch has delivered. */
  latest(delivered: string): string {
    return laterVersion(delivered, laterVersion(this.#expected, this.#deleted));
  }

  /** Forgets all versions: after the server's history went back, no watch will deliver them. */
  forget(): void {
    this.#expected = this.#deleted = "";
  }
}
