import { resourceName } from "../registry/resource.ts";
import { forbidden, notFound, StatusError } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { jsonValue } from "../cel/values/json-value.ts";
import { type ApiObject } from "../object/api-object.ts";
import { anonymous } from "../user/user.ts";
import { type Attributes } from "./attributes.ts";
import { type Deciders } from "./deciders.ts";
import { expressionValues } from "./expression-values.ts";
import { type AppliedPolicy, type Policies, type PolicyKind } from "./policies.ts";
import { denials, type Denial } from "./policy-decisions.ts";
import { type PolicyBinding } from "./policy-binding.ts";
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
 * Holds a write to validating policies. What they only warn of is passed on to the client.
 *
 * @throws StatusError one of them denies it.
 */
export async function validateByPolicies(
  given: { readonly policies: Policies; readonly deciders: Deciders; readonly store: Store },
  attributes: Attributes,
): Promise<void> {
  const refusals: Refusal[] = [];
  for (const found of await given.policies.find(kind, attributes)) {
    if ("problem" in found) {
      const { policy, binding, problem } = found;
      if (!policy.ignoresFailure) refusals.push({ policy, binding, message: problem, reason: "" });
    } else refusals.push(...(await refusalsOf(given, attributes, found)));
  }
  const [first] = refusals;
  if (first !== undefined) throw refused(attributes, first);
}

async function refusalsOf(
  { deciders, store }: { readonly deciders: Deciders; readonly store: Store },
  attributes: Attributes,
  { policy, binding, shown, params }: AppliedPolicy<ValidatingPolicy>,
): Promise<Refusal[]> {
  const decide = deciders.for(attributes.target.user ?? anonymous);
  const namespace = namespaceOf(store, attributes);
  const values = await expressionValues(shown, attributes, { decide, namespace });
  return params
    .flatMap((param) => denials(policy, new Map([...values, ["params", jsonValue(param ?? null)]])))
    .flatMap((denial) => acted(denial, policy, binding, attributes));
}

/** Does with a denial what the binding says. */
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

/** @throws StatusError it is missing. */
function namespaceOf(store: Store, { target, namespace: name }: Attributes): ApiObject | undefined {
  if (name === "" || target.resource.id === "namespaces.") return undefined;
  const namespace = store.get("namespaces.", "", name);
  if (namespace === undefined) throw notFound({ group: "", name: "namespaces" }, name);
  return namespace;
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

function nameOf({ name, object }: Attributes): string {
  if (name !== "") return name;
  const { generateName = "" } = object?.metadata ?? {};
  return generateName === "" ? "Unknown" : generateName;
}
