import { type IncomingMessage } from "node:http";
import { badRequest } from "../../status/status-error.ts";

/** The user in the impersonation headers of a request. */
export interface WantedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

const extraPrefix = "impersonate-extra-";

/**
 * Reads the impersonation headers.
 *
 * @returns undefined if there are none.
 * @throws StatusError BadRequest if they name no user.
 */
export function wantedUser({ rawHeaders }: IncomingMessage): WantedUser | undefined {
  const wanted = { name: "", uid: "", groups: [] as string[] };
  const extra = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const header = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    if (header === "impersonate-user") wanted.name ||= value;
    else if (header === "impersonate-uid") wanted.uid ||= value;
    else if (header === "impersonate-group") wanted.groups.push(value);
    else if (header.startsWith(extraPrefix)) {
      const key = unescaped(header.slice(extraPrefix.length));
      extra.set(key, [...(extra.get(key) ?? []), value]);
    }
  }
  const user = { ...wanted, extra: Object.fromEntries(extra) };
  if (wanted.name !== "") return user;
  if (wanted.uid === "" && wanted.groups.length === 0 && extra.size === 0) return undefined;
  throw badRequest("requested groups, a uid or extra without impersonating a user name");
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
