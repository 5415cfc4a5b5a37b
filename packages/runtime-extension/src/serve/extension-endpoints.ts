import { ArgumentError } from "@capstan/kube";
import { type Client, type Clock, type JsonEndpoint, type Logger, silentLogger, systemClock } from "@capstan/runtime";
import type { RuntimeExtension } from "../define/define-runtime-extension.ts";
import type { DefinedHandler } from "../define/handler.ts";
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
  const { client, logger = silentLogger, clock = systemClock } = process;
  const { hook, name, timeoutSeconds, path } = handler;
  return {
    path,
    answer: (body, call) =>
      withinTimeLimit({ clock, timeoutSeconds, name, signal: call.signal }, (signal) => {
        const context = {
          signal,
          logger,
          get client() {
            return clientFor(handler, client);
          },
        };
        return answerHook(handler, body, context, (error) => {
          logger.warn("A handler of a hook has failed", { hook, handler: name, error });
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
