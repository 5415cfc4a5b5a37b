import type { ProviderController } from "@capstan/provider";
import type { Clock } from "@capstan/runtime";
import type { FakeClock } from "@capstan/runtime/testing";
import type { KubernetesObject } from "@capstan/contract";
import type { TestEnvironment } from "../environment/test-environment.ts";
import type { TestEnvironmentOptions } from "../environment/test-environment-options.ts";
import type { CloudCalls } from "./cloud-calls.ts";

/** What exists outside the API server, such as a server in a cloud. */
export interface OutsideThing {
  /** What it is, without an id that changes from run to run: `server`. */
  readonly what: string;
  /** The object that it was made for, as `HelloMachine/m1`. Two of one kind for one object are one too many. */
  readonly owner?: string;
}

/** The parts of a world that a scenario gets for each run. */
export interface RunParts {
  /** The time of everything; it stands still unless a step moves it. */
  readonly clock: FakeClock;
  /** The same time for what is outside, such as a double of a cloud: a cloud's clock is not set when the provider's is. */
  readonly cloudClock: Clock;
  /** What has to end with the run, after the environment. */
  readonly closing: AsyncDisposableStack;
}

/** What a scenario brings into a run. */
export interface World {
  /** What else runs. Default: the core controllers. */
  readonly environment?: Pick<
    TestEnvironmentOptions,
    "core" | "bootstrapKubeadm" | "infrastructureMock" | "crds" | "coreCRDs" | "idle" | "manager" | "holdStatus"
  >;
  /**
   * The reconcilers, each time the provider starts: what they keep in memory must not outlive the call.
   *
   * @param calls - through which they call the cloud: `calls.around(cloud)`.
   */
  reconcilers?(calls: CloudCalls): readonly ProviderController[];
  /** What exists outside, now. Default: nothing is known of it. */
  outside?(): readonly OutsideThing[];
}

/** Everything that exists at one moment. */
export interface WorldState {
  /** The objects of the kinds that are installed, and Secrets and ConfigMaps. */
  readonly objects: readonly KubernetesObject[];
  /** What there is outside of the server, such as servers of a cloud. */
  readonly outside: readonly OutsideThing[];
}

/** What a person does with a cluster, to be run again and again while things go wrong. */
export interface Scenario {
  /** Of all scenarios of a file, this one. */
  readonly name: string;
  /** The manager that is disturbed. Default: the provider if the world has reconcilers, otherwise the core controllers. */
  readonly disturbs?: "provider" | "core";
  /** Makes a world for one run; nothing in it may be shared with another. */
  prepare(parts: RunParts): World | Promise<World>;
  /** What is done, step by step. After each the world comes to rest, and is compared. A step that throws has failed. */
  readonly steps: Readonly<Record<string, (env: TestEnvironment) => Promise<void>>>;
  /** Objects that another may delete and make again with the same content, as `Secret/m1`. Default: none. */
  readonly replaceable?: readonly string[];
  /** What must always be so, by a sentence that says it; false: it is not. */
  readonly invariants?: Readonly<Record<string, (state: WorldState) => boolean>>;
  /** Parts of strings that differ from run to run, such as ids that a cloud gives. */
  readonly varying?: readonly RegExp[];
}
