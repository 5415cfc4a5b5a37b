import { CapstanError } from "@capstan/kube";

/**
 * A handler reports a failure: the core does not continue, shows the message in a condition, and calls again with back-off. The message must
 * be the same as long as the problem is, without times and counters: each change of a condition wakes controllers.
 *
 * @example
 * ```ts
 * import { HookError } from "@capstan/runtime-extension";
 *
 * const error = new HookError("RestMachineTemplate has no spec.template.spec.serverType; set it in the ClusterClass.");
 * console.log(error.code); // HookFailed
 * ```
 */
export class HookError extends CapstanError {
  readonly code = "HookFailed";
  readonly retry = "backoff";
}
