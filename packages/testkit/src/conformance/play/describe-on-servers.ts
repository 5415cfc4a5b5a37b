import process from "node:process";
import { describe, test } from "vitest";
import type { ServerChoice } from "../../environment/test-server.ts";

/** The time limit of a case, in milliseconds: a case takes seconds on an idle machine, and a busy machine must not fail the provider. */
const patienceMs = 60_000;

/** A suite that runs on several servers. */
export interface Suite<Case> {
  /** What the suite shows, as a sentence without the server. */
  readonly claim: string;
  readonly servers: readonly ServerChoice[] | undefined;
  readonly cases: readonly Case[];
  readonly titleOf: (tried: Case) => string;
  readonly run: (tried: Case, server: ServerChoice) => Promise<void>;
}

/** One vitest test for each case and server. Tests on the real server are skipped without KUBEBUILDER_ASSETS. */
export function describeOnServers<Case>({ claim, servers = ["embedded"], cases, titleOf, run }: Suite<Case>): void {
  for (const server of servers) {
    const isThere = server === "embedded" || (process.env.KUBEBUILDER_ASSETS ?? "") !== "";
    describe(`${claim} on the ${server} server`, () => {
      for (const tried of cases) {
        test.runIf(isThere)(titleOf(tried), { timeout: patienceMs }, () => run(tried, server));
      }
    });
  }
}
