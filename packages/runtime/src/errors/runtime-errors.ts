import { CapstanError, type ObjectRef } from "@capstan/kube";

/** A kubeconfig cannot be used. Never carries any of its content. */
export class KubeconfigError extends CapstanError {
  readonly code = "KubeconfigInvalid";
  readonly retry = "never";
}

/**
 * A kubeconfig that its user did not write has a field that does more than name a server and prove who the user is. Names the Secret
 * and the field, never a value.
 */
export class KubeconfigRefusedError extends CapstanError {
  readonly code = "KubeconfigRefused";
  readonly retry = "never";
  /** Such as `user.exec`. */
  readonly field: string;

  constructor(message: string, options: { readonly field: string; readonly object?: ObjectRef }) {
    super(message, options);
    this.field = options.field;
  }
}

/**
 * A name, or another part of a request's path, is empty, `.` or `..`, or has a character that would make another path of it. Nothing
 * was sent. Says which part of what is wrong.
 */
export class RequestPathError extends CapstanError {
  readonly code = "RequestPathRefused";
  readonly retry = "never";
  /** Such as `name`. */
  readonly part: string;

  constructor(message: string, options: { readonly part: string; readonly object?: ObjectRef }) {
    super(message, options);
    this.part = options.part;
  }
}

/** The API server does not serve a kind. Informers keep trying (every 5 s at most); reconciles retry with back-off. */
export class KindNotServedError extends CapstanError {
  readonly code = "KindNotServed";
  readonly retry = "backoff";
}

/** Another cluster cannot be used now; retried with back-off. */
export class RemoteUnavailableError extends CapstanError {
  readonly code = "RemoteUnavailable";
  readonly retry = "backoff";
}

/** A server answered with more than is read of it, or with something other than JSON. Retried with back-off. */
export class ResponseRefusedError extends CapstanError {
  readonly code = "ResponseRefused";
  readonly retry = "backoff";
}

/** Something that was stopped or closed was asked to work. */
export class StoppedError extends CapstanError {
  readonly code = "Stopped";
  readonly retry = "never";
}

/** Something that was waited for did not happen in time. */
export class TimedOutError extends CapstanError {
  readonly code = "TimedOut";
  readonly retry = "backoff";
}

/** The Lease went to another process: the manager stops. */
export class LeadershipLostError extends CapstanError {
  readonly code = "LeadershipLost";
  readonly retry = "never";
}

/** The command line cannot be understood. */
export class CommandLineError extends CapstanError {
  readonly code = "CommandLineInvalid";
  readonly retry = "never";
}
