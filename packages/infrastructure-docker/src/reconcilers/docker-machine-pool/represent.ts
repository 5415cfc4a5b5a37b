import { isAlreadyExists, type PoolMachines } from "@capstan/provider";
import type { DockerMachine } from "../../api/docker-machine.ts";
import type { Obstacle } from "./pool-containers.ts";
import { isUnstarted, machineNameOf, type PresentMember } from "./pool-members.ts";
import type { PoolPlan } from "./pool-plan.ts";
import type { DockerMachinePoolScope } from "./pool-scope.ts";

/** The delay before the next attempt to create a DockerMachine whose name is taken, in milliseconds. */
const takenMs = 10_000;

/**
 * Creates the missing DockerMachines of containers that were started, and stay.
 *
 * @returns why a container has none.
 */
export async function represent(
  scope: DockerMachinePoolScope,
  { machine }: PoolPlan,
  staying: readonly PresentMember[],
  machines: PoolMachines<typeof DockerMachine>,
): Promise<Obstacle | undefined> {
  const { namespace } = scope.object.metadata;
  let obstacle: Obstacle | undefined;
  for (const member of staying) {
    if (member.machine !== undefined || isUnstarted(member)) continue;
    const name = machineNameOf(member.container, namespace);
    if (member.isTaken) {
      obstacle ??= nameTaken(name);
      continue;
    }
    try {
      await machines.create(name, machine);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      obstacle ??= nameTaken(name);
    }
  }
  return obstacle;
}

function nameTaken(name: string): Obstacle {
  const message = `DockerMachine ${name} is not of this pool, but has the name of one of its containers; delete its Machine`;
  return { reason: "NameTaken", message, retryAfterMs: takenMs, warning: true };
}
