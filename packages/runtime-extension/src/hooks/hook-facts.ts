import facts from "./hooks.generated.json" with { type: "json" };
import type { HookTypes } from "./hook-types.generated.ts";

/** A hook of the Runtime SDK that an extension may serve. */
export type HookName = Exclude<keyof HookTypes, "Discovery">;

/** What the catalog of the Runtime SDK says of a hook. */
export interface HookFacts {
  /** The name: `GeneratePatches`. */
  readonly name: keyof HookTypes;
  /** Group and version. */
  readonly apiVersion: string;
  /** The path at which an extension answers, without the name of the handler. */
  readonly path: string;
  /** The name of the request's schema. */
  readonly request: string;
  /** The name of the response's schema. */
  readonly response: string;
  /** Whether an answer may block the operation: whether it has `retryAfterSeconds`. */
  readonly retries: boolean;
}

const all: readonly HookFacts[] = facts.hooks.map((hook) => ({ ...hook, name: hook.name as keyof HookTypes }));

/** The names of all hooks that an extension may serve, sorted. */
export const hookNames: readonly HookName[] = all.map(({ name }) => name).filter(isHookName);

/** The seconds that the core waits for a handler that sets no time limit. */
export const { defaultTimeoutSeconds } = facts;

/** The longest time limit that the core accepts, in seconds: validation of discovery in internal/runtime/client/client.go of Cluster API. */
export const mostTimeoutSeconds = 30;

/** Whether a hook of this name exists. */
export function isHookName(name: string): name is HookName {
  return name !== "Discovery" && all.some((hook) => hook.name === name);
}

/**
 * The facts of a hook.
 *
 * @throws TypeError there is no such hook.
 */
export function hookFacts(name: keyof HookTypes): HookFacts {
  const found = all.find((hook) => hook.name === name);
  // eslint-disable-next-line errors/capstan-errors -- the type of the name excludes it
  if (found === undefined) throw new TypeError(`Cluster API has no hook ${name}.`);
  return found;
}
