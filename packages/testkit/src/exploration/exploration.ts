import type { ProviderDefinition } from "@capstan/provider";
import type { TestEnvironment } from "../environment/test-environment.ts";
import type { Scenario } from "../perturbation/scenario.ts";

/** An object of a provider, whose spec is changed in all the ways that its schema admits. */
export interface Exploration<Spec extends object = object> extends Pick<Scenario, "prepare" | "varying"> {
  /** Of all explorations of a file, this one. */
  readonly name: string;
  /** The kind whose objects are changed. */
  readonly definition: ProviderDefinition;
  /** The spec that the object has at first, with which it becomes Ready. */
  readonly spec: Spec;
  /** Fields of the spec that are not changed, because `create` sets them for each world, such as the URL of a double. Default: none. */
  readonly given?: readonly string[];
  /**
   * Makes an object with this spec, and what it needs, in a new world. Must not wait for it to be Ready: not every spec makes it so.
   *
   * @returns its name, in the namespace "default".
   */
  create(env: TestEnvironment, spec: Spec): Promise<{ readonly name: string }>;
  /**
   * Fields that count when the object is made, and may be changed to no effect, by their paths, such as `spec.script`, each with the
   * reason; with them what is in them. Default: none: what a change leads to must be the same as if the object had been made so.
   */
  readonly onlyAtCreation?: Readonly<Record<string, string>>;
  /** Specs that the schema admits and the provider cannot do, by a sentence: each must be reported by a condition, or refused. Default: none. */
  readonly impossible?: Readonly<Record<string, Spec>>;
}
