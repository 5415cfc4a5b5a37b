import { apiVersionOf, labels, Machine, MachinePool } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import { GroupMachine, type GroupMachineObject } from "./src/api/group-machine.ts";

const namespace = "default";

/** Creates the Machine of each GroupMachine of the pool `p1`, as the MachinePool controller does; they then live as others do. */
export async function makeMachines({ client }: TestEnvironment): Promise<void> {
  const { apiVersion, kind, metadata: pool } = await client.get(MachinePool, { name: "p1", namespace });
  for (const { metadata } of (await client.list<GroupMachineObject>(GroupMachine.kind, { namespace })).items) {
    if (metadata.ownerReferences?.some((owner) => owner.kind === Machine.kind)) continue;
    await client.create(Machine, {
      apiVersion: apiVersionOf(Machine),
      kind: Machine.kind,
      metadata: {
        name: metadata.name,
        namespace,
        labels: { ...metadata.labels },
        ownerReferences: [{ apiVersion, kind, name: pool.name, uid: pool.uid ?? "", controller: true }],
      },
      spec: {
        clusterName: metadata.labels?.[labels.clusterName] ?? "",
        bootstrap: { dataSecretName: "" },
        infrastructureRef: { apiGroup: GroupMachine.kind.group, kind: GroupMachine.kind.kind, name: metadata.name },
      },
    });
  }
}
