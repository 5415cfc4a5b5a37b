import { type Authorizer } from "../authorization/authorizer.ts";
import { forbiddenRequest } from "../authorization/forbidden.ts";
import { type EscalationCheck } from "../authorization/rbac/escalation.ts";
import { rbacGroup } from "../authorization/rbac/policy.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type WriteChecks } from "../request/write-checks.ts";

/** What is looked at of a request that was let in, once it is known what it writes. */
export function writeChecks(
  { resource, info, user }: Pick<ResourceRequest, "resource" | "info" | "user">,
  { authorizer, escalation }: { readonly authorizer: Authorizer; readonly escalation: EscalationCheck },
): WriteChecks {
  const { namespace, name, verb } = info;
  const write = { user, plural: resource.plural, namespace, name };
  return {
    ...(resource.group === rbacGroup ? { content: escalation.check.bind(escalation, write) } : {}),
    // To update what is not there, or to apply it, is to create it.
    ...(verb === "create"
      ? {}
      : {
          creation: () => {
            const attributes = { ...info, user, verb: "create" };
            const { allowed, reason } = authorizer.authorize(attributes);
            if (!allowed) throw forbiddenRequest(attributes, reason);
          },
        }),
  };
}
