import type { ObjectOf, ProviderController, ProviderDefinition } from "@capstan/provider";
import type { FakeClock } from "@capstan/runtime/testing";
import type { ServerChoice } from "../environment/test-server.ts";
import type { OutsideWorld } from "./scene/outside-world.ts";
import type { Circumstances } from "./scene/subject.ts";

/** The context of a provider's start, once for each test. */
export interface ProviderStart {
  /** The clock of the provider's manager, which the suite advances. */
  readonly clock: FakeClock;
  /** Report events of the infrastructure to it: rules for machines and clusters depend on these reports. */
  readonly outside: OutsideWorld;
  /** Resources to dispose of after the reconcilers. */
  readonly closing: AsyncDisposableStack;
}

/** A provider kind, and how to create an object of it that can be provisioned. */
export interface ProviderUnderTest<D extends ProviderDefinition = ProviderDefinition> extends Circumstances {
  /** The kind under test. */
  readonly definition: D;
  /** The reconcilers, with all dependencies except the API server; they must not keep state from an earlier call. */
  reconcilers(start: ProviderStart): readonly ProviderController[] | Promise<readonly ProviderController[]>;
  /** `spec` of the object under test. Default: empty. */
  readonly spec?: Partial<ObjectOf<D>["spec"]>;
  /** The infra cluster that a machine of the provider also needs. Default: none. */
  readonly infraCluster?: ProviderDefinition<"InfraCluster">;
  /** YAML of objects that must exist first, such as a Secret with credentials. Their default namespace is "default". */
  readonly manifests?: string;
  /**
   * Default: the embedded server. A real server is started for each test, which takes minutes for a whole suite: use it in a separate run.
   * Skipped without KUBEBUILDER_ASSETS.
   */
  readonly servers?: readonly ServerChoice[];
}
