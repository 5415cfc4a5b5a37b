import { isBootstrapDataError, planBoot } from "@capstan/bootstrap-data";
import type { AuthorCondition } from "@capstan/provider";
import type { BootReport } from "../../boot/boot-report.ts";
import { carryOut } from "../../boot/carry-out.ts";
import { type NodeRegistration, registerNode } from "../../boot/register-node.ts";
import type { Engine, EngineContainer } from "../../engine/engine.ts";
import { bootCondition, nodeCondition, unreadableCondition } from "./boot-conditions.ts";
import type { DockerMachineReconciler } from "./docker-machine-reconciler.ts";

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

  /** Takes the next step of a boot. */
  async follow(
    scope: DockerMachineReconciler["Scope"],
    container: EngineContainer,
    providerID: string,
    signal: AbortSignal,
  ): Promise<BootView> {
    const { bootstrapData, bootstrapFormat } = scope;
    if (bootstrapData === undefined) return { conditions: [], isSettled: true };
    const instance = { instanceID: container.name, localHostname: container.hostname };
    // All other formats are recognized by the data.
    const format = bootstrapFormat === "ignition" ? ({ format: bootstrapFormat } as const) : {};
    const plan = () => planBoot(bootstrapData, { instance, ...format });
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
