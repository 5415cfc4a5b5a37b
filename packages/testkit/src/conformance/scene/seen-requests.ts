import type { SeenRequest } from "./world.ts";

const most = 20;

/** The last requests of a provider for single objects, one per line, with their results. */
export function lastRequests(requests: readonly SeenRequest[]): readonly string[] {
  const single = requests.filter(({ verb, resource }) => resource !== "" && verb !== "watch" && verb !== "list");
  return single.slice(-most).map(({ verb, resource, subresource, namespace, name, status }) => {
    const what = [resource, subresource].filter((part) => part !== "").join("/");
    const which = [namespace, name].filter((part) => part !== "").join("/");
    return `${verb} ${what} ${which}: ${String(status)}`;
  });
}

/** Formats the lines as a paragraph. */
export function sayRequests(lines: readonly string[]): string {
  if (lines.length === 0) return "\nThe provider sent no requests.";
  return `\nThe provider's last requests:${lines.map((line) => `\n- ${line}`).join("")}`;
}
