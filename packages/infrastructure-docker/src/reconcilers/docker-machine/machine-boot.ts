import { type BootPlan, isBootstrapDataError, planBoot } from "@capstan/bootstrap-data";
import type { AuthorCondition } from "@capstan/provider";
import { bootArchive, userDataPath } from "../../boot/boot-archive.ts";
import { carryOut } from "../../boot/carry-out.ts";
import { registerNode } from "../../boot/register-node.ts";
import type { ContainerFile, Engine, EngineContainer } from "../../engine/engine.ts";
import { bootCondition, nodeCondition, unreadableCondition } from "./boot-conditions.ts";
import type { DockerMachineScope } from "./machine-scope.ts";

/** What a boot has come to. */
interface BootView {
  readonly conditions: readonly AuthorCondition[];
  /** Whether nothing more is awaited. */
  readonly isSettled: boolean;
}

/** Boots containers from their bootstrap data, and gives their Nodes their providerIDs. */
export class MachineBoot {
  readonly #engine: Engine;
  /** Boots of which nothing more is awaited, by container: its processes are not asked again before its next start. */
  readonly #settled = new Map<string, { readonly startedAt: string; readonly view: BootView }>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Gives a container that was not started yet its bootstrap data. Data that cannot be read is reported after the start. */
  async seed(scope: DockerMachineScope, container: EngineContainer, signal: AbortSignal): Promise<void> {
    const { bootstrapData } = scope;
    if (bootstrapData === undefined) return;
    const files: ContainerFile[] = [{ path: userDataPath, content: bootstrapData }];
    try {
      files.push(...bootArchive(planOf(scope, container)));
    } catch (error) {
      if (!isBootstrapDataError(error)) throw error;
    }
    await this.#engine.writeFiles(container.name, files, signal);
  }

  /** Takes the next step of a boot. */
  async follow(
    scope: DockerMachineScope,
    container: EngineContainer,
    providerID: string,
    signal: AbortSignal,
  ): Promise<BootView> {
    if (scope.bootstrapData === undefined) return { conditions: [], isSettled: true };
    const settled = this.#settled.get(container.name);
    if (settled?.startedAt === container.startedAt) return settled.view;
    const view = await this.#view(scope, container, providerID, signal);
    if (view.isSettled) this.#settled.set(container.name, { startedAt: container.startedAt, view });
    return view;
  }

  /** Forgets a container that is removed. */
  forget(container: string): void {
    this.#settled.delete(container);
  }

  async #view(
    scope: DockerMachineScope,
    container: EngineContainer,
    providerID: string,
    signal: AbortSignal,
  ): Promise<BootView> {
    const report = await this.#carryOut(scope, container, signal);
    if (isBootstrapDataError(report)) return { conditions: [unreadableCondition(report)], isSettled: true };
    const boot = bootCondition(report);
    const isInterrupted = report.state === "interrupted";
    if (report.state !== "ended") return { conditions: boot === undefined ? [] : [boot], isSettled: isInterrupted };
    const node = nodeCondition(await registerNode(this.#engine, container.name, providerID, signal));
    const conditions = [boot, node].filter((condition) => condition !== undefined);
    return { conditions, isSettled: node !== undefined && node.status !== "Unknown" };
  }

  async #carryOut(scope: DockerMachineScope, container: EngineContainer, signal: AbortSignal) {
    try {
      return await carryOut(this.#engine, container.name, () => planOf(scope, container), signal);
    } catch (error) {
      if (isBootstrapDataError(error)) return error;
      throw error;
    }
  }
}

/** @throws BootstrapDataError the data cannot be read. */
function planOf({ bootstrapData = "", bootstrapFormat }: DockerMachineScope, container: EngineContainer): BootPlan {
  const instance = { instanceID: container.name, localHostname: container.hostname };
  // All other formats are recognized by the data.
  return planBoot(bootstrapData, { instance, ...(bootstrapFormat === "ignition" ? { format: bootstrapFormat } : {}) });
}
