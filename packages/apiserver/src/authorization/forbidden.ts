import { forbidden, type StatusError } from "../status/status-error.ts";
import { type Attributes, isPath } from "./attributes.ts";

/** The refusal of a request, worded as by the API server. */
export function forbiddenRequest(attributes: Attributes, reason: string): StatusError {
  const target = isPath(attributes)
    ? { resource: { group: "", name: "" }, name: "" }
    : { resource: { group: attributes.group, name: attributes.resource }, name: attributes.name };
  const message = sanitized(describe(attributes));
  return forbidden(target.resource, target.name, reason === "" ? message : `${message}: ${reason}`);
}

function describe(attributes: Attributes): string {
  const { user, verb } = attributes;
  const who = `User ${JSON.stringify(user.name)} cannot ${verb}`;
  if (isPath(attributes)) return `${who} path ${JSON.stringify(attributes.path)}`;
  const { group, resource, subresource, namespace } = attributes;
  const what = JSON.stringify(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  return `${who} resource ${what} in API group ${JSON.stringify(group)} ${where}`;
}

/** The name of a user must not be interpreted as HTML. */
function sanitized(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
