import { type ServerResponse } from "node:http";
import { after } from "../clock/clock.ts";
import { breakOff } from "../output/once-closed.ts";
import { StatusError } from "../status/status-error.ts";
import { type RequestFault } from "./request-fault.ts";

/** The functions of the server that faults use. */
export interface Surroundings {
  /** Breaks all connections, and new ones, for this time. */
  readonly outage: (ms: number) => void;
}

interface Suffering extends Surroundings {
  readonly response: ServerResponse;
  readonly isWatch: boolean;
  /** Called when the answer was lost after the request was executed. */
  readonly onLost: () => void;
}

/**
 * Applies the faults before a request is executed, and prepares those after it.
 *
 * @returns whether to execute the request.
 * @throws StatusError - the answer to the request.
 */
export async function suffer(
  faults: readonly RequestFault[],
  { response, isWatch, outage, onLost }: Suffering,
): Promise<boolean> {
  for (const fault of faults.filter(({ type }) => type === "latency")) {
    if (fault.type === "latency") await new Promise<void>((resolve) => after(fault.ms, resolve));
  }
  const fault = faults.find(({ type }) => type !== "latency");
  if (fault === undefined || fault.type === "latency") return true;
  if (fault.type === "error") throw errorOf(fault);
  const happen = (): void => {
    if (fault.type === "reset") breakOff(response);
    else if (fault.type === "outage") outage(fault.ms);
  };
  if (fault.when === "after" && !isWatch) {
    loseAnswer(response, () => {
      onLost();
      happen();
    });
    return true;
  }
  happen();
  return false;
}

function errorOf(fault: Extract<RequestFault, { type: "error" }>): StatusError {
  const { code, reason, message = `${reason}, by a fault that was added`, retryAfterSeconds } = fault;
  return new StatusError(code, reason, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

/** Discards the answer. @param then - called when there would be an answer. */
function loseAnswer(response: ServerResponse, then: () => void): void {
  response.writeHead = (code: number) => {
    // For the request log.
    response.statusCode = code;
    return response;
  };
  response.end = () => {
    then();
    return response;
  };
}
