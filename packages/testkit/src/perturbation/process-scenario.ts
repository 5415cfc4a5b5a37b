import type { Clock } from "@capstan/runtime";
import type { TestEnvironment } from "../environment/test-environment.ts";
import type { TestEnvironmentOptions } from "../environment/test-environment-options.ts";
import type { Scenario } from "./scenario.ts";

/** What runs next to a manager in a process of its own. */
export type ProcessSurroundings = Pick<
  TestEnvironmentOptions,
  "bootstrapKubeadm" | "core" | "coreCRDs" | "crds" | "infrastructureMock" | "reconcilers"
>;

/** What a person does with a cluster while a manager in a process of its own, in any language, is disturbed; in real time. */
export interface ProcessScenario extends Pick<Scenario, "invariants" | "name" | "replaceable" | "varying"> {
  /**
   * The command line that starts the manager, with KUBECONFIG set; in it, `{kubeconfig}` stands for that file, each `{port}` for a free
   * port, `{certificates}` for a folder with tls.crt and tls.key. It must not elect a leader: it is killed and started again. Its webhooks
   * are not called.
   */
  readonly provider: string;
  /** Its CRDs; other objects among them are ignored. */
  readonly crds: readonly unknown[];
  /** In the plural, what it watches once it runs, such as `kubeadmconfigs`. */
  readonly watches: string;
  /**
   * What else runs, made for each run; by default nothing, not even the core controllers.
   *
   * @param closing - what has to end with the run.
   */
  readonly surroundings?: (closing: AsyncDisposableStack) => ProcessSurroundings;
  /** What is done, step by step. After each the world comes to rest, and is compared. A step that throws has failed. */
  readonly steps: Readonly<Record<string, (env: TestEnvironment<Clock>) => Promise<void>>>;
}

/** How long things may take in real time. */
export interface RealTime {
  /** A world is at rest when nothing has been written for this long. Default: 2. */
  readonly quietSeconds?: number;
  /** How long a world has time to come to the same state as without disturbance. Default: 60. */
  readonly withinSeconds?: number;
}
