import { afterAll, beforeAll, describe } from "vitest";
import { drawnRuns } from "@capstan/harness/night";
import { SeededRandom } from "@capstan/harness/random";
import { RealApiServer } from "@capstan/testkit";
import { ApiServer } from "../src/index.ts";
import { admissionSuite } from "./conformance/admission.ts";
import { admissionPartsSuite } from "./conformance/admission-parts.ts";
import { applySuite } from "./conformance/apply.ts";
import { bodiesSuite } from "./conformance/bodies.ts";
import { authorizationSuite } from "./conformance/authorization.ts";
import { conversionSuite } from "./conformance/conversion.ts";
import { componentStatusesSuite } from "./conformance/component-statuses.ts";
import { customResourcesSuite } from "./conformance/custom-resources.ts";
import { customValuesSuite } from "./conformance/custom-values.ts";
import { definitionsSuite } from "./conformance/definitions.ts";
import { deletionSuite } from "./conformance/deletion.ts";
import { escalationSuite } from "./conformance/escalation.ts";
import { evictionSuite } from "./conformance/eviction.ts";
import { impersonationSuite } from "./conformance/impersonation.ts";
import { apiServicesSuite } from "./conformance/api-services.ts";
import { flowControlSuite } from "./conformance/flow-control.ts";
import { healthSuite } from "./conformance/health.ts";
import { limitRangesSuite } from "./conformance/limit-ranges.ts";
import { listsSuite } from "./conformance/lists.ts";
import { objectLimitsSuite } from "./conformance/object-limits.ts";
import { objectsSuite } from "./conformance/objects.ts";
import { kindsSuite } from "./conformance/kinds.ts";
import { mutatingPoliciesSuite } from "./conformance/mutating-policies.ts";
import { policyObjectsSuite } from "./conformance/policy-definitions.ts";
import { policyExpressionsSuite } from "./conformance/policy-expressions.ts";
import { policyParametersSuite } from "./conformance/policy-parameters.ts";
import { patchesSuite } from "./conformance/patches.ts";
import { protobufSuite } from "./conformance/protobuf.ts";
import { quotasSuite } from "./conformance/quotas.ts";
import { ratchetingSuite } from "./conformance/ratcheting.ts";
import { ruleLimitsSuite } from "./conformance/rule-limits.ts";
import { runtimeClassesSuite } from "./conformance/runtime-classes.ts";
import { rulesSuite } from "./conformance/rules.ts";
import { reviewsSuite } from "./conformance/reviews.ts";
import { subresourcesSuite } from "./conformance/subresources.ts";
import { serverSuite } from "./conformance/server.ts";
import { simultaneousWritesSuite } from "./conformance/simultaneous-writes.ts";
import { structureSuite } from "./conformance/structure.ts";
import { type Suite, suiteOn } from "./conformance/suite.ts";
import { eventually, type Target, Wire } from "./conformance/target.ts";
import { tenantsSuite } from "./conformance/tenants.ts";
import { tokensSuite } from "./conformance/tokens.ts";
import { validatingPoliciesSuite } from "./conformance/validating-policies.ts";
import { watchesSuite } from "./conformance/watches.ts";
import { widgetDefinition } from "./conformance/widgets.ts";

const all: readonly ((suite: Suite) => void)[] = [
  objectsSuite,
  objectLimitsSuite,
  simultaneousWritesSuite,
  listsSuite,
  bodiesSuite,
  customResourcesSuite,
  customValuesSuite,
  definitionsSuite,
  conversionSuite,
  rulesSuite,
  ruleLimitsSuite,
  ratchetingSuite,
  structureSuite,
  runtimeClassesSuite,
  limitRangesSuite,
  quotasSuite,
  admissionSuite,
  admissionPartsSuite,
  validatingPoliciesSuite,
  mutatingPoliciesSuite,
  policyParametersSuite,
  policyExpressionsSuite,
  policyObjectsSuite,
  patchesSuite,
  applySuite,
  watchesSuite,
  deletionSuite,
  evictionSuite,
  serverSuite,
  healthSuite,
  flowControlSuite,
  apiServicesSuite,
  componentStatusesSuite,
  protobufSuite,
  kindsSuite,
  subresourcesSuite,
  authorizationSuite,
  impersonationSuite,
  reviewsSuite,
  escalationSuite,
  tenantsSuite,
  tokensSuite,
];

function conformance(start: () => Promise<Target>, suites = all): void {
  let target: Target;

  beforeAll(async () => {
    target = await start();
    const wire = new Wire(target.kubeconfig);
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    await wire.post(definitions, widgetDefinition);
    await eventually(
      () => wire.get("/apis/example.io/v1/widgets"),
      (answer) => answer.status === 200,
    );
  });

  afterAll(async () => {
    await target[Symbol.asyncDispose]();
  });

  const suite = suiteOn(() => target);
  for (const each of suites) each(suite);
}

describe("the embedded server", () => {
  conformance(() => ApiServer.start());
});

// What the cases say of the real server changes with its version alone: each run tries some, and every night all.
describe.runIf(process.env.KUBEBUILDER_ASSETS)("kube-apiserver", () => {
  const tried = new SeededRandom(Date.now()).shuffle(all).slice(0, drawnRuns({ sample: 12, all: all.length }));
  conformance(() => RealApiServer.start({ controllerManager: true, rbac: true }), tried);
});
