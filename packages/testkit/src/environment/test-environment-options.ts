import type { CustomResourceDefinition } from "@capstan/contract";
import type { CoreControllersOptions } from "@capstan/core-controllers";
import type { ProviderController } from "@capstan/provider";
import { type Clock, type Logger } from "@capstan/runtime";
import { type FakeClock } from "@capstan/runtime/testing";
import type { ProviderManagerOptions } from "./provider-managers.ts";
import type { Write } from "../client/recording-client.ts";
import type { RunningServer, ServerChoice } from "./test-server.ts";
import type { ExpectedError } from "../thrown/expected-error.ts";

/** Options of `TestEnvironment.start`; by default the core controllers run on an embedded server. */
export interface TestEnvironmentOptions<C extends Clock = FakeClock> {
  /** The reconcilers under test; their CRDs are installed. Default: none. */
  readonly reconcilers?: readonly ProviderController[];
  /** Further kinds to install, which nothing reconciles. Default: none. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** How their manager is set up. Default: as an administrator's, for all namespaces. */
  readonly manager?: ProviderManagerOptions;
  /** The CRDs of the core's kinds. Default: `installedCoreCRDs()`, with MachinePools if a provider serves them. */
  readonly coreCRDs?: readonly CustomResourceDefinition[];
  /** Whether the Cluster and Machine controllers run, and how. Default: true. */
  readonly core?: boolean | CoreControllersOptions;
  /** Whether the kubeadm bootstrap provider runs. Default: false. */
  readonly bootstrapKubeadm?: boolean;
  /** Whether the mock infrastructure provider runs. Its machines boot in real time unless the clock is moved. Default: false. */
  readonly infrastructureMock?: boolean;
  /** `real`: etcd and kube-apiserver from KUBEBUILDER_ASSETS; or one that runs already, and goes on. Default: `embedded`. */
  readonly server?: ServerChoice | RunningServer;
  /** Time of the controllers. Default: a FakeClock that starts at the present and stands still. */
  readonly clock?: C;
  /** As of `ManagerOptions`, for all managers. Default: false, so that every step is seen. */
  readonly holdStatus?: boolean;
  /**
   * The managers that reconcile an object only when `TestEnvironment.step` is called: what the core does is seen step by step, or what the
   * provider under test does. Default: none, all reconcile what waits for them.
   */
  readonly byStep?: readonly ("core" | "provider")[];
  /**
   * Consulted before each write of a controller: an Error is thrown in the write's place, as if the API server had refused it.
   * Default: nothing is refused.
   */
  readonly refuse?: (write: Write) => Error | undefined;
  /** Resolves when nothing moves outside the API server, such as in the test's own cloud. Default: at once. */
  readonly idle?: () => Promise<void>;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /**
   * Errors that reconcilers throw on purpose; see `TestEnvironment.expectError`. Default: none, so that a mistake in a reconciler
   * fails the test.
   */
  readonly expectedErrors?: readonly ExpectedError[];
  /**
   * Whether disposing the environment fails if what is in a Secret was found in a log line, of whatever level, an Event, or the
   * status or metadata of an object that a controller wrote. Default: true.
   */
  readonly secretGuard?: boolean;
}
