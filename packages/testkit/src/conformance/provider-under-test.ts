import type { ObjectOf, ProviderController, ProviderDefinition } from "@capstan/provider";
import type { FakeClock } from "@capstan/runtime/testing";
import type { ServerChoice } from "../environment/test-server.ts";
import type { OutsideWorld } from "./scene/outside-world.ts";
import type { Circumstances } from "./scene/subject.ts";

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
export interface ProviderUnderTest<D extends ProviderDefinition = ProviderDefinition> extends Circumstances {
  /** The kind that is checked. */
  readonly definition: D;
  /** The reconcilers, with everything they need besides the API server; they must not keep state from an earlier call. */
  reconcilers(start: ProviderStart): readonly ProviderController[] | Promise<readonly ProviderController[]>;
  /** `spec` of the object under test. Default: empty. */
  readonly spec?: Partial<ObjectOf<D>["spec"]>;
  /** The infra cluster that a machine of the provider also needs. Default: none. */
  readonly infraCluster?: ProviderDefinition<"InfraCluster">;
  /** YAML of objects that have to be there first, such as a Secret with credentials. They go to namespace "default". */
  readonly manifests?: string;
  /**
   * Default: the embedded one. A real one is started for each test, which takes minutes for a whole suite: name it in a run
   * of its own. Skipped without KUBEBUILDER_ASSETS.
   */
  readonly servers?: readonly ServerChoice[];
}
