import { ArgumentError, dnsLabelProblems } from "@capstan/kube";
import {
  defaultTimeoutSeconds,
  hookFacts,
  type HookName,
  hookNames,
  isHookName,
  mostTimeoutSeconds,
} from "../hooks/hook-facts.ts";
import type { DefinedHandler, HandlerOptions, HookHandler, HookHandlers } from "./handler.ts";

/** Options of {@link defineRuntimeExtension}. */
export interface RuntimeExtensionOptions {
  /** The name, a DNS label; a release is labeled `runtime-extension-<name>`, and its ExtensionConfig is called so. */
  readonly name: string;
  /** One handler for each hook that the extension serves. */
  readonly hooks: HookHandlers;
}

/** A runtime extension, for `runExtension`, tests and releases. */
export interface RuntimeExtension {
  /** The name. */
  readonly name: string;
  /** Its handlers, sorted by hook. */
  readonly handlers: readonly DefinedHandler[];
}

/**
 * Defines a runtime extension. Discovery, validation of requests and responses, time limits and failure responses are derived.
 *
 * @throws ArgumentError - a name is not a DNS label, a hook does not exist, or a time limit is not accepted by the core.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension } from "@capstan/runtime-extension";
 *
 * const extension = defineRuntimeExtension({
 *   name: "backups",
 *   hooks: {
 *     BeforeClusterDelete: ({ cluster }) => ({ message: `${cluster.metadata.name} has no backups`, retryAfterSeconds: 0 }),
 *   },
 * });
 * console.log(extension.handlers.map(({ name }) => name)); // [ 'before-cluster-delete' ]
 * ```
 */
export function defineRuntimeExtension({ name, hooks }: RuntimeExtensionOptions): RuntimeExtension {
  refuseUnlessLabel("name", name);
  const unknown = Object.keys(hooks).filter((hook) => !isHookName(hook));
  if (unknown.length > 0) {
    throw new ArgumentError(`hooks.${unknown.join(", hooks.")}: no such hook; the hooks are ${hookNames.join(", ")}`);
  }
  const handlers = hookNames.flatMap((hook) => {
    const given = hooks[hook];
    return given === undefined ? [] : [definedHandler(hook, given as HookHandler | HandlerOptions)];
  });
  if (handlers.length === 0)
    throw new ArgumentError(`hooks of the extension ${name} is empty; add a handler for a hook`);
  const names = handlers.map((handler) => handler.name);
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice !== undefined)
    throw new ArgumentError(`Two handlers of the extension ${name} are named ${twice}; rename one`);
  return { name, handlers };
}

function definedHandler(hook: HookName, given: HookHandler | HandlerOptions): DefinedHandler {
  const {
    handle,
    name = nameOf(hook),
    timeoutSeconds = defaultTimeoutSeconds,
    failurePolicy = "Fail",
  } = typeof given === "function" ? { handle: given } : given;
  refuseUnlessLabel(`hooks.${hook}.name`, name);
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > mostTimeoutSeconds) {
    throw new ArgumentError(
      `hooks.${hook}.timeoutSeconds is ${timeoutSeconds}; the core accepts whole numbers from 1 to ${mostTimeoutSeconds}`,
    );
  }
  return { hook, name, path: `${hookFacts(hook).path}/${name}`, timeoutSeconds, failurePolicy, handle };
}

/** `GeneratePatches` becomes `generate-patches`. */
function nameOf(hook: HookName): string {
  return hook.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function refuseUnlessLabel(field: string, value: string): void {
  const problems = dnsLabelProblems(value);
  if (problems.length > 0)
    throw new ArgumentError(`${field} ${JSON.stringify(value)} is not a DNS label: ${problems.join("; ")}`);
}
