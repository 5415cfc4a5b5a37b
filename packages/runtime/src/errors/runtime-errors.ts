import { CapstanError, type ObjectRef } from "@capstan/kube";

/** A kubeconfig cannot be used. The message never contains its content. */
export class KubeconfigError extends CapstanError {
  readonly code = "KubeconfigInvalid";
  readonly retry = "never";
}

/**
 * A kubeconfig that the operator did not write has a field that does more than name a server and authenticate the user. The message names
 * the Secret and the field, never a value.
 */
export class KubeconfigRefusedError extends CapstanError {
  readonly code = "KubeconfigRefused";
  readonly retry = "never";
  /** The field, such as `user.exec`. */
  readonly field: string;

  constructor(message: string, options: { readonly field: string; readonly object?: ObjectRef }) {
    super(message, options);
    this.field = options.field;
  }
}

/**
 * A name, or another part of a request's path, is empty, `.` or `..`, or has a character that would change the path. Nothing was sent. The
 * message names the part and the object.
 */
export class RequestPathError extends CapstanError {
  readonly code = "RequestPathRefused";
  readonly retry = "never";
  /** The part, such as `name`. */
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

/** Another cluster is unavailable; retried with back-off. */
export class RemoteUnavailableError extends CapstanError {
  readonly code = "RemoteUnavailable";
  readonly retry = "backoff";
}

/** A server's answer exceeds a limit, or is not JSON. Retried with back-off. */
export class ResponseRefusedError extends CapstanError {
  readonly code = "ResponseRefused";
  readonly retry = "backoff";
}

/** A call to an object that was stopped or closed. */
export class StoppedError extends CapstanError {
  readonly code = "Stopped";
  readonly retry = "never";
}

/** A condition was not met in time. */
export class TimedOutError extends CapstanError {
  readonly code = "TimedOut";
  readonly retry = "backoff";
}

/** Another process holds the Lease: the manager stops. */
export class LeadershipLostError extends CapstanError {
  readonly code = "LeadershipLost";
  readonly retry = "never";
}

/** The command line is invalid. */
export class CommandLineError extends CapstanError {
  readonly code = "CommandLineInvalid";
  readonly retry = "never";
}
