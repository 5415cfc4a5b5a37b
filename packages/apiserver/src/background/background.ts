import { after } from "../clock/clock.ts";
import { type ApiServiceController } from "./api-service-controller.ts";
import { type DefinitionController } from "./definition-controller.ts";
import { type FlowSchemaController } from "./flow-schema-controller.ts";
import { type DefinitionFinalizer } from "./definition-finalizer.ts";
import { type Store } from "../store/store.ts";
import { type GarbageCollector } from "./garbage-collector.ts";
import { type NamespaceFinalizer } from "./namespace-finalizer.ts";
import { type NamespaceAccounts } from "./namespace-accounts.ts";
import { type PolicyTypeChecker } from "./policy-type-checker.ts";
import { type QuotaController } from "./quota-controller.ts";
import { type RoleAggregator } from "./role-aggregator.ts";
import { type Change } from "../store/change.ts";

const retryMs = 1_000;

interface Task {
  readonly kind:
    "accounts" | "apiservice" | "definition" | "flows" | "namespace" | "object" | "policy" | "quota" | "roles";
  readonly key: string;
}

interface Controllers {
  readonly apiServices: ApiServiceController;
  readonly definitions: DefinitionController;
  readonly definitionFinalizer: DefinitionFinalizer;
  readonly flows: FlowSchemaController;
  readonly namespaces: NamespaceFinalizer;
  readonly garbage: GarbageCollector;
  readonly policies: PolicyTypeChecker;
  readonly quotas: QuotaController;
  readonly roles: RoleAggregator;
  /** Undefined if namespaces are given nothing. */
  readonly accounts: NamespaceAccounts | undefined;
}

/** What the server does on its own after a write: soon, but never within the request that wrote. */
export class Background {
  readonly #controllers: Controllers;
  readonly #tasks = new Map<string, Task>();
  readonly #unsubscribe: () => void;
  readonly #retries = new Map<string, () => void>();
  #scheduled: NodeJS.Immediate | undefined;
  #isStopped = false;

  constructor(store: Store, controllers: Controllers) {
    this.#controllers = controllers;
    this.#unsubscribe = store.subscribe((change) => {
      this.#onChange(change);
    });
  }

  /** Takes up what was stored before, and what was left to do for it. */
  restore(): void {
    const { apiServices, definitions, namespaces, garbage, policies, quotas, accounts } = this.#controllers;
    for (const name of definitions.restore()) this.#add({ kind: "definition", key: name });
    for (const name of apiServices.restore()) this.#add({ kind: "apiservice", key: name });
    for (const name of namespaces.restore()) this.#add({ kind: "namespace", key: name });
    for (const uid of garbage.restore()) this.#add({ kind: "object", key: uid });
    for (const name of policies.restore()) this.#add({ kind: "policy", key: name });
    for (const name of quotas.restore()) this.#add({ kind: "quota", key: name });
    for (const name of accounts?.restore() ?? []) this.#add({ kind: "accounts", key: name });
    this.#add({ kind: "roles", key: "" });
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#tasks.clear();
    clearImmediate(this.#scheduled);
    for (const cancel of this.#retries.values()) cancel();
  }

  #onChange(change: Change): void {
    const { metadata } = change.object;
    this.#controllers.definitions.onChange(change);
    for (const uid of this.#controllers.garbage.onChange(change)) this.#add({ kind: "object", key: uid });
    for (const name of this.#controllers.apiServices.concernedBy(change)) this.#add({ kind: "apiservice", key: name });
    if (this.#controllers.flows.isConcerned(change)) this.#add({ kind: "flows", key: "" });
    if (this.#controllers.roles.isConcerned(change)) this.#add({ kind: "roles", key: "" });
    if (this.#controllers.policies.isConcerned(change)) this.#add({ kind: "policy", key: metadata.name });
    const withQuotas = this.#controllers.quotas.concernedBy(change);
    if (withQuotas !== undefined) this.#add({ kind: "quota", key: withQuotas });
    const withoutAccounts = this.#controllers.accounts?.concernedBy(change);
    if (withoutAccounts !== undefined) this.#add({ kind: "accounts", key: withoutAccounts });
    if (change.collection === "namespaces.") this.#add({ kind: "namespace", key: metadata.name });
    else if (metadata.namespace !== undefined && this.#controllers.namespaces.isTerminating(metadata.namespace)) {
      this.#add({ kind: "namespace", key: metadata.namespace });
    }
    if (change.collection === "customresourcedefinitions.apiextensions.k8s.io") {
      this.#add({ kind: "definition", key: metadata.name });
    } else if (this.#controllers.definitionFinalizer.isTerminating(change.collection)) {
      this.#add({ kind: "definition", key: change.collection });
    }
  }

  #add(task: Task): void {
    this.#tasks.set(nameOf(task), task);
    this.#scheduled ??= setImmediate(() => {
      this.#run();
    });
  }

  #run(): void {
    this.#scheduled = undefined;
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    for (const task of tasks) {
      try {
        this.#process(task);
      } catch {
        // The disk is full, or the like: what the server does by itself waits, and clients are answered meanwhile.
        this.#later(task, retryMs);
      }
    }
  }

  #process({ kind, key }: Task): void {
    if (kind === "definition") {
      for (const name of this.#controllers.definitions.reconcile(key)) this.#add({ kind: "definition", key: name });
      this.#controllers.definitionFinalizer.process(key);
    } else if (kind === "apiservice") this.#lookAtApiService(key);
    else if (kind === "namespace") this.#controllers.namespaces.process(key);
    else if (kind === "accounts") this.#controllers.accounts?.reconcile(key);
    else if (kind === "flows") this.#controllers.flows.reconcile();
    else if (kind === "policy") this.#checkPolicy(key);
    else if (kind === "quota") this.#controllers.quotas.reconcile(key);
    else if (kind === "roles") this.#controllers.roles.reconcile();
    else for (const uid of this.#controllers.garbage.process(key)) this.#add({ kind: "object", key: uid });
  }

  #lookAtApiService(name: string): void {
    const task: Task = { kind: "apiservice", key: name };
    this.#controllers.apiServices.reconcile(name).then(
      (ms) => {
        if (ms !== undefined) this.#later(task, ms);
      },
      () => {
        this.#later(task, retryMs);
      },
    );
  }

  #checkPolicy(name: string): void {
    this.#controllers.policies.reconcile(name).catch(() => {
      this.#later({ kind: "policy", key: name }, retryMs);
    });
  }

  /** Once, however often it is asked for. */
  #later(task: Task, ms: number): void {
    if (this.#isStopped) return;
    const name = nameOf(task);
    this.#retries.get(name)?.();
    const cancel = after(ms, () => {
      this.#retries.delete(name);
      this.#add(task);
    });
    this.#retries.set(name, cancel);
  }
}

function nameOf({ kind, key }: Task): string {
  return `${kind} ${key}`;
}
