import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { setupCoreControllers } from "@capstan/core-controllers";
import { type MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { type Client, createClient, createLogger, Manager, systemClock } from "@capstan/runtime";
import { type BadDay, requestTimeoutMs } from "./bad-day.ts";
import { whatItKnows } from "./what-it-knows.ts";

export const managerNames = ["capstan-core", "capstan-bootstrap-kubeadm", "capstan-infrastructure-mock"] as const;
export type ManagerName = (typeof managerNames)[number];

const setups: Readonly<Record<ManagerName, (manager: Manager, cloud: MockCloud) => void>> = {
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

const restartMs = 100;
/** The number of log lines to keep, over all of its lives. */
const rememberedLines = 60;

/** A manager that can be killed at any moment, and restarted without memory. */
export class MortalManager implements AsyncDisposable {
  readonly name: ManagerName;
  readonly #kubeconfig: string;
  readonly #badDay: BadDay;
  readonly #cloud: MockCloud;
  /** The number of times that it ended by itself. */
  failures = 0;
  #lives = 0;
  #isOver = false;
  #life: { readonly client: Client; readonly manager: Manager } | undefined;
  readonly #ends: Promise<void>[] = [];
  readonly #lines: string[] = [];
  readonly #logger = createLogger({
    level: "debug",
    write: (line) => {
      this.#lines.push(line.trimEnd());
      if (this.#lines.length > rememberedLines) this.#lines.shift();
    },
  });

  constructor(name: ManagerName, kubeconfig: string, badDay: BadDay, cloud: MockCloud) {
    this.name = name;
    this.#kubeconfig = kubeconfig;
    this.#badDay = badDay;
    this.#cloud = cloud;
  }

  /** Begins a life, if there is none; the manager connects when it can. */
  start(): void {
    if (this.#life !== undefined || this.#isOver) return;
    this.#lives += 1;
    const userAgent = `${this.product}/soak`;
    const client = createClient({ kubeconfig: this.#kubeconfig, userAgent, requestTimeoutMs });
    const manager = new Manager({ name: this.name, client, logger: this.#logger, freeze: true, stopTimeoutMs: 100 });
    setups[this.name](manager, this.#cloud);
    this.#life = { client, manager };
    // A manager that cannot continue is restarted, like by a process supervisor; a killed one is not.
    const onFailure = (): void => {
      if (this.#life?.manager !== manager) return;
      this.failures += 1;
      this.kill();
      void systemClock.sleep(restartMs).then(() => {
        this.start();
      });
    };
    manager.start().catch(onFailure);
    manager.failure.catch(onFailure);
  }

  /** Like kill -9: sent requests may be completed, later ones are not, and it cleans up nothing. */
  kill(): void {
    const life = this.#life;
    if (life === undefined) return;
    this.#life = undefined;
    this.#badDay.kill(this.product);
    this.#ends.push(life.manager.stop().then(() => life.client.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.kill();
    await Promise.all(this.#ends);
  }

  /** Its current knowledge and activity, and its last log lines. */
  get report(): string[] {
    const known = this.#life === undefined ? ["not alive"] : whatItKnows(this.#life.manager);
    return [`${this.product}:`, ...[...known, ...this.#lines].map((line) => `  ${line}`)];
  }

  /** The User-Agent product of its current life. */
  get product(): string {
    return `${this.name}-${this.#lives}`;
  }
}
