import { definedFields, textAt } from "@capstan/kube";
import { type Authorizer } from "../../authorization/authorizer.ts";
import { type PolicyRule } from "../../authorization/policy-rule.ts";
import { badRequest } from "../../status/status-error.ts";
import { type Review } from "./review.ts";

/** The permissions of the requesting user in a namespace. */
export function selfSubjectRulesReview(authorizer: Authorizer): Review {
  return ({ user }, { apiVersion, kind, spec }) => {
    const namespace = textAt(spec, "namespace") ?? "";
    if (namespace === "") throw badRequest("no namespace on request");
    const { rules, problem } = authorizer.rulesFor(user, namespace);
    const status = definedFields({
      resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(resourceRule),
      nonResourceRules: rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      evaluationError: problem === "" ? undefined : problem,
    });
    return { kind, apiVersion, metadata: {}, spec: {}, status };
  };
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): object {
  return definedFields({ verbs, apiGroups, resources, resourceNames });
}
