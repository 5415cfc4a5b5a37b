import { resourceName } from "../registry/resource.ts";
import { forbidden, StatusError } from "../status/status-error.ts";
import { type Attributes, nameOf } from "./attributes.ts";
import { type AppliedPolicy, type Policies, type PolicyKind } from "./policies.ts";
import { denials, type Denial } from "./policy-decisions.ts";
import { type PolicyBinding } from "./policy-binding.ts";
import { type PolicyValues } from "./policy-values.ts";
import { type ValidatingPolicy, validatingPolicyOf } from "./validating-policy.ts";

const kind: PolicyKind<ValidatingPolicy> = {
  policies: "validatingadmissionpolicies.admissionregistration.k8s.io",
  bindings: "validatingadmissionpolicybindings.admissionregistration.k8s.io",
  read: validatingPolicyOf,
};

interface Refusal extends Omit<Denial, "always"> {
  readonly policy: ValidatingPolicy;
  readonly binding: PolicyBinding | undefined;
}

/**
 * Validates a write with policies, and passes their warnings on to the client.
 *
 * @throws StatusError a policy denies it.
 */
export async function validateByPolicies(
  { policies, values }: { readonly policies: Policies; readonly values: PolicyValues },
  attributes: Attributes,
): Promise<void> {
  const refusals: Refusal[] = [];
  for (const found of await policies.find(kind, attributes)) {
    if ("problem" in found) {
      const { policy, binding, problem } = found;
      if (!policy.ignoresFailure) refusals.push({ policy, binding, message: problem, reason: "" });
    } else refusals.push(...(await refusalsOf(values, attributes, found)));
  }
  const [first] = refusals;
  if (first !== undefined) throw refused(attributes, first);
}

async function refusalsOf(
  values: PolicyValues,
  attributes: Attributes,
  { policy, binding, shown, params }: AppliedPolicy<ValidatingPolicy>,
): Promise<Refusal[]> {
  const valuesWith = await values.of(shown, attributes);
  return params
    .flatMap((param) => denials(policy, valuesWith(param)))
    .flatMap((denial) => acted(denial, policy, binding, attributes));
}

/** Applies the actions of the binding to a denial. */
function acted(
  { message, reason, always }: Denial,
  policy: ValidatingPolicy,
  binding: PolicyBinding,
  { target }: Attributes,
): Refusal[] {
  if (!always && binding.actions.includes("Warn")) {
    target.warnings?.push(
      `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${message}`,
    );
  }
  return always || binding.actions.includes("Deny") ? [{ policy, binding, message, reason }] : [];
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

function refused(attributes: Attributes, { policy, binding, message, reason }: Refusal): StatusError {
  const by = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const why = `ValidatingAdmissionPolicy '${policy.name}'${by} denied request: ${message}`;
  const stated = reason === "" ? "Invalid" : reason;
  const { status } = forbidden(resourceName(attributes.target.resource), nameOf(attributes), why);
  const details = { ...status.details, causes: [{ message: why }] };
  return new StatusError(codes[stated] ?? 422, stated, status.message ?? "", details);
}
