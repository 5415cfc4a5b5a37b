import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { CapstanError } from "@capstan/kube";
import type { Scope } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Reflector, ReflectorHandler } from "../watch/reflector.ts";
import type { CacheOptions } from "./cache-options.ts";
import type { IntakeOptions } from "./intake.ts";

/** The parts of a cache that its informers use. */
export interface InformerContext extends IntakeOptions {
  readonly signal: AbortSignal;
  reflector<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    scope: Scope,
    handler: ReflectorHandler<T>,
  ): Reflector<T>;
  onSynced(): void;
  onProblem(error: CapstanError | undefined): void;
  /** Called when a held feed has read something, or has failed to. */
  onHeld(): void;
  readonly onListenerError: (error: unknown) => void;
  readonly waiting: NonNullable<CacheOptions["waiting"]>;
  /** The clock of the connections. */
  readonly clock: Pick<Clock, "setTimer">;
}
