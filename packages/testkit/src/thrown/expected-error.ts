import { CapstanError } from "@capstan/kube";

/** The class of an error. */
export type ErrorClass = abstract new (...parameters: never) => Error;

/** An error that a test expects, as in `toThrow`: a part of its message, a regular expression for its message, or its class. */
export type ExpectedError = string | RegExp | ErrorClass;

/** Options of `TestEnvironment.expectError`. */
export interface ExpectErrorOptions {
  /** Whether the error may not occur, as where faults are random. Default: false. */
  readonly optional?: boolean;
}

/** A test expects an error of a reconciler, and none was thrown: remove the expectation, or find out why. */
export class ExpectedErrorMissing extends CapstanError {
  readonly code = "ExpectedErrorMissing";
  readonly retry = "never";
}

/** Whether an error matches an expectation. */
export function isExpected(thrown: unknown, expected: ExpectedError): boolean {
  if (typeof expected === "function") return thrown instanceof expected;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return typeof expected === "string" ? message.includes(expected) : new RegExp(expected).test(message);
}

/** Formats an expectation for people. */
export function describeExpected(expected: ExpectedError): string {
  if (typeof expected === "function") return `a ${expected.name}`;
  return typeof expected === "string" ? `an error with "${expected}"` : `an error that matches ${String(expected)}`;
}
