import type { TemplateCapacity } from "@capstan/provider";

/** What the servers of each type have, as the cloud's price list says. */
const serverTypes: ReadonlyMap<string, TemplateCapacity> = new Map([
  ["small", type(2, "4Gi")],
  ["large", type(8, "32Gi")],
]);

/** Undefined for a type that the cloud has added since. */
export function capacityOf(serverType: string): TemplateCapacity | undefined {
  return serverTypes.get(serverType);
}

function type(cpu: number, memory: string): TemplateCapacity {
  return { capacity: { cpu, memory }, nodeInfo: { architecture: "amd64", operatingSystem: "linux" } };
}
