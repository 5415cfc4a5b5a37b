import type { User } from "@kubernetes/client-node";
import type { Headers } from "./http-message.ts";

/** A user of a kubeconfig, with a field that the library lacks. */
export interface KubeconfigUser extends User {
  /** The uid to impersonate, in addition to `impersonateUser`. */
  readonly impersonateUid?: string;
  readonly impersonateGroups?: readonly string[];
  readonly impersonateExtra?: Readonly<Record<string, readonly string[]>>;
}

/** The headers for the user's impersonation settings. */
export function impersonationHeaders(user: KubeconfigUser | undefined): Headers {
  const { impersonateUser, impersonateUid, impersonateGroups = [], impersonateExtra = {} } = user ?? {};
  const headers: Record<string, string | string[]> = {};
  if (impersonateUser != null && impersonateUser !== "") headers["impersonate-user"] = impersonateUser;
  if (impersonateUid !== undefined) headers["impersonate-uid"] = impersonateUid;
  if (impersonateGroups.length > 0) headers["impersonate-group"] = [...impersonateGroups];
  for (const [key, values] of Object.entries(impersonateExtra)) {
    headers[`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`] = [...values];
  }
  return headers;
}
