import type { Controller } from "./controller.ts";
import type { EndedReconcile } from "./reconcile-reports.ts";

/** A reconcile that `Manager.step` has run. */
export type SteppedReconcile = Pick<EndedReconcile, "controller" | "request">;

/** Runs the next reconcile of the first controller that has one waiting; undefined if none has. */
export async function stepFirst(
  controllers: readonly Pick<Controller, "name" | "step">[],
): Promise<SteppedReconcile | undefined> {
  for (const controller of controllers) {
    const request = await controller.step();
    if (request !== undefined) return { controller: controller.name, request };
  }
  return undefined;
}
