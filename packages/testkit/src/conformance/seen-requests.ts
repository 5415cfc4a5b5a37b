import type { ControllerRequest } from "../environment/provider-managers.ts";

const most = 20;

/** The last requests of a provider, each in a line, with how they ended. */
export function seenRequests(requests: readonly ControllerRequest[]): string {
  const writes = requests.filter(({ verb }) => verb !== "watch" && verb !== "list");
  const lines = writes.slice(-most).map(({ verb, resource, subresource, namespace, name, status }) => {
    const what = [resource, subresource].filter((part) => part !== "").join("/");
    const which = [namespace, name].filter((part) => part !== "").join("/");
    return `\n- ${verb} ${what} ${which}: ${String(status)}`;
  });
  return lines.length === 0 ? "\nThe provider sent no requests." : `\nThe provider's last requests:${lines.join("")}`;
}
