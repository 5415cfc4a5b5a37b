import { randomBytes } from "node:crypto";
import { ApiServer } from "@capstan/apiserver";
import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import type { CustomResourceDefinition, ResourceKind } from "@capstan/contract";
import { setupCoreControllers } from "@capstan/core-controllers";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import {
  type Client,
  createClient,
  createLogger,
  installCRDs,
  Manager,
  Namespace,
  systemClock,
} from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { coreCRDs } from "../servers/core-crds.ts";
import { flowServers, type ServerName } from "../servers/flow-servers.ts";
import { Scene } from "./scene.ts";

/** The servers that every scenario runs on. */
export const servers: readonly ServerName[] = flowServers;

/** A request of one of the managers, as the server logged it. */
export interface ServedRequest {
  readonly manager: string;
  readonly verb: string;
  /** With its subresource: `machines/status`. */
  readonly resource: string;
  readonly status: number;
}

interface Server extends AsyncDisposable {
  readonly kubeconfig: string;
  /** Starts the garbage collector, which discovers later kinds with a delay. */
  collectGarbage(): void;
  requests(): readonly ServedRequest[];
}

/** Options of a management cluster. */
export interface ManagementOptions {
  /** As in production. Default: false, so that every step is visible. */
  readonly holdStatus?: boolean;
  /** The cloud of the mock provider, which its owner closes. Default: a cloud of its own. */
  readonly cloud?: MockCloud;
  /** Prepares the server before any CRD is installed. */
  readonly prepare?: (server: { readonly kubeconfig: string }) => Promise<void>;
  /** `idle`: no reconcile before {@link ManagementCluster.startManagers}. Default: `running`. */
  readonly managers?: "running" | "idle";
  /** `idle`: the garbage collector of the real server starts with {@link ManagementCluster.collectGarbage}. Default: `running`. */
  readonly garbageCollector?: "running" | "idle";
}

/** An additional provider alongside the reference providers. */
export interface FurtherProvider {
  /** Begins with `capstan-`, as for all managers. */
  readonly name: string;
  readonly crds: readonly CustomResourceDefinition[];
  readonly setup: (manager: Manager) => void;
}

const setups: Readonly<Record<string, (manager: Manager, cloud: MockCloud) => void>> = {
  "capstan-core": (manager) => {
    setupCoreControllers(manager);
  },
  "capstan-bootstrap-kubeadm": (manager) => {
    new KubeadmConfigReconciler().setup(manager);
  },
  "capstan-infrastructure-mock": (manager, cloud) => {
    new MockClusterReconciler(cloud).setup(manager);
    new MockMachineReconciler(cloud).setup(manager);
  },
};

/** An API server with the core controllers and both reference providers, shared by the tests of a file. */
export class ManagementCluster implements AsyncDisposable {
  readonly client: Client;
  /** The logs of the managers and the mock cloud, at level debug. */
  readonly logs: readonly string[];
  readonly #server: Server;
  readonly #managers: readonly Manager[];
  readonly #closing: AsyncDisposableStack;

  private constructor(parts: {
    client: Client;
    logs: readonly string[];
    server: Server;
    managers: readonly Manager[];
    closing: AsyncDisposableStack;
  }) {
    this.client = parts.client;
    this.logs = parts.logs;
    this.#server = parts.server;
    this.#managers = parts.managers;
    this.#closing = parts.closing;
  }

