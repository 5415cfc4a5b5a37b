import type { Cluster, Machine } from "@capstan/contract";
import type { ObjectOf, ProviderController, ProviderDefinition } from "@capstan/provider";
import type { FakeClock } from "@capstan/runtime/testing";
import type { ServerChoice } from "../environment/test-server.ts";
import type { OutsideWorld } from "./scene/outside-world.ts";

/** What a provider gets of the suite when it is started, once for each test. */
export interface ProviderStart {
  /** The time of the provider's manager, which the suite moves. */
  readonly clock: FakeClock;
  /** Report to it what happens in the infrastructure: the rules for machines and clusters are judged by that. */
  readonly outside: OutsideWorld;
  /** What was started is disposed of here, after the reconcilers. */
  readonly closing: AsyncDisposableStack;
}

/** A provider kind, and how to make an object of it that can be provisioned. */
export interface ProviderUnderTest<D extends ProviderDefinition = ProviderDefinition> {
  /** The kind that is checked. */
  readonly definition: D;
  /** The reconcilers, with everything they need besides the API server; they must not keep state from an earlier call. */
  reconcilers(start: ProviderStart): readonly ProviderController[] | Promise<readonly ProviderController[]>;
  /** `spec` of the object under test. Default: empty. */
  readonly spec?: Partial<ObjectOf<D>["spec"]>;
  /** `spec` of the Cluster. Default: a Pod and a Service network. */
  readonly cluster?: Cluster["spec"];
  /** The infra cluster that a machine of the provider also needs. Default: none. */
  readonly infraCluster?: ProviderDefinition<"InfraCluster">;
  /** `spec` of that infra cluster. Default: empty. */
  readonly infraClusterSpec?: object;
  /** YAML of objects that have to be there first, such as a Secret with credentials. They go to namespace "default". */
  readonly manifests?: string;
  /** Further fields of the Machine's spec, such as `version`. */
  readonly machine?: Partial<Machine["spec"]>;
  /** Whether the Machine is of the control plane. Default: false. */
  readonly controlPlane?: boolean;
  /** Bootstrap data of a machine. Default: an empty cloud-config. */
  readonly bootstrapData?: string;
  /**
   * The system of the machines that bootstrap data is for: its sentinel file has to be in the data. Default: `linux`. `none`: the
   * infrastructure learns of success in another way.
   */
  readonly sentinelFile?: "linux" | "windows" | "none";
  /** How long provisioning or deleting may take, in seconds of the clock. Default: 60. */
  readonly withinSeconds?: number;
  /**
   * Default: the embedded one. A real one is started for each test, which takes minutes for a whole suite: name it in a run
   * of its own. Skipped without KUBEBUILDER_ASSETS.
   */
  readonly servers?: readonly ServerChoice[];
}
