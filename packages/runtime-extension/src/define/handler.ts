import type { Client, Logger } from "@capstan/runtime";
import type { HookName } from "../hooks/hook-facts.ts";
import type { HookTypes } from "../hooks/hook-types.generated.ts";

/** The request of a hook: deeply read-only, and frozen. */
export type HookRequest<H extends HookName = HookName> = HookTypes[H]["request"];

type Envelope = "apiVersion" | "kind" | "status" | "retryAfterSeconds";

/**
 * What a handler returns: the response without its envelope. For a hook that blocks, `retryAfterSeconds` above 0 makes the operation wait;
 * the core calls again at the latest after this time.
 */
export type HookAnswer<H extends HookName = HookName> = Omit<HookTypes[H]["response"], Envelope> &
  (HookTypes[H]["response"] extends { readonly retryAfterSeconds: number }
    ? { readonly retryAfterSeconds?: number }
    : unknown);

/** What a handler gets with each request. */
export interface HookContext {
  /** The settings of the ExtensionConfig or of the patch in the ClusterClass; empty without settings. */
  readonly settings: Readonly<Record<string, string>>;
  /** Aborts at the handler's time limit, or when the core no longer waits. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  /**
   * The client of the management cluster, with the permissions of the extension's ServiceAccount.
   *
   * @throws ArgumentError - the handler was called without a client, as in a test.
   */
  readonly client: Client;
  /** Logs with the name of the handler. */
  readonly logger: Logger;
}

/**
 * Answers the requests of a hook. It is called again at any time, also after a success, so it must be idempotent, and it should answer
 * within milliseconds.
 *
 * @throws HookError - the core shows its message. For an error that is not of Capstan, only its name is shown, because its message may
 * quote anything.
 */
export type HookHandler<H extends HookName = HookName> = (
  request: HookRequest<H>,
  context: HookContext,
) => HookAnswer<H> | undefined | Promise<HookAnswer<H> | undefined>;

/** A handler with options. */
export interface HandlerOptions<H extends HookName = HookName> {
  /** Answers the requests. */
  readonly handle: HookHandler<H>;
  /**
   * The name of the handler, a DNS label. ClusterClasses refer to it as `<name>.<name of the ExtensionConfig>`. Default: the hook in lower
   * case with dashes, such as `generate-patches`.
   */
  readonly name?: string;
  /** How long the core waits, in seconds, 1 to 30. Default: 10. */
  readonly timeoutSeconds?: number;
  /**
   * What it means if the handler cannot be reached or takes too long: Fail repeats the call, Ignore continues without it. A failure that the
   * handler reports is never ignored. Default: Fail.
   */
  readonly failurePolicy?: "Fail" | "Ignore";
}

/** The handlers of an extension, by hook. */
export type HookHandlers = { readonly [H in HookName]?: HookHandler<H> | HandlerOptions<H> };

/** A handler of a defined extension. */
export interface DefinedHandler {
  /** The hook. */
  readonly hook: HookName;
  /** The name of the handler. */
  readonly name: string;
  /** The path at which the extension answers. */
  readonly path: string;
  /** How long the core waits, in seconds. */
  readonly timeoutSeconds: number;
  /** What an unreachable handler means. */
  readonly failurePolicy: "Fail" | "Ignore";
  /** Answers a request of the hook. */
  readonly handle: HookHandler;
}
