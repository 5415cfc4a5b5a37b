import { type Authenticated, userGroups } from "../../user/user.ts";
import { type Attributes, isPath } from "../attributes.ts";
import { type Authorizer, type Decision, type KnownRules } from "../authorizer.ts";
import { describeSource, joinProblems, type RuleResolver } from "./rule-resolver.ts";
import { ruleAllows } from "./rule-matching.ts";

/** Authorizes by Roles, ClusterRoles and their bindings, and allows everything to the group `system:masters`. */
export class RbacAuthorizer implements Authorizer {
  readonly knowsAnonymous = true;
  readonly #resolver: RuleResolver;

  constructor(resolver: RuleResolver) {
    this.#resolver = resolver;
  }

  authorize(attributes: Attributes): Decision {
    const { user } = attributes;
    if (user.groups.includes(userGroups.masters)) return { allowed: true, reason: "" };
    const problems: string[] = [];
    for (const applied of this.#resolver.applied(user, isPath(attributes) ? "" : attributes.namespace)) {
      if ("problem" in applied) problems.push(applied.problem);
      else if (ruleAllows(applied.rule, attributes)) {
        return { allowed: true, reason: `RBAC: allowed by ${describeSource(applied.binding, applied.subject)}` };
      }
    }
    return { allowed: false, reason: problems.length === 0 ? "" : `RBAC: ${joinProblems(problems)}` };
  }

  rulesFor(user: Authenticated, namespace: string): KnownRules {
    const applied = this.#resolver.applied(user, namespace);
    return {
      rules: applied.flatMap((found) => ("rule" in found ? [found.rule] : [])),
      problem: joinProblems(applied.flatMap((found) => ("problem" in found ? [found.problem] : []))),
    };
  }
}
