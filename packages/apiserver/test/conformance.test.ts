import { afterAll, beforeAll, describe } from "vitest";
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
import { suiteOn } from "./conformance/suite.ts";
import { eventually, type Target, Wire } from "./conformance/target.ts";
import { tenantsSuite } from "./conformance/tenants.ts";
import { tokensSuite } from "./conformance/tokens.ts";
import { validatingPoliciesSuite } from "./conformance/validating-policies.ts";
import { watchesSuite } from "./conformance/watches.ts";
import { widgetDefinition } from "./conformance/widgets.ts";

function conformance(start: () => Promise<Target>): void {
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
  objectsSuite(suite);
  objectLimitsSuite(suite);
  simultaneousWritesSuite(suite);
  listsSuite(suite);
  bodiesSuite(suite);
  customResourcesSuite(suite);
  customValuesSuite(suite);
  definitionsSuite(suite);
  conversionSuite(suite);
  rulesSuite(suite);
  ruleLimitsSuite(suite);
  ratchetingSuite(suite);
  structureSuite(suite);
  runtimeClassesSuite(suite);
  limitRangesSuite(suite);
  quotasSuite(suite);
  admissionSuite(suite);
  admissionPartsSuite(suite);
  validatingPoliciesSuite(suite);
  mutatingPoliciesSuite(suite);
  policyParametersSuite(suite);
  policyExpressionsSuite(suite);
  policyObjectsSuite(suite);
  patchesSuite(suite);
  applySuite(suite);
  watchesSuite(suite);
  deletionSuite(suite);
  evictionSuite(suite);
  serverSuite(suite);
  healthSuite(suite);
  flowControlSuite(suite);
  apiServicesSuite(suite);
  componentStatusesSuite(suite);
  protobufSuite(suite);
  kindsSuite(suite);
  subresourcesSuite(suite);
  authorizationSuite(suite);
  impersonationSuite(suite);
  reviewsSuite(suite);
  escalationSuite(suite);
  tenantsSuite(suite);
  tokensSuite(suite);
}

describe("the embedded server", () => {
  conformance(() => ApiServer.start());
});

describe.runIf(process.env.KUBEBUILDER_ASSETS)("kube-apiserver", () => {
  conformance(() => RealApiServer.start({ controllerManager: true, rbac: true }));
});
