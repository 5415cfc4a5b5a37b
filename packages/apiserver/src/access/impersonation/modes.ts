import { parseServiceAccountUser } from "../../user/service-account-name.ts";
import { type Authenticated } from "../../user/user.ts";
import { checkName } from "../../object/names.ts";
import { type WantedUser } from "./headers.ts";

/** A way to be taken for someone else, with rights of its own. */
export interface Mode {
  /** The verb that a user is impersonated by. */
  readonly verb: string;
  /** The verb that a request is sent by, before the request's own; empty if impersonation gives leave for every request. */
  readonly onVerb: string;
  /** Whether it can be used for this user at all. */
  applies(wanted: WantedUser, requestor: Authenticated): boolean;
}

const nodePrefix = "system:node:";
const nodeNameKey = "authentication.kubernetes.io/node-name";

/** In the order in which they are tried. */
export const modes: readonly Mode[] = [
  constrained("associated-node", (wanted, requestor) => onlyName(wanted) && isAssociated(requestor, wanted.name)),
  constrained("arbitrary-node", (wanted) => onlyName(wanted) && nodeOf(wanted.name) !== undefined),
  constrained("serviceaccount", (wanted) => onlyName(wanted) && parseServiceAccountUser(wanted.name) !== undefined),
  constrained("user-info", ({ name }) => nodeOf(name) === undefined && parseServiceAccountUser(name) === undefined),
  { verb: "impersonate", onVerb: "", applies: () => true },
];

function constrained(name: string, applies: Mode["applies"]): Mode {
  return { verb: `impersonate:${name}`, onVerb: `impersonate-on:${name}:`, applies };
}

/** Whether impersonation by this mode gives leave for some requests only. */
export function isConstrained({ onVerb }: Mode): boolean {
  return onVerb !== "";
}

/** The mode that a ServiceAccount of a Pod or node has for its own node; the right to it is the same for every node. */
export function isForAnyNode({ verb }: Mode): boolean {
  return verb === "impersonate:associated-node";
}

/** The node that a user's name means. */
export function nodeOf(user: string): string | undefined {
  if (!user.startsWith(nodePrefix)) return undefined;
  const name = user.slice(nodePrefix.length);
  return checkName(name, "subdomain", "").length === 0 ? name : undefined;
}

function onlyName({ uid, groups, extra }: WantedUser): boolean {
  return uid === "" && groups.length === 0 && Object.keys(extra).length === 0;
}

function isAssociated(requestor: Authenticated, wanted: string): boolean {
  const node = nodeOf(wanted);
  const [own, ...others] = requestor.extra?.[nodeNameKey] ?? [];
  return (
    node !== undefined && parseServiceAccountUser(requestor.name) !== undefined && own === node && others.length === 0
  );
}
