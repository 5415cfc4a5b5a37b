import { type Authenticated, parseServiceAccountUser } from "../../user/user.ts";
import { checkName } from "../../object/names.ts";
import { type WantedUser } from "./headers.ts";

/** A mode of impersonation, with its own permissions. */
export interface Mode {
  /** The verb that authorizes impersonation of a user. */
  readonly verb: string;
  /** The verb prefix for the request itself; empty if impersonation allows every request. */
  readonly onVerb: string;
  /** Whether the mode can be used for this user. */
  applies(wanted: WantedUser, requestor: Authenticated): boolean;
}

const nodePrefix = "system:node:";
const nodeNameKey = "authentication.kubernetes.io/node-name";

/** In the order of attempts. */
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

/** Whether impersonation in this mode restricts requests. */
export function isConstrained({ onVerb }: Mode): boolean {
  return onVerb !== "";
}

/** The mode in which a ServiceAccount of a Pod or node impersonates its own node; its permission is the same for every node. */
export function isForAnyNode({ verb }: Mode): boolean {
  return verb === "impersonate:associated-node";
}

/** The node with this user name. */
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
