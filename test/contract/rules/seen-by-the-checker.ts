import { checkArtifacts } from "@capstan/contract";
import { componentsWith, correctComponents } from "../../../packages/cli/test/check/broken-components.ts";
import { faultyComponents, titleOf as titleOfComponents } from "../../../packages/cli/test/check/faulty-components.ts";
import { findingsOf } from "../../../packages/cli/src/check/findings.ts";
import { crdsWith, faultyCRDs, titleOf as titleOfCRD } from "../../../packages/contract/test/rules/faulty-crds.ts";
import {
  faultyReleases,
  releaseWith,
  titleOf as titleOfRelease,
} from "../../../packages/contract/test/rules/faulty-releases.ts";
import { type Sighting, sightingOf } from "./sighting.ts";

const moment = "capstan check";

/** The findings of `capstan check` in the faulty CRDs, components files and releases. */
export function seenByTheChecker(): Sighting[] {
  return [
    ...faultyCRDs.flatMap((faulty) => {
      const { findings } = findingsOf([{ path: "crds.yaml", documents: crdsWith(faulty) }]);
      return faulty.breaks.map((rule) => sightingOf(moment, titleOfCRD(faulty), rule, findings));
    }),
    ...faultyComponents.flatMap((faulty) => {
      const { findings } = findingsOf([{ path: "components.yaml", documents: componentsWith(faulty) }]);
      return faulty.breaks.map((rule) => sightingOf(moment, titleOfComponents(faulty), rule, findings));
    }),
    ...faultyReleases.flatMap((faulty) => {
      const violations = checkArtifacts(releaseWith(faulty), faulty.options);
      return faulty.breaks.map((rule) => sightingOf(moment, titleOfRelease(faulty), rule, violations));
    }),
    ...demandedByTheWays(),
  ];
}

/** Rules that hold only for a provider's own declarations. */
function demandedByTheWays(): Sighting[] {
  const options = { blockingOwners: ["machines"], resolvesReferences: true, identityKinds: ["FooCluster"] };
  const { findings } = findingsOf([{ path: "components.yaml", documents: correctComponents.infrastructure }], options);
  return ["RB-008", "RB-009", "CT-016"].map((rule) => sightingOf(moment, "a provider of such ways", rule, findings));
}
