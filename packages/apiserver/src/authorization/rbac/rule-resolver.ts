import { type Authenticated, serviceAccountUser } from "../../user/user.ts";
import { type PolicyRule } from "../authorizer.ts";
import { type Binding, type Policy, type Subject } from "./policy.ts";

/** A rule that applies to a user, with its source; or why a binding contributes none. */
export type AppliedRule =
  { readonly rule: PolicyRule; readonly binding: Binding; readonly subject: Subject } | { readonly problem: string };

/** Finds the rules that apply to users. Results are cached until a role or binding changes. */
export class RuleResolver {
  readonly #policy: Policy;
  #found = new WeakMap<Authenticated, Map<string, readonly AppliedRule[]>>();
  #revision = 0;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** The rules that apply in a namespace: those of ClusterRoleBindings, then those of the namespace's RoleBindings. */
  applied(user: Authenticated, namespace: string): readonly AppliedRule[] {
    const { revision } = this.#policy;
    if (revision !== this.#revision) this.#found = new WeakMap();
    this.#revision = revision;
    const known = this.#found.get(user) ?? new Map<string, readonly AppliedRule[]>();
    this.#found.set(user, known);
    // Results for a namespace without bindings, which need not exist, are not cached.
    const place = namespace !== "" && this.#policy.hasBindings(namespace) ? namespace : "";
    const applied = known.get(place) ?? [...appliedRules(this.#policy, user, place)];
    known.set(place, applied);
    return applied;
  }
}

function* appliedRules(policy: Policy, user: Authenticated, namespace: string): Generator<AppliedRule> {
  for (const binding of policy.clusterBindings()) yield* rulesOfBinding(policy, binding, user);
  if (namespace === "") return;
  for (const binding of policy.bindings(namespace)) yield* rulesOfBinding(policy, binding, user);
}

function* rulesOfBinding(policy: Policy, binding: Binding, user: Authenticated): Generator<AppliedRule> {
  const subject = binding.subjects.find((candidate) => isSubject(user, candidate, binding.namespace));
  if (subject === undefined) return;
  const rules = policy.rulesOf(binding.roleRef, binding.namespace);
  if (typeof rules === "string") yield { problem: rules };
  else for (const rule of rules) yield { rule, binding, subject };
}

function isSubject(user: Authenticated, { kind, name, namespace = "" }: Subject, bindingNamespace: string): boolean {
  if (kind === "User") return user.name === name;
  if (kind === "Group") return user.groups.includes(name);
  if (kind !== "ServiceAccount") return false;
  const home = namespace === "" ? bindingNamespace : namespace;
  return home !== "" && user.name === serviceAccountUser({ namespace: home, name });
}

/** The source of a rule, worded as by the API server. */
export function describeSource({ kind, name, namespace, roleRef }: Binding, subject: Subject): string {
  const shown = namespace === "" ? name : `${name}/${namespace}`;
  const home = subject.namespace === undefined || subject.namespace === "" ? namespace : subject.namespace;
  const subjectName = subject.kind === "ServiceAccount" ? `${subject.name}/${home}` : subject.name;
  return `${kind} ${JSON.stringify(shown)} of ${roleRef.kind} ${JSON.stringify(roleRef.name)} to ${subject.kind} ${JSON.stringify(subjectName)}`;
}

/** Joins problems into one string, as Go joins errors. */
export function joinProblems(problems: readonly string[]): string {
  const distinct = [...new Set(problems)];
  return distinct.length > 1 ? `[${distinct.join(", ")}]` : (distinct[0] ?? "");
}
