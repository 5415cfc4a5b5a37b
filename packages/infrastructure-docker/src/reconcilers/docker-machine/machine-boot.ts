import { type BootPlan, isBootstrapDataError, planBoot } from "@capstan/bootstrap-data";
import type { AuthorCondition } from "@capstan/provider";
import { bootArchive, userDataPath } from "../../boot/boot-archive.ts";
import type { BootReport } from "../../boot/boot-report.ts";
import { carryOut } from "../../boot/carry-out.ts";
import { type NodeRegistration, registerNode } from "../../boot/register-node.ts";
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
  /** The registered Nodes, by container, as far as this process knows. */
  readonly #registered = new Map<string, NodeRegistration>();

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
    const plan = () => planOf(scope, container);
    try {
      const report = await carryOut(this.#engine, container.name, plan, signal);
      return await this.#viewOf(report, container, providerID, signal);
    } catch (error) {
      if (!isBootstrapDataError(error)) throw error;
      return { conditions: [unreadableCondition(error)], isSettled: true };
    }
  }

  /** Forgets a container that is removed. */
  forget(container: string): void {
    this.#registered.delete(container);
  }

  async #viewOf(
    report: BootReport,
    container: EngineContainer,
    providerID: string,
    signal: AbortSignal,
  ): Promise<BootView> {
    const boot = bootCondition(report);
    if (report.state !== "ended")
      return { conditions: boot === undefined ? [] : [boot], isSettled: report.state === "interrupted" };
    const registration = await this.#register(container.name, providerID, signal);
    const node = nodeCondition(registration);
    const conditions = [boot, node].filter((condition) => condition !== undefined);
    return { conditions, isSettled: boot?.status === "False" || node !== undefined };
  }

  async #register(container: string, providerID: string, signal: AbortSignal): Promise<NodeRegistration> {
    const known = this.#registered.get(container);
    if (known !== undefined) return known;
    const registration = await registerNode(this.#engine, container, providerID, signal);
    if (registration.state === "registered") this.#registered.set(container, registration);
    return registration;
  }
}

/** @throws BootstrapDataError the data cannot be read. */
function planOf({ bootstrapData = "", bootstrapFormat }: DockerMachineScope, container: EngineContainer): BootPlan {
  const instance = { instanceID: container.name, localHostname: container.hostname };
  // All other formats are recognized by the data.
  return planBoot(bootstrapData, { instance, ...(bootstrapFormat === "ignition" ? { format: bootstrapFormat } : {}) });
}
