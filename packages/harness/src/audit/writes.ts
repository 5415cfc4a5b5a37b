import type { AuditEntry } from "@capstan/testkit";

/** The API server refuses a write that is based on what has changed since; the provider reads again and writes again. */
function isRefused({ responseStatus }: AuditEntry): boolean {
  return responseStatus?.code === 409;
}

/** How often something was written, on average; without what was refused as a conflict. */
export function writesPerMachine(entries: readonly AuditEntry[], machines: number): number {
  return entries.filter((entry) => !isRefused(entry)).length / machines;
}

/** "7.7 (and 0.3 refused as conflicts)" */
export function shownPerMachine(entries: readonly AuditEntry[], machines: number): string {
  const refused = entries.filter(isRefused).length / machines;
  return `${writesPerMachine(entries, machines).toFixed(1)} (and ${refused.toFixed(1)} refused as conflicts)`;
}

/** "create secrets 6, patch machines/status 409 1": how many requests there were of each verb, resource and unexpected answer. */
export function byResource(entries: readonly AuditEntry[]): string {
  const names = entries.map(({ verb, objectRef, responseStatus }) => {
    const { resource = "", subresource } = objectRef ?? {};
    const code = responseStatus?.code ?? 0;
    return `${verb} ${resource}${subresource === undefined ? "" : `/${subresource}`}${code < 300 ? "" : ` ${code}`}`;
  });
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => `${name} ${all.length}`);
  return counts.join(", ");
}

/** What was created, but Events: `secrets/c1-ca`. */
export function createdIn(entries: readonly AuditEntry[]): string[] {
  const created = entries.filter(({ verb, objectRef }) => verb === "create" && objectRef?.resource !== "events");
  return created.map(({ objectRef }) => `${objectRef?.resource ?? ""}/${objectRef?.name ?? ""}`);
}
