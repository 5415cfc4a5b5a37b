import { type BootPlan, type InstanceData, isBootstrapDataError, planBoot } from "@capstan/bootstrap-data";
import type { DockerMachineObject } from "../../api/docker-machine.ts";
import type { ContainerFile, Engine, EngineContainer } from "../../engine/engine.ts";
import { bootArchive, userDataPath } from "../boot-archive.ts";
import { cloudInitSeed } from "../cloud-init/cloud-init-seed.ts";
import { dataMark } from "./data-mark.ts";

/** The bootstrap data of a container, as in the scopes of reconcilers. */
export interface BootData {
  /** Undefined: there is none. */
  readonly bootstrapData: string | undefined;
  /** Key `format` of its Secret. */
  readonly bootstrapFormat: string | undefined;
}

/** The fields of a machine's spec that its boot depends on. */
export type BootSettings = Pick<DockerMachineObject["spec"], "bootstrapWith"> & {
  readonly preLoadImages?: readonly string[];
};

/** The container that boots, also before it is created. */
type Instance = Pick<EngineContainer, "name" | "hostname">;

/** Whether the cloud-init of the image carries out the data. */
export function usesCloudInit({ bootstrapWith }: BootSettings): boolean {
  return bootstrapWith === "CloudInit";
}

/**
 * What a container does to boot. Undefined without data. Pure.
 *
 * @throws BootstrapDataError the data cannot be read.
 */
export function bootPlanOf({ bootstrapData, bootstrapFormat }: BootData, container: Instance): BootPlan | undefined {
  if (bootstrapData === undefined) return undefined;
  const instance = instanceOf(container);
  // All other formats are recognized by the data.
  return planBoot(bootstrapData, { instance, ...(bootstrapFormat === "ignition" ? { format: bootstrapFormat } : {}) });
}

/** Gives a container that was not started yet its bootstrap data. Data that cannot be read is reported after the start. */
export async function seedBoot(
  engine: Engine,
  { data, settings }: { readonly data: BootData; readonly settings: BootSettings },
  container: Instance,
  signal: AbortSignal,
): Promise<void> {
  const { bootstrapData } = data;
  if (bootstrapData === undefined) return;
  const files = usesCloudInit(settings)
    ? cloudInitSeed(bootstrapData, instanceOf(container), new Set(settings.preLoadImages).size)
    : [{ path: userDataPath, content: bootstrapData }, ...readableArchive(data, container)];
  await engine.writeFiles(container.name, [dataMark(bootstrapData), ...files], signal);
}

function readableArchive(data: BootData, container: Instance): readonly ContainerFile[] {
  try {
    const plan = bootPlanOf(data, container);
    return plan === undefined ? [] : bootArchive(plan);
  } catch (error) {
    if (!isBootstrapDataError(error)) throw error;
    return [];
  }
}

function instanceOf({ name, hostname }: Instance): InstanceData {
  return { instanceID: name, localHostname: hostname };
}
