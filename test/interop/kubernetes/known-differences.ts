import { type KnownDifference } from "../controller-runtime/known-differences.ts";
import { groupOf } from "./specs.ts";

/** Why tests fail here. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  "flowcontrol.apiserver.k8s.io is not served: nothing here shares out requests.": [
    "[sig-api-machinery] API priority and fairness should ensure that requests can be classified by adding FlowSchema and PriorityLevelConfiguration",
    "[sig-api-machinery] API priority and fairness should support FlowSchema API operations [Conformance]",
    "[sig-api-machinery] API priority and fairness should support PriorityLevelConfiguration API operations [Conformance]",
  ],
  "The documents of OpenAPI v3 leave out what clients do not read.": [
    "[sig-api-machinery] OpenAPIV3 should round trip OpenAPI V3 for all built-in group versions",
  ],
  "apiregistration.k8s.io is not served: there are no other API servers behind this one.": [
    "[sig-api-machinery] AggregatedDiscovery should support aggregated discovery interface [Conformance]",
    "[sig-api-machinery] AggregatedDiscovery should support raw aggregated discovery endpoint Accept headers [Conformance]",
    "[sig-api-machinery] Discovery should locate the groupVersion and a resource within each APIGroup [Conformance]",
  ],
  "componentstatuses, which are deprecated, are not served.": [
    "[sig-cli] Kubectl client Kubectl get componentstatuses should get componentstatuses",
  ],
};

export const knownDifferences: readonly KnownDifference[] = Object.entries(reasons).flatMap(([reason, tests]) =>
  tests.map((test) => ({ package: groupOf(test), test, reason })),
);
