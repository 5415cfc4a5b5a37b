import type { DeletionOutcome } from "../../outcome/outcome.ts";
import type { AllocationOutcome, IPPoolOutcome } from "./outcome.ts";
import type { IPPoolDefinition } from "./pool-definition.ts";
import type { AllocationScope, IPPoolScope, ReleaseScope } from "./scope.ts";

/** The required and optional methods of the author's reconciler. */
export interface IPPoolAuthor<D extends IPPoolDefinition> {
  readonly definition: D;
  allocate(scope: AllocationScope<D>, signal: AbortSignal): Promise<AllocationOutcome> | AllocationOutcome;
  release?(scope: ReleaseScope<D>, signal: AbortSignal): Promise<DeletionOutcome> | DeletionOutcome;
  reconcilePool?(scope: IPPoolScope<D>, signal: AbortSignal): Promise<IPPoolOutcome> | IPPoolOutcome;
}
