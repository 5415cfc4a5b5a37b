import type { ProviderController } from "@capstan/provider";
import type { Clock } from "@capstan/runtime";
import type { FakeClock } from "@capstan/runtime/testing";
import type { KubernetesObject } from "@capstan/contract";
import type { TestEnvironment } from "../environment/test-environment.ts";
import type { TestEnvironmentOptions } from "../environment/test-environment-options.ts";
import type { CloudCalls } from "./cloud-calls.ts";

/** A thing outside the API server, such as a server in a cloud. */
export interface OutsideThing {
  /** Its type, without an id that varies from run to run: `server`. */
  readonly what: string;
  /** The object that it was created for, as `HelloMachine/m1`. Two things of one type for one object are a problem. */
  readonly owner?: string;
}

/** The parts of a world that a scenario gets for each run. */
export interface RunParts {
  /** The clock of everything; it stands still unless a step advances it. */
  readonly clock: FakeClock;
  /**
   * The clock of everything outside, such as a test double of a cloud: it advances with `clock`, but is not set when the provider's clock
   * is set.
   */
  readonly cloudClock: Clock;
  /** Resources to dispose of after the environment. */
  readonly closing: AsyncDisposableStack;
}

/** The world of a scenario. */
export interface World {
  /** What else runs. Default: the core controllers. */
  readonly environment?: Pick<
    TestEnvironmentOptions,
    "core" | "bootstrapKubeadm" | "infrastructureMock" | "crds" | "coreCRDs" | "idle" | "manager" | "holdStatus"
  >;
  /**
   * The reconcilers, for each start of the provider: their memory must not outlive the call.
   *
   * @param calls - the connection to the cloud: `calls.around(cloud)`.
   */
  reconcilers?(calls: CloudCalls): readonly ProviderController[];
  /** The things that exist outside now. Default: unknown. */
  outside?(): readonly OutsideThing[];
}

/** Everything that exists at one moment. */
export interface WorldState {
  /** The objects of all installed kinds, and Secrets and ConfigMaps. */
  readonly objects: readonly KubernetesObject[];
  /** The things outside the server, such as servers of a cloud. */
  readonly outside: readonly OutsideThing[];
  /**
   * The objects in the workload clusters that the steps have started with `env.startWorkloadCluster`, by the names of their Clusters: those
   * of kinds that the disturbed manager has written there.
   */
  readonly workloads: ReadonlyMap<string, readonly KubernetesObject[]>;
}

/** The actions of a person on a cluster, to repeat while things go wrong. */
export interface Scenario {
  /** Unique among the scenarios of a file. */
  readonly name: string;
  /** The manager that is disturbed. Default: the provider if the world has reconcilers, otherwise the core controllers. */
  readonly disturbs?: "provider" | "core";
  /** Creates a world for one run; it must share nothing with another. */
  prepare(parts: RunParts): World | Promise<World>;
  /** The actions, step by step. After each step the world settles, and is compared. A step that throws has failed. */
  readonly steps: Readonly<Record<string, (env: TestEnvironment) => Promise<void>>>;
  /** Objects that another client may delete and recreate with the same content, as `Secret/m1`. Default: none. */
  readonly replaceable?: readonly string[];
  /** Invariants, by a sentence that states each; false if it is violated. */
  readonly invariants?: Readonly<Record<string, (state: WorldState) => boolean>>;
  /** Parts of strings that vary from run to run, such as ids from a cloud. */
  readonly varying?: readonly RegExp[];
}