  static async start(
    choice: ServerName,
    further: readonly FurtherProvider[] = [],
    options: ManagementOptions = {},
  ): Promise<ManagementCluster> {
    const { holdStatus = false } = options;
    const closing = new AsyncDisposableStack();
    try {
      const server = closing.use(await startServer(choice));
      await options.prepare?.(server);
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
      closing.defer(() => client.close());
      const providers = [KubeadmConfig, MockCluster, MockMachine, ...further].flatMap(({ crds }) => crds);
      await installCRDs(client, [...coreCRDs, ...providers], { timeoutMs: 120_000 });
      if (options.garbageCollector !== "idle") server.collectGarbage();
      const logs: string[] = [];
      const logger = createLogger({ level: "debug", format: "json", write: (line) => void logs.push(line) });
      const bootDuration = { minMilliseconds: 20, maxMilliseconds: 100 };
      const cloud = options.cloud ?? closing.use(await MockCloud.open({ clock: systemClock, bootDuration, logger }));
      const named = further.map(({ name, setup }): [string, (manager: Manager) => void] => [name, setup]);
      const managers = [...Object.entries(setups), ...named].map(([name, setup]) => {
        const own = createClient({ kubeconfig: server.kubeconfig, userAgent: `${name}/test` });
        closing.defer(() => own.close());
        const ownLogger = logger.with({ manager: name });
        const manager = new Manager({ name, client: own, logger: ownLogger, freeze: true, holdStatus });
        setup(manager, cloud);
        closing.defer(() => manager.stop());
        return manager;
      });
      const management = new ManagementCluster({ client, logs, server, managers, closing });
      if (options.managers !== "idle") await management.startManagers();
      return management;
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /**
   * A separate namespace for one test, with a record of its events.
   *
   * @param watched - the kinds that the scenario observes; those of the reference providers by default.
   * @param name - of the namespace. Default: a new one.
   */
  async scene(watched?: readonly ResourceKind[], name = `test-${randomBytes(4).toString("hex")}`): Promise<Scene> {
    await this.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return Scene.open(this.client, name, watched);
  }

  /** The kubeconfig of an administrator. */
  get kubeconfig(): string {
    return this.#server.kubeconfig;
  }

  /** Starts the garbage collector of the real server, if it is idle. */
  collectGarbage(): void {
    this.#server.collectGarbage();
  }

  /** Starts idle managers. */
  async startManagers(): Promise<void> {
    await Promise.all(this.#managers.map((manager) => manager.start()));
  }

  /** Stops one of the managers permanently. */
  async stop(name: string): Promise<void> {
    await this.#managers.find((manager) => manager.name === name)?.stop();
  }

  /** Stops all managers permanently, as when the management cluster is lost. */
  async stopManagers(): Promise<void> {
    await Promise.all(this.#managers.map((manager) => manager.stop()));
  }

  /** The managers' requests with responses so far, oldest first. */
  requests(): readonly ServedRequest[] {
    return this.#server.requests();
  }

  /** Resolves when the managers have observed everything and are idle. */
  async settled(): Promise<void> {
    for (const manager of this.#managers) await manager.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

async function startServer(choice: ServerName): Promise<Server> {
  return choice === "embedded" ? startEmbedded() : startReal();
}

async function startEmbedded(): Promise<Server> {
  const server = await ApiServer.start();
  return {
    kubeconfig: server.kubeconfig,
    collectGarbage: () => undefined,
    requests: () => [...server.requests.entries()].flatMap((entry) => served(entry.userAgent, entry)),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

async function startReal(): Promise<Server> {
  const server = await RealApiServer.start({ audit: true });
  return {
    kubeconfig: server.kubeconfig,
    collectGarbage: () => {
      server.startControllerManager();
    },
    requests: () => {
      const byId = new Map(server.auditEntries().map((entry) => [entry.auditID, entry]));
      return [...byId.values()].flatMap(({ userAgent, verb, objectRef, responseStatus }) =>
        served(userAgent ?? "", { verb, status: responseStatus?.code ?? 0, ...objectRef }),
      );
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

function served(
  userAgent: string,
  entry: { verb: string; resource?: string; subresource?: string; status: number },
): ServedRequest[] {
  const manager = userAgent.split(/[/ ]/, 1)[0] ?? "";
  if (!manager.startsWith("capstan-")) return [];
  const { verb, resource = "", subresource = "", status } = entry;
  return [{ manager, verb, resource: subresource === "" ? resource : `${resource}/${subresource}`, status }];
}
