import { createHash } from "node:crypto";
import { type DeepReadonly, uniqueName } from "@capstan/provider";
import type { DockerMachineObject } from "../../api/docker-machine.ts";
import type { DockerMachinePoolObject } from "../../api/docker-machine-pool.ts";
import type { ContainerSpec } from "../../engine/container-spec.ts";
import { type ContainerRole, engineLabels } from "../../engine/labels.ts";
import { failureDomainLabel, nodeImage, nodeSpec } from "../docker-machine/machine-plan.ts";

/** What a DockerMachinePool has in the engine. */
export interface PoolPlan {
  /** Value of the label `pool`. */
  readonly pool: string;
  /** Undefined: neither the MachinePool has a version nor the template an image. */
  readonly image: string | undefined;
  /** The spec of its DockerMachines. */
  readonly machine: DockerMachineObject["spec"];
  /** Value of the label `template`: the same for containers that are created in the same way. */
  readonly template: string;
}

/** Names depend on the object's name alone, so that they are the same after a move or a restart. Pure. */
export function poolPlan(object: DeepReadonly<DockerMachinePoolObject>, version: string | undefined): PoolPlan {
  const { customImage, bootstrapWith, preLoadImages = [], extraMounts = [] } = object.spec.template ?? {};
  const image = nodeImage(customImage, version);
  const mounts = extraMounts.map(({ hostPath, containerPath, readOnly = false }) => ({
    hostPath,
    containerPath,
    readOnly,
  }));
  return {
    pool: uniqueName(object),
    image,
    machine: {
      ...(image === undefined ? {} : { customImage: image }),
      ...(bootstrapWith === undefined ? {} : { bootstrapWith }),
      ...(preLoadImages.length === 0 ? {} : { preLoadImages: [...preLoadImages] }),
      ...(mounts.length === 0 ? {} : { extraMounts: mounts }),
    },
    // Machines that would be the same are not replaced.
    template: hashOf([
      image,
      bootstrapWith === "Provider" ? undefined : bootstrapWith,
      [...new Set(preLoadImages)].toSorted(),
      mounts.toSorted((one, other) => (one.containerPath < other.containerPath ? -1 : 1)),
    ]),
  };
}

/** A new container of a pool. Pure. */
export function poolContainerSpec(
  { pool, template, machine }: PoolPlan,
  image: string,
  container: {
    /** The DockerMachine that will stand for it, whose name also becomes that of the Machine. */
    readonly machine: { readonly namespace: string; readonly name: string };
    readonly failureDomain: string | undefined;
    readonly of: { readonly cluster: string; readonly network: string };
  },
): ContainerSpec {
  const role: ContainerRole = "worker";
  return nodeSpec({
    image,
    nodeName: container.machine.name,
    of: container.of,
    mounts: machine.extraMounts ?? [],
    labels: {
      [engineLabels.pool]: pool,
      [engineLabels.template]: template,
      [engineLabels.machine]: uniqueName({ metadata: container.machine }),
      [engineLabels.role]: role,
      ...failureDomainLabel(container.failureDomain),
    },
  });
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
