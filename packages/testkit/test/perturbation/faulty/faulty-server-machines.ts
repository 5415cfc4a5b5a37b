import { randomBytes } from "node:crypto";
import { apiVersionOf } from "@capstan/kube";
import { outcome } from "@capstan/provider";
import { Secret } from "@capstan/runtime";
import type { Server, ServerCloud } from "../servers/server-cloud.ts";
import { lifeOfMachine, ServerMachineReconciler } from "../servers/server-machine.ts";
import type { FaultyProvider } from "./faulty-provider.ts";

type Scope = ServerMachineReconciler["Scope"];
type DeletionScope = ServerMachineReconciler["DeletionScope"];

interface Row extends Pick<FaultyProvider, "fault" | "killedBy" | "says"> {
  readonly Reconciler: new (cloud: ServerCloud) => ServerMachineReconciler;
}

const doubled = /server of ServerMachine\/m1 exists 2 times|outside: server of ServerMachine\/m1: left over/;
const neverThere = /TimedOutError: Timed out after 600 s: m1 Provisioned/;

function provisioned(server: Server) {
  return outcome.provisioned({ providerID: `server://${server.id}` });
}

/** Remembers when it first saw an object, by the wall clock. */
class WallClockReconciler extends ServerMachineReconciler {
  readonly #begun = new Map<string, number>();

  protected begunMs({ clock, object }: Scope): number {
    const { uid } = object.metadata;
    const begunMs = this.#begun.get(uid) ?? clock.now();
    this.#begun.set(uid, begunMs);
    return begunMs;
  }
}

