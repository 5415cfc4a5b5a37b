import type { Clock } from "@capstan/runtime";
import type { TestEnvironment } from "../environment/test-environment.ts";
import type { TestEnvironmentOptions } from "../environment/test-environment-options.ts";
import type { Scenario } from "./scenario.ts";

/** What runs alongside a manager in a separate process. */
export type ProcessSurroundings = Pick<
  TestEnvironmentOptions,
  "bootstrapKubeadm" | "core" | "coreCRDs" | "crds" | "infrastructureMock" | "reconcilers"
>;

/** The actions of a person on a cluster while a manager in a separate process, written in any language, is disturbed; in real time. */
export interface ProcessScenario extends Pick<Scenario, "invariants" | "name" | "replaceable" | "varying"> {
  /**
   * The command line that starts the manager, with KUBECONFIG set. In it, `{kubeconfig}` stands for that file, each `{port}` for a free
   * port, and `{certificates}` for a folder with tls.crt and tls.key. The manager must not elect a leader, because it is killed and
   * restarted. Its webhooks are not called.
   */
  readonly provider: string;
  /** The CRDs of the manager; other objects are ignored. */
  readonly crds: readonly unknown[];
  /** A resource (plural) that the manager watches once it runs, such as `kubeadmconfigs`. */
  readonly watches: string;
  /**
   * What else runs, created for each run; by default nothing, not even the core controllers.
   *
   * @param closing - resources to dispose of at the end of the run.
   */
  readonly surroundings?: (closing: AsyncDisposableStack) => ProcessSurroundings;
  /** The actions, step by step. After each step the world settles, and is compared. A step that throws has failed. */
  readonly steps: Readonly<Record<string, (env: TestEnvironment<Clock>) => Promise<void>>>;
}

/** Time limits in real time. */
export interface RealTime {
  /** A world has settled after this time without a write. Default: 2. */
  readonly quietSeconds?: number;
  /** The time limit for reaching the undisturbed state. Default: 60. */
  readonly withinSeconds?: number;
}
