import { outcome } from "@capstan/provider";
import type { Exploration } from "@capstan/testkit/exploration";
import { changesOfMachine, SizedMachineReconciler, type SizedSpec } from "./sized-machine.ts";

type Scope = SizedMachineReconciler["Scope"];

/** A provider with one fault, and the expected finding. */
export interface FaultyFollower {
  /** A sentence without its subject. */
  readonly fault: string;
  readonly says: RegExp;
  readonly exploration: Exploration<SizedSpec>;
}

const rows: readonly (Pick<FaultyFollower, "fault" | "says"> & {
  readonly Reconciler: typeof SizedMachineReconciler;
})[] = [
  {
    fault: "ignores a change of the size",
    says: /size from "small" to "large":\n {2}differs from an object created with this spec: SizedMachine\/m1: status.size is "small"/,
    Reconciler: class extends SizedMachineReconciler {
      override reconcileMachine(scope: Scope) {
        const { metadata, status = {} } = scope.object;
        const { size = "small", disks = 0, initialization } = status;
        if (initialization?.provisioned !== true) return super.reconcileMachine(scope);
        return outcome.provisioned({ providerID: `sized://${metadata.name}`, status: { size, disks } });
      }
    },
  },
  {
    fault: "reports a size that it has not given to the server",
    says: /differs from an object created with this spec: outside: large server of SizedMachine\/m1: missing/,
    Reconciler: class extends SizedMachineReconciler {
      override reconcileMachine(scope: Scope) {
        const { object } = scope;
        return this.cloud.servers.has(object.metadata.name) && object.spec.size === "large"
          ? this.provisioned(object)
          : super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "never recovers from a size that there is not",
    says: /changed back: SizedMachine\/m1: status.conditions\[Ready\].status is "False"/,
    Reconciler: class extends SizedMachineReconciler {
      #hasFailed = false;
      override reconcileMachine(scope: Scope) {
        this.#hasFailed ||= scope.object.spec.size === "huge";
        return this.#hasFailed ? outcome.pending("NoSuchSize") : super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "keeps the disks that it has once made",
    says: /changed back: SizedMachine\/m1: status.disks is/,
    Reconciler: class extends SizedMachineReconciler {
      #most = 0;
      protected override provisioned(object: Scope["object"]) {
        this.#most = Math.max(this.#most, object.spec.disks ?? 0);
        return super.provisioned({ ...object, spec: { ...object.spec, disks: this.#most } });
      }
    },
  },
  {
    fault: "is Ready with a size that there is not",
    says: /a size that there is not:\n {2}it is Ready, although the change is impossible/,
    Reconciler: class extends SizedMachineReconciler {
      override reconcileMachine(scope: Scope) {
        return scope.object.spec.size === "huge" ? this.provisioned(scope.object) : super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "throws where there is no such size",
    says: /ReconcilerThrewError/,
    Reconciler: class extends SizedMachineReconciler {
      override reconcileMachine(scope: Scope) {
        const { object } = scope;
        this.cloud.ensure(object.metadata.name, object.spec.size);
        return this.provisioned(object);
      }
    },
  },
  {
    fault: "writes without end while it has four disks",
    says: /disks from 1 to 4:\n {2}it does not settle: \d+ writes/,
    Reconciler: class extends SizedMachineReconciler {
      #turns = 0;
      protected override provisioned(object: Scope["object"]) {
        this.#turns += 1;
        const { metadata, spec } = object;
        if (spec.disks !== 4) return super.provisioned(object);
        const status = { size: String(this.#turns), disks: 4 };
        return outcome.provisioned({ providerID: `sized://${metadata.name}`, status, retryAfterMs: 1_000 });
      }
    },
  },
];

/** Providers that work as long as no one changes an existing object. */
export const faultyFollowers = rows.map(({ Reconciler, ...row }): FaultyFollower => ({
  ...row,
  exploration: changesOfMachine("faulty", Reconciler),
}));
