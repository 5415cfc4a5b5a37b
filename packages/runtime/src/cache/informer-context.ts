import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { CapstanError } from "@capstan/kube";
import type { Scope } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Reflector, ReflectorHandler } from "../watch/reflector.ts";
import type { CacheOptions } from "./cache-options.ts";
import type { IntakeOptions } from "./intake.ts";

/** What an informer needs from its cache. */
export interface InformerContext extends IntakeOptions {
  readonly signal: AbortSignal;
  reflector<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    scope: Scope,
    handler: ReflectorHandler<T>,
  ): Reflector<T>;
  onSynced(): void;
  onProblem(error: CapstanError | undefined): void;
  /** A feed that is held has read something, or cannot. */
  onHeld(): void;
  readonly onListenerError: (error: unknown) => void;
  readonly waiting: NonNullable<CacheOptions["waiting"]>;
  /** Of the connections. */
  readonly clock: Pick<Clock, "setTimer">;
}
