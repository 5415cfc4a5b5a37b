import { compareInstalled } from "@capstan/provider";
import { definitions, installedWith } from "../../../packages/provider/test/installed/definitions.ts";
import { faults } from "../../../packages/provider/test/installed/faults.ts";
import { type Sighting, sightingOf } from "./sighting.ts";

/** The manager's findings in the CRDs of the server before it starts. */
export function seenAtStart(): Sighting[] {
  return faults
    .filter(({ rule }) => rule !== "schema")
    .map((fault) => {
      const { role, contract = "v1beta2", name, rule } = fault;
      const findings = compareInstalled(definitions[contract][role], installedWith(fault));
      return sightingOf("start-up", `${role}: ${name}`, rule, findings);
    });
}
