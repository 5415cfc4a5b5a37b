import { randomBytes } from "node:crypto";
import { ConfigMap } from "@capstan/provider";
import { CarefulAddonReconciler, lifeOfAddon } from "../careful/careful-addon.ts";
import type { FaultyProvider } from "./faulty-provider.ts";

interface Row extends Pick<FaultyProvider, "fault" | "killedBy" | "says"> {
  readonly Reconciler: typeof CarefulAddonReconciler;
}

type Scope = CarefulAddonReconciler["Scope"];

const key = { name: "agents", namespace: "default" };

function agents({ object }: Scope, name = key.name): ConfigMap {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { ...key, name },
    data: { size: object.spec.size },
  };
}

const rows: readonly Row[] = [
  {
    fault: "installs an object of a new name until its status says that it is installed",
    killedBy: ["crash-after", "lose-answer"],
    says: /in the workload cluster of c[12]: ConfigMap\/agents-<varying>: (left over|[23] instead of 1)/,
    Reconciler: class extends CarefulAddonReconciler {
      override async reconcileAddon(scope: Scope, signal: AbortSignal) {
        const { client } = await scope.workload();
        if (scope.revision === undefined) {
          const name = `agents-${randomBytes(4).toString("hex")}`;
          await client.create(ConfigMap, agents(scope, name), { signal });
        }
        return this.outcome.installed({ revision: scope.object.spec.size });
      }
    },
  },
  {
    fault: "takes an object that is there already for a failure",
    killedBy: ["crash-after", "lose-answer"],
    says: /Timed out after 600 s: installed/,
    Reconciler: class extends CarefulAddonReconciler {
      override async reconcileAddon(scope: Scope, signal: AbortSignal) {
        const { client } = await scope.workload();
        if (scope.revision !== undefined) return super.reconcileAddon(scope, signal);
        await client.create(ConfigMap, agents(scope), { signal });
        return this.outcome.installed({ revision: scope.object.spec.size });
      }
    },
  },
  {
    fault: "takes a missing object for one that it cannot remove",
    killedBy: ["crash-after", "lose-answer"],
    says: /ConfigMap|Timed out after 600 s: no AgentSet|left over/,
    Reconciler: class extends CarefulAddonReconciler {
      override async deleteAddon(scope: Scope, signal: AbortSignal) {
        const { client } = await scope.workload();
        await client.delete(ConfigMap, key, { signal });
        return this.outcome.deleted();
      }
    },
  },
  {
    fault: "knows only in memory where it has installed anything",
    killedBy: ["crash-after", "leader-change"],
    says: /in the workload cluster of c[12]: ConfigMap\/agents: left over/,
    Reconciler: class extends CarefulAddonReconciler {
      readonly #installed = new Set<string>();
      override async reconcileAddon(scope: Scope, signal: AbortSignal) {
        this.#installed.add(scope.cluster.metadata.name);
        return super.reconcileAddon(scope, signal);
      }
      override async deleteAddon(scope: Scope, signal: AbortSignal) {
        if (!this.#installed.has(scope.cluster.metadata.name)) return this.outcome.deleted();
        return super.deleteAddon(scope, signal);
      }
    },
  },
  {
    fault: "takes every error of a removal for done",
    killedBy: ["answer-500", "answer-409"],
    says: /in the workload cluster of c[12]: ConfigMap\/agents: left over/,
    Reconciler: class extends CarefulAddonReconciler {
      override async deleteAddon(scope: Scope, signal: AbortSignal) {
        return super.deleteAddon(scope, signal).catch(() => this.outcome.deleted());
      }
    },
  },
];

/** Add-on providers that work only in the absence of faults, each with one fault. */
export const faultyAddons: readonly FaultyProvider[] = rows.map(({ fault, killedBy, says, Reconciler }) => ({
  role: "Addon",
  fault,
  killedBy,
  says,
  scenario: lifeOfAddon(Reconciler, fault),
}));
