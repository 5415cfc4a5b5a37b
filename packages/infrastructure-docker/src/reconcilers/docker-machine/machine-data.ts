import { isOwnedBy, MachinePool, ownerOfKind } from "@capstan/provider";
import { DockerMachinePool } from "../../api/docker-machine-pool.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { isOfPool } from "./machine-plan.ts";
import type { DockerMachineScope } from "./machine-scope.ts";

/**
 * The present data of the Machine, or of the pool of a container that a pool has created: its Machine has none. Undefined if it is missing. From
 * this call on, its secrets are redacted from the reports of the reconcile.
 */
export async function machineDataOf(
  scope: DockerMachineScope,
  container: EngineContainer,
): Promise<string | undefined> {
  if (!isOfPool(container)) return scope.bootstrapData;
  const { object, cache, secret } = scope;
  const { namespace } = object.metadata;
  const name = ownerOfKind(object, DockerMachinePool.kind.group, DockerMachinePool.kind.kind)?.name;
  const pool = name === undefined ? undefined : await cache.get(DockerMachinePool.kind, { namespace, name });
  if (pool === undefined || !isOwnedBy(object, pool)) return undefined;
  const owner = ownerOfKind(pool, MachinePool.group, MachinePool.kind)?.name;
  const machinePool = owner === undefined ? undefined : await cache.get(MachinePool, { namespace, name: owner });
  const { dataSecretName = "" } = machinePool?.spec.template.spec.bootstrap ?? {};
  return dataSecretName === "" ? undefined : (await secret(dataSecretName))?.value;
}
