import { type ApiObject } from "../object/api-object.ts";
import { budgets, Evaluation, OutOfBudget } from "../policy/evaluation.ts";
import { conditionsMatch } from "../policy/match-conditions.ts";
import { resourceName } from "../registry/resource.ts";
import { rootSchema } from "../schema/typed-value.ts";
import { forbidden, StatusError } from "../status/status-error.ts";
import { applyMutation, MutationError } from "./apply-mutation.ts";
import { type Attributes, nameOf } from "./attributes.ts";
import { type Mutation, type MutatingPolicy, mutatingPolicyOf } from "./mutating-policy.ts";
import { type Mutator, type MutatorKind } from "./mutation-turns.ts";
import { type AppliedPolicy, type Policies, type PolicyKind, type UnusablePolicy } from "./policies.ts";
import { type PolicyValues } from "./policy-values.ts";
import { partOf, shownObject, takenObject } from "./shown-object.ts";

const kind: PolicyKind<MutatingPolicy> = {
  policies: "mutatingadmissionpolicies.admissionregistration.k8s.io",
  bindings: "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
  read: mutatingPolicyOf,
};

interface Problem {
  readonly text: string;
  /** Whether it was found while evaluating the policy. */
  readonly evaluated: boolean;
}

/** Runs mutating policies on objects. */
export class MutatingPolicies implements MutatorKind {
  readonly #policies: Policies;
  readonly #values: PolicyValues;
  #problems: Problem[] = [];
  /** Whether this turn had a mutation, even without effect: as on the real server, the policy itself is then reinvoked too. */
  #hasMutated = false;

  constructor(options: { readonly policies: Policies; readonly values: PolicyValues }) {
    this.#policies = options.policies;
    this.#values = options.values;
  }

  async find(attributes: Attributes): Promise<readonly (readonly [string, Mutator])[]> {
    this.#problems = [];
    this.#hasMutated = false;
    const found = await this.#policies.find(kind, attributes);
    return found.flatMap((one) => {
      if ("problem" in one) {
        this.#add(one, one.problem, false);
        return [];
      }
      const { policy, binding, params } = one;
      return params.map((param): [string, Mutator] => [
        JSON.stringify([policy.name, binding.name, param?.metadata.namespace, param?.metadata.name]),
        { isReinvoked: policy.isReinvoked, mutate: (current) => this.#mutate(one, param, current) },
      ]);
    });
  }

  /** @throws StatusError a required policy could not be evaluated. */
  finish(attributes: Attributes): boolean {
    const [first] = this.#problems;
    if (first === undefined) return this.#hasMutated;
    const { status } = forbidden(resourceName(attributes.target.resource), nameOf(attributes), "");
    const causes = this.#problems.map(({ text }) => ({ message: text }));
    throw new StatusError(403, first.evaluated ? "Invalid" : "Forbidden", first.text, { ...status.details, causes });
  }

  #add(
    { policy, binding }: Pick<UnusablePolicy<MutatingPolicy>, "policy" | "binding">,
    problem: string,
    evaluated: boolean,
  ): void {
    if (policy.ignoresFailure) return;
    const who =
      binding === undefined ? `policy "${policy.name}"` : `policy '${policy.name}' with binding '${binding.name}'`;
    this.#problems.push({ text: `${who} denied request: ${problem}`, evaluated });
  }

  async #mutate(
    found: AppliedPolicy<MutatingPolicy>,
    param: ApiObject | undefined,
    attributes: Attributes,
  ): ReturnType<Mutator["mutate"]> {
    const { policy, shown } = found;
    const values = (await this.#values.of(shown, attributes))(param);
    const matches = policy.conditions.length === 0 || conditionsMatch(policy.conditions, values, policy.variables);
    if (matches === false) return undefined;
    if (matches !== true) {
      this.#add(found, matches.error, true);
      return undefined;
    }
    let current = attributes;
    for (const mutation of policy.mutations) {
      const object = await this.#mutateOnce(found, param, mutation, current);
      if (object !== undefined) current = { ...current, object };
    }
    return { object: current.object };
  }

  /** @returns undefined if the mutation failed, or there is nothing to change. */
  async #mutateOnce(
    found: AppliedPolicy<MutatingPolicy>,
    param: ApiObject | undefined,
    mutation: Mutation,
    attributes: Attributes,
  ): Promise<ApiObject | undefined> {
    const { policy, shown } = found;
    const { object, target } = attributes;
    if (object === undefined) return undefined;
    const values = (await this.#values.of(shown, attributes))(param);
    try {
      const result = new Evaluation(values, budgets.policy, policy.variables).evaluate(mutation.expression);
      if ("error" in result) throw new MutationError(result.error);
      const before = await shownObject(shown, target, object);
      const schema = partOf(shown, target) === undefined ? rootSchema(shown.version.schema) : undefined;
      const after = applyMutation(mutation, result.value, schema, before);
      this.#hasMutated = true;
      return after === before ? object : await takenObject(shown, target, after);
    } catch (error) {
      if (!(error instanceof MutationError) && !(error instanceof OutOfBudget)) throw error;
      this.#add(found, error.message, true);
      return undefined;
    }
  }
}
