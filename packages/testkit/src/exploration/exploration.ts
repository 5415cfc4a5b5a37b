import type { ProviderDefinition } from "@capstan/provider";
import type { TestEnvironment } from "../environment/test-environment.ts";
import type { Scenario } from "../perturbation/scenario.ts";

/** An object of a provider whose spec is changed in all ways that its schema admits. */
export interface Exploration<Spec extends object = object> extends Pick<Scenario, "prepare" | "varying"> {
  /** Unique among the explorations of a file. */
  readonly name: string;
  /** The kind of the object. */
  readonly definition: ProviderDefinition;
  /** The initial spec, with which the object becomes Ready. */
  readonly spec: Spec;
  /**
   * Fields of the spec that are not changed, because `create` sets them for each world, such as the URL of a test double. Default: none.
   */
  readonly given?: readonly string[];
  /**
   * Creates an object with this spec, and its prerequisites, in a new world. It must not wait for the object to be Ready: some specs never
   * are.
   *
   * @returns its name, in the namespace "default".
   */
  create(env: TestEnvironment, spec: Spec): Promise<{ readonly name: string }>;
  /**
   * Fields that matter only at creation, and whose later changes have no effect, by path, such as `spec.script`, each with the reason;
   * nested fields included. Default: none: the result of a change must equal that of creating the object with the changed spec.
   */
  readonly onlyAtCreation?: Readonly<Record<string, string>>;
  /**
   * Specs that the schema admits and the provider cannot implement, by a sentence: each must be reported by a condition, or refused.
   * Default: none.
   */
  readonly impossible?: Readonly<Record<string, Spec>>;
}
