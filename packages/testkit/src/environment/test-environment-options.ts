import type { ApiServer } from "@capstan/apiserver";
import type { CustomResourceDefinition, ObjectKey } from "@capstan/contract";
import type { CoreControllersOptions } from "@capstan/core-controllers";
import type { ProviderController } from "@capstan/provider";
import { type Clock, type Logger } from "@capstan/runtime";
import { type FakeClock } from "@capstan/runtime/testing";
import type { ProviderManagerOptions } from "./provider-managers.ts";
import type { Write } from "../client/recording-client.ts";
import type { RunningServer, ServerChoice } from "./test-server.ts";
import type { ExpectedError } from "../thrown/expected-error.ts";

/** Options of `TestEnvironment.start`; by default, the core controllers run on an embedded server. */
export interface TestEnvironmentOptions<C extends Clock = FakeClock> {
  /** The reconcilers under test; their CRDs are installed. Default: none. */
  readonly reconcilers?: readonly ProviderController[];
  /** CRDs of further kinds, which no controller reconciles. Default: none. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** Options of the manager under test. Default: it runs as an administrator, for all namespaces. */
  readonly manager?: ProviderManagerOptions;
  /** The CRDs of the core's kinds. Default: `installedCoreCRDs()`, with MachinePools if a provider serves them. */
  readonly coreCRDs?: readonly CustomResourceDefinition[];
  /** Whether the Cluster and Machine controllers run, and their options. Default: true. */
  readonly core?: boolean | CoreControllersOptions;
  /** Whether the kubeadm bootstrap provider runs. Default: false. */
  readonly bootstrapKubeadm?: boolean;
  /** Whether the mock infrastructure provider runs. Its machines boot in real time, unless the clock is advanced. Default: false. */
  readonly infrastructureMock?: boolean;
  /** `real`: etcd and kube-apiserver from KUBEBUILDER_ASSETS; or a running server, which keeps running. Default: `embedded`. */
  readonly server?: ServerChoice | RunningServer;
  /** The clock of the controllers. Default: a FakeClock that starts at the current time and stands still. */
  readonly clock?: C;
  /** As in `ManagerOptions`, for all managers. Default: false, so that every step is visible. */
  readonly holdStatus?: boolean;
  /**
   * The managers that reconcile an object only when `TestEnvironment.step` is called, so that a test can observe the core, or the provider
   * under test, step by step. Default: none.
   */
  readonly byStep?: readonly ("core" | "provider")[];
  /**
   * Called before each write of a controller: a returned Error is thrown instead of the write, as if the API server had refused it.
   * Default: no write is refused.
   */
  readonly refuse?: (write: Write) => Error | undefined;
  /**
   * Starts the API server of a workload cluster; it stops with the environment. For a test that injects faults there. Default: an embedded
   * server without faults.
   */
  readonly workloadServer?: (cluster: Required<ObjectKey>) => Promise<ApiServer>;
  /** Resolves when nothing is in progress outside the API server, for example in the test's cloud. Default: immediately. */
  readonly idle?: () => Promise<void>;
  /** Default: no logging. */
  readonly logger?: Logger;
  /**
   * Errors that reconcilers throw on purpose; see `TestEnvironment.expectError`. Default: none, so that a bug in a reconciler fails the
   * test.
   */
  readonly expectedErrors?: readonly ExpectedError[];
  /**
   * Whether disposing the environment fails if the content of a Secret was found in a log line of any level, in an Event, or in the status
   * or metadata of an object that a controller wrote. Default: true.
   */
  readonly secretGuard?: boolean;
}
