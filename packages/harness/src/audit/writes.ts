import type { AuditEntry } from "@capstan/testkit";

/** The API server refuses a write based on an outdated version; the provider reads and writes again. */
function isRefused({ responseStatus }: AuditEntry): boolean {
  return responseStatus?.code === 409;
}

/** The average number of writes per Machine, without refused conflicts. */
export function writesPerMachine(entries: readonly AuditEntry[], machines: number): number {
  return entries.filter((entry) => !isRefused(entry)).length / machines;
}

/** "7.7 (and 0.3 refused as conflicts)" */
export function shownPerMachine(entries: readonly AuditEntry[], machines: number): string {
  const refused = entries.filter(isRefused).length / machines;
  return `${writesPerMachine(entries, machines).toFixed(1)} (and ${refused.toFixed(1)} refused as conflicts)`;
}

/** "create secrets 6, patch machines/status 409 1": the number of requests by verb, resource and unexpected response. */
export function byResource(entries: readonly AuditEntry[]): string {
  const names = entries.map(({ verb, objectRef, responseStatus }) => {
    const { resource = "", subresource } = objectRef ?? {};
    const code = responseStatus?.code ?? 0;
    return `${verb} ${resource}${subresource === undefined ? "" : `/${subresource}`}${code < 300 ? "" : ` ${code}`}`;
  });
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => `${name} ${all.length}`);
  return counts.join(", ");
}

/** The created objects, except Events: `secrets/c1-ca`. */
export function createdIn(entries: readonly AuditEntry[]): string[] {
  const created = entries.filter(({ verb, objectRef }) => verb === "create" && objectRef?.resource !== "events");
  return created.map(({ objectRef }) => `${objectRef?.resource ?? ""}/${objectRef?.name ?? ""}`);
}
