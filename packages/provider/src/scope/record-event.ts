import { ArgumentError } from "@capstan/kube";
import type { Visit } from "../visit/visit.ts";
import type { AuthorEvent } from "./scope.ts";

const reasonForm = /^[A-Z][A-Za-z0-9]{0,127}$/;

/**
 * Sends a redacted Event about the object.
 *
 * @throws ArgumentError the reason is not UpperCamelCase.
 */
export function recordEvent({ manager, object, secrets }: Visit<object>, event: AuthorEvent): void {
  const { type = "Normal", reason, message } = event;
  if (!reasonForm.test(reason)) {
    throw new ArgumentError(
      `${reason} cannot be the reason of an Event: it must be UpperCamelCase, such as ServerReplaced.`,
    );
  }
  manager.recorder.record(object, { type, reason, message: secrets.redact(message) });
}
