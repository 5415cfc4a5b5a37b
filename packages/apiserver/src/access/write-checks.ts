import { type Authorizer } from "../authorization/authorizer.ts";
import { forbiddenRequest } from "../authorization/forbidden.ts";
import { type EscalationCheck } from "../authorization/rbac/escalation.ts";
import { rbacGroup } from "../authorization/rbac/policy.ts";
import { type ResourceRequest, type WriteChecks } from "../request/request.ts";

/** The checks of an authorized request, once its content is known. */
export function writeChecks(
  { resource, info, user }: Pick<ResourceRequest, "resource" | "info" | "user">,
  { authorizer, escalation }: { readonly authorizer: Authorizer; readonly escalation: EscalationCheck },
): WriteChecks {
  const { namespace, name, verb } = info;
  const write = { user, plural: resource.plural, namespace, name };
  return {
    ...(resource.group === rbacGroup ? { content: escalation.check.bind(escalation, write) } : {}),
    // An update or apply of a missing object is a creation.
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
