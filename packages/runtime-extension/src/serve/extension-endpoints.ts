import { ArgumentError } from "@capstan/kube";
import {
  type Client,
  type Clock,
  type JsonEndpoint,
  type Logger,
  RareWarnings,
  silentLogger,
  systemClock,
} from "@capstan/runtime";
import type { RuntimeExtension } from "../define/define-runtime-extension.ts";
import type { DefinedHandler, HookContext } from "../define/handler.ts";
import { hookFacts } from "../hooks/hook-facts.ts";
import { answerHook } from "./answer-hook.ts";
import { discoveryResponse } from "./discovery.ts";
import { withinTimeLimit } from "./time-limit.ts";

/** What the handlers of an extension get from the process that serves them. */
export interface ExtensionProcess {
  /** The client of the management cluster. Default: handlers that read it fail. */
  readonly client?: Client;
  /** Default: no logging. */
  readonly logger?: Logger;
  /** Limits the time of handlers. Default: the system clock. */
  readonly clock?: Clock;
  /** Called with the error behind each response with the status Failure. Default: does nothing. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * The endpoints of an extension: Discovery, and one for each handler. `runExtension` serves them; pass them to a `WebhookServer` to serve
 * them from another program.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension, extensionEndpoints } from "@capstan/runtime-extension";
 *
 * const extension = defineRuntimeExtension({ name: "quiet", hooks: { ValidateTopology: () => undefined } });
 * console.log(extensionEndpoints(extension).map(({ path }) => path));
 * ```
 */
export function extensionEndpoints(extension: RuntimeExtension, process: ExtensionProcess = {}): JsonEndpoint[] {
  const discovered = discoveryResponse(extension);
  return [
    { path: hookFacts("Discovery").path, answer: () => discovered },
    ...extension.handlers.map((handler) => handlerEndpoint(handler, process)),
  ];
}

function handlerEndpoint(handler: DefinedHandler, process: ExtensionProcess): JsonEndpoint {
  const { client, logger = silentLogger, clock = systemClock, onFailure } = process;
  const { hook, name, timeoutSeconds, path } = handler;
  const own = logger.with({ hook, handler: name });
  // Every client of the port can make a request fail.
  const warnings = new RareWarnings(own, clock);
  return {
    path,
    answer: (body, call) =>
      withinTimeLimit({ clock, timeoutSeconds, name, signal: call.signal }, (signal) => {
        const contextOf = (settings: HookContext["settings"]): HookContext => ({
          settings,
          signal,
          logger: own,
          get client() {
            return clientFor(handler, client);
          },
        });
        return answerHook(handler, body, contextOf, (error) => {
          warnings.warn("A handler of a hook has failed", { error });
          onFailure?.(error);
        });
      }),
  };
}

function clientFor({ name }: DefinedHandler, client: Client | undefined): Client {
  if (client === undefined) {
    throw new ArgumentError(`The handler ${name} needs a client of the management cluster; pass it to the call`);
  }
  return client;
}