const rows: readonly Row[] = [
  {
    fault: "makes a server without looking whether there is one",
    killedBy: ["crash-before", "answer-409", "answer-500", "cloud-times-out", "crash-after-call"],
    says: doubled,
    Reconciler: class extends ServerMachineReconciler {
      override async reconcileMachine({ object }: Scope) {
        const id = object.spec.providerID?.replace("server://", "");
        if (id !== undefined) return provisioned({ id, name: object.metadata.name });
        return provisioned(await this.cloud.create(object.metadata.name));
      }
    },
  },
  {
    fault: "knows only in memory which server it has made",
    killedBy: ["crash-before", "crash-after", "leader-change", "crash-after-call"],
    says: doubled,
    Reconciler: class extends ServerMachineReconciler {
      readonly #made = new Map<string, Server>();
      override async reconcileMachine({ object }: Scope) {
        const { uid, name } = object.metadata;
        const server = this.#made.get(uid) ?? (await this.cloud.create(name));
        this.#made.set(uid, server);
        return provisioned(server);
      }
    },
  },
  {
    fault: "keeps its credentials in a Secret with a random name",
    killedBy: ["crash-after", "lose-answer"],
    says: /Secret\/key-<varying>: left over|Secret\/key-<varying>: 2 instead of 1/,
    Reconciler: class extends ServerMachineReconciler {
      override async reconcileMachine(scope: Scope) {
        const { client, object } = scope;
        const { items } = await client.list(Secret, {
          namespace: "default",
          labelSelector: `key-of=${object.metadata.name}`,
        });
        const status = object.metadata.annotations?.key;
        if (status === undefined) {
          const name = `key-${randomBytes(8).toString("hex")}`;
          await client.create(Secret, {
            apiVersion: apiVersionOf(Secret),
            kind: Secret.kind,
            metadata: { name, namespace: "default", labels: { "made-for": object.metadata.name } },
          });
          await client.patch(
            this.definition.kind,
            { name: object.metadata.name, namespace: "default" },
            { type: "merge", body: { metadata: { annotations: { key: name } } } },
          );
        }
        return items.length > 1 ? outcome.pending("TooManyKeys") : super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "takes a removal that the cloud refused for done",
    killedBy: ["cloud-refuses"],
    says: /outside: server of ServerMachine\/m1: left over/,
    Reconciler: class extends ServerMachineReconciler {
      override async deleteMachine(scope: DeletionScope) {
        await super.deleteMachine(scope).catch(() => undefined);
        return outcome.deleted();
      }
    },
  },
  {
    fault: "asks for another server where the cloud did not answer",
    killedBy: ["cloud-times-out"],
    says: doubled,
    Reconciler: class extends ServerMachineReconciler {
      override async reconcileMachine({ object }: Scope) {
        const { name } = object.metadata;
        const server =
          (await this.cloud.find(name)) ?? (await this.cloud.create(name).catch(() => this.cloud.create(name)));
        return provisioned(server);
      }
    },
  },
  {
    fault: "gives up for good after a conflict",
    killedBy: ["answer-409"],
    says: neverThere,
    Reconciler: class extends ServerMachineReconciler {
      #hasFailed = false;
      override async reconcileMachine(scope: Scope) {
        if (this.#hasFailed) return outcome.pending("Conflicted");
        const { client, object } = scope;
        const key = { name: object.metadata.name, namespace: "default" };
        const body = { metadata: { annotations: { seen: "yes" } } };
        const mark = client.patch(this.definition.kind, key, { type: "merge", body });
        const isMarked = await mark.then(
          () => true,
          () => false,
        );
        this.#hasFailed = !isMarked;
        return isMarked ? super.reconcileMachine(scope) : outcome.pending("Conflicted");
      }
    },
  },
  {
    fault: "takes a write whose answer was lost for not done, and appends again",
    killedBy: ["lose-answer", "crash-after"],
    says: /ServerMachine\/m1: metadata.annotations.log is "made made"/,
    Reconciler: class extends ServerMachineReconciler {
      readonly #logged = new Set<string>();
      override async reconcileMachine(scope: Scope) {
        const { client, object } = scope;
        const { uid } = object.metadata;
        if (!this.#logged.has(uid)) {
          const { metadata } = await client.get(this.definition.kind, object.metadata);
          const log = [metadata.annotations?.log, "made"].filter((part) => part !== undefined).join(" ");
          const body = { metadata: { annotations: { log } } };
          await client.patch(this.definition.kind, metadata, { type: "merge", body });
          this.#logged.add(uid);
        }
        return super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "counts how often it is called",
    killedBy: ["reconcile-again", "crash-after"],
    says: /ServerMachine\/m1: metadata.annotations.calls/,
    Reconciler: class extends ServerMachineReconciler {
      override async reconcileMachine(scope: Scope) {
        const { client, object } = scope;
        const { name, annotations = {} } = object.metadata;
        if (
          object.status?.initialization?.provisioned !== true ||
          annotations["perturbation.capstan.dev/touched"] !== annotations.last
        ) {
          const body = {
            metadata: {
              annotations: {
                calls: String(Number(annotations.calls ?? 0) + 1),
                last: annotations["perturbation.capstan.dev/touched"] ?? null,
              },
            },
          };
          await client.patch(this.definition.kind, { name, namespace: "default" }, { type: "merge", body });
        }
        return super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "remembers the uid of the Secret with its bootstrap data",
    killedBy: ["replaced-object"],
    says: /OtherData/,
    Reconciler: class extends ServerMachineReconciler {
      override async reconcileMachine(scope: Scope) {
        const { client, object } = scope;
        const { name, annotations = {} } = object.metadata;
        const secret = await client.get(Secret, { name: "m1", namespace: "default" });
        const known: string | undefined = annotations.data;
        if (known !== undefined && known !== secret.metadata.uid) return outcome.pending("OtherData");
        const body = { metadata: { annotations: { data: secret.metadata.uid } } };
        if (known === undefined)
          await client.patch(this.definition.kind, { name, namespace: "default" }, { type: "merge", body });
        return super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "gives up half an hour after it began, by the clock on the wall",
    killedBy: ["clock-forward"],
    says: /./,
    Reconciler: class extends WallClockReconciler {
      override async reconcileMachine(scope: Scope) {
        const { clock, object } = scope;
        const begunMs = this.begunMs(scope);
        if (clock.now() - begunMs > 1_800_000) return outcome.failed("TooLate", "It took too long");
        return (await this.cloud.find(object.metadata.name)) === undefined && clock.now() - begunMs < 10_000
          ? outcome.pending("Resting", { retryAfterMs: 10_000 })
          : super.reconcileMachine(scope);
      }
    },
  },
  {
    fault: "waits until a moment on the clock on the wall",
    killedBy: ["clock-back"],
    says: neverThere,
    Reconciler: class extends WallClockReconciler {
      override async reconcileMachine(scope: Scope) {
        if (scope.clock.now() - this.begunMs(scope) < 10_000)
          return outcome.pending("Resting", { retryAfterMs: 10_000 });
        return super.reconcileMachine(scope);
      }
    },
  },
];

/** Providers of ServerMachines, written with the SDK, that work only in the absence of faults. */
export const faultyServerMachines = rows.map(({ Reconciler, ...row }): FaultyProvider => ({
  ...row,
  role: "InfraMachine",
  scenario: lifeOfMachine("faulty", Reconciler),
}));
