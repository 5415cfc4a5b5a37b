import { CapstanError, objectKeyText } from "@capstan/kube";
import type { EndedReconcile } from "@capstan/runtime";
import { stackLines } from "@capstan/runtime/testing";

/** A reconciler threw an error that the test does not expect: a bug in its code. `cause` is that error. */
export class ReconcilerThrewError extends CapstanError {
  readonly code = "ReconcilerThrew";
  readonly retry = "never";
  /** The controller whose reconciler threw. */
  readonly controller: string;

  /** @param by - the manager, such as "provider". */
  constructor(by: string, { controller, kind = controller, request, error }: EndedReconcile) {
    const { namespace, name } = request;
    const said = error instanceof Error ? `${error.name}: ${error.message}` : `not an Error but ${String(error)}`;
    super(
      [
        `Reconciling ${kind} ${objectKeyText(request)}, the controller ${controller} of the manager ${by} threw an error that this test does not expect:`,
        `  ${said}${stackLines(error)}`,
        'Fix the reconciler; if the failure is intended, declare it first: env.expectError("a part of the message"), or the option `expectedErrors`.',
      ].join("\n"),
      { object: { kind, name, ...(namespace === undefined ? {} : { namespace }) }, cause: error },
    );
    this.controller = controller;
  }
}
