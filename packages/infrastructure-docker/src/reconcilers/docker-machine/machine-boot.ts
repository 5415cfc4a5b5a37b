import { BootstrapDataError, isBootstrapDataError } from "@capstan/bootstrap-data";
import type { AuthorCondition } from "@capstan/provider";
import { bootPlanOf, usesCloudInit } from "../../boot/seed/boot-data.ts";
import { bootedFrom } from "../../boot/seed/data-mark.ts";
import { type BootReport, withoutQuotes } from "../../boot/boot-report.ts";
import { carryOut } from "../../boot/carry-out.ts";
import { followCloudInit } from "../../boot/cloud-init/follow-cloud-init.ts";
import { registerNode } from "../../boot/register-node.ts";
import { hasContainerdStarted, hasSystemStarted } from "../../boot/system-state.ts";
import type { Engine, EngineContainer } from "../../engine/engine.ts";
import { bootCondition, nodeCondition, unreadableCondition } from "./boot-conditions.ts";
import { machineDataOf } from "./machine-data.ts";
import { isOfPool } from "./machine-plan.ts";
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

  /**
   * Whether the system of a container is up, as far as what follows needs it. The boot by cloud-init is a part of the system's start, and
   * needs no more than the container.
   */
  async isProvisioned(scope: DockerMachineScope, container: EngineContainer, signal: AbortSignal): Promise<boolean> {
    if (!usesCloudInit(scope.object.spec)) return hasSystemStarted(this.#engine, container.name, signal);
    const { preLoadImages = [] } = scope.object.spec;
    return preLoadImages.length === 0 || hasContainerdStarted(this.#engine, container.name, signal);
  }

  /** Takes the next step of a boot. */
  async follow(
    scope: DockerMachineScope,
    container: EngineContainer,
    providerID: string,
    signal: AbortSignal,
  ): Promise<BootView> {
    // A container of a pool has the data of the pool; its Machine has none.
    if (!scope.needsBootstrapData && !isOfPool(container)) return { conditions: [], isSettled: true };
    const settled = this.#settled.get(container.name);
    if (settled?.startedAt === container.startedAt) return settled.view;
    const view = await this.#view(scope, container, providerID, signal);
    // What quotes the container is read and redacted each time.
    const isQuoting = view.conditions.some(({ status }) => status === "False");
    if (view.isSettled && !isQuoting) this.#settled.set(container.name, { startedAt: container.startedAt, view });
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
    const data = await machineDataOf(scope, container);
    const report = await this.#carryOut(scope, container, signal);
    if (isBootstrapDataError(report)) return { conditions: [unreadableCondition(report)], isSettled: true };
    const boot = await this.#conditionOf(report, container, data, signal);
    const hasNothingToDo = report.state === "absent" && scope.bootstrapData === undefined;
    if (report.state !== "ended") {
      const isSettled = hasNothingToDo || ["interrupted", "noCloudInit", "noSeed", "notRun"].includes(report.state);
      return { conditions: boot === undefined ? [] : [boot], isSettled };
    }
    const node = nodeCondition(await registerNode(this.#engine, container.name, providerID, signal));
    const conditions = [boot, node].filter((condition) => condition !== undefined);
    return { conditions, isSettled: node !== undefined && node.status !== "Unknown" };
  }

  /** Only the output of data that is known can be redacted. */
  async #conditionOf(report: BootReport, { name }: EngineContainer, data: string | undefined, signal: AbortSignal) {
    const condition = bootCondition(report);
    if (condition?.status !== "False") return condition;
    const origin = await bootedFrom(this.#engine, name, data, signal);
    return origin === "this" ? condition : bootCondition(withoutQuotes(report, { data: origin }));
  }

  async #carryOut(scope: DockerMachineScope, container: EngineContainer, signal: AbortSignal) {
    try {
      if (usesCloudInit(scope.object.spec)) return await this.#followCloudInit(scope, container, signal);
      return await carryOut(this.#engine, container.name, () => bootPlanOf(scope, container), signal);
    } catch (error) {
      if (isBootstrapDataError(error)) return error;
      throw error;
    }
  }

  /**
   * cloud-init only warns of data that it cannot read, and may quote it.
   *
   * @throws BootstrapDataError commands are missing because the data cannot be read.
   */
  async #followCloudInit(scope: DockerMachineScope, container: EngineContainer, signal: AbortSignal) {
    const report = await followCloudInit(this.#engine, container.name, signal);
    if (report.state === "absent" && scope.bootstrapData !== undefined) return { state: "noSeed" } as const;
    if (report.state !== "ended" || report.hasSentinel || report.failure !== undefined) return report;
    if (bootPlanOf(scope, container)?.format === "ignition") throw ignitionUnread();
    return report;
  }
}

function ignitionUnread(): BootstrapDataError {
  const problem =
    "is Ignition, which cloud-init does not read; unset spec.bootstrapWith of the DockerMachine's template";
  return new BootstrapDataError("BootstrapDataFormatUnknown", "line 1", problem);
}
