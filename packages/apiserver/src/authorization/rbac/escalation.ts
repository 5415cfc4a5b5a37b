import { jsonEqual, listAt } from "@capstan/kube";
import { type Authenticated, userGroups } from "../../user/user.ts";
import { type ApiObject, withMetadata } from "../../object/api-object.ts";
import { forbidden, notFound, StatusError } from "../../status/status-error.ts";
import { resourceAttributes } from "../attributes.ts";
import { type Authorizer, type PolicyRule } from "../authorizer.ts";
import { describeRule, missingRules, quotedList } from "./covers.ts";
import { type Policy, rbacGroup, roleReferenceOf, rulesOfRole } from "./policy.ts";
import { joinProblems, type RuleResolver } from "./rule-resolver.ts";

/** A write of a role or a binding. */
export interface AccessWrite {
  readonly user: Authenticated;
  /** `roles`, `clusterrolebindings` and so on. */
  readonly plural: string;
  /** The namespace of the request; the name is empty for a creation. */
  readonly namespace: string;
  readonly name: string;
}

const everyRight: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/** Prevents users from granting permissions that they do not have. */
export class EscalationCheck {
  readonly #authorizer: Authorizer;
  readonly #policy: Policy;
  readonly #resolver: RuleResolver;

  constructor(options: { readonly authorizer: Authorizer; readonly policy: Policy; readonly resolver: RuleResolver }) {
    this.#authorizer = options.authorizer;
    this.#resolver = options.resolver;
    this.#policy = options.policy;
  }

  /** @throws StatusError Forbidden: the user lacks a permission that the object grants; NotFound: the role of a binding does not exist. */
  check(write: AccessWrite, object: ApiObject, previous: ApiObject | undefined): void {
    if (write.user.groups.includes(userGroups.masters)) return;
    if (previous !== undefined && changesOwnershipOnly(object, previous)) return;
    if (write.plural.endsWith("bindings")) this.#checkBinding(write, object);
    else this.#checkRole(write, object, previous);
  }

  #checkRole(write: AccessWrite, role: ApiObject, previous: ApiObject | undefined): void {
    const { user, plural: resource, namespace, name } = write;
    const attributes = resourceAttributes({ user, verb: "escalate", group: rbacGroup, resource, namespace, name });
    if (this.#authorizer.authorize(attributes).allowed) return;
    const lacking = this.#lacking(write, rulesOfRole(role));
    if (lacking !== undefined) throw refused(write, role, lacking);
    const aggregates = hasAggregationRule(role) || (previous !== undefined && hasAggregationRule(previous));
    if (aggregates && this.#lacking(write, everyRight) !== undefined) {
      throw refused(write, role, "must have cluster-admin privileges to use the aggregationRule");
    }
  }

  #checkBinding(write: AccessWrite, binding: ApiObject): void {
    const { user, plural, namespace } = write;
    const { apiGroup: group, kind, name } = roleReferenceOf(binding);
    if (kind === "Role" || kind === "ClusterRole") {
      const resource = `${kind.toLowerCase()}s`;
      const attributes = resourceAttributes({ user, verb: "bind", group, resource, namespace, name });
      if (this.#authorizer.authorize(attributes).allowed) return;
    }
    const rules = this.#policy.rulesOf(roleReferenceOf(binding), namespace);
    if (typeof rules === "string") {
      if (kind !== "Role" && kind !== "ClusterRole") throw new StatusError(500, "", rules);
      throw notFound({ group: rbacGroup, name: plural }, name);
    }
    const lacking = this.#lacking(write, rules);
    if (lacking !== undefined) throw refused(write, binding, lacking);
  }

  /** The permissions that the user lacks, worded as by the API server; undefined if none. */
  #lacking({ user, namespace }: AccessWrite, wanted: readonly PolicyRule[]): string | undefined {
    const applied = this.#resolver.applied(user, namespace);
    const owned = applied.flatMap((found) => ("rule" in found ? [found.rule] : []));
    const missing = missingRules(owned, wanted);
    if (missing.length === 0) return undefined;
    const lines = [...new Set(missing.map(describeRule))].sort();
    const problem = joinProblems(applied.flatMap((found) => ("problem" in found ? [found.problem] : [])));
    return (
      `user ${JSON.stringify(user.name)} (groups=${quotedList(user.groups)}) is attempting to grant RBAC permissions not currently held:\n` +
      lines.join("\n") +
      (problem === "" ? "" : `; resolution errors: [${problem}]`)
    );
  }
}

function refused({ plural }: AccessWrite, { metadata }: ApiObject, why: string): StatusError {
  const { name = "" } = metadata as { readonly name?: string };
  return forbidden({ group: rbacGroup, name: plural }, name, why);
}

function hasAggregationRule(role: ApiObject): boolean {
  return listAt(role, "aggregationRule", "clusterRoleSelectors").length > 0;
}

/** The change that garbage collection makes before it deletes an object. */
function changesOwnershipOnly(object: ApiObject, previous: ApiObject): boolean {
  const { ownerReferences, finalizers, managedFields } = previous.metadata;
  return jsonEqual(withMetadata(object, { ownerReferences, finalizers, managedFields }), previous);
}
