import { type ServerResponse } from "node:http";
import { after } from "../clock/clock.ts";
import { breakOff } from "../output/break-off.ts";
import { StatusError } from "../status/status-error.ts";
import { type RequestFault } from "./request-fault.ts";

/** What faults need of the server. */
export interface Surroundings {
  /** Breaks all connections, and new ones, for that long. */
  readonly outage: (ms: number) => void;
}

interface Suffering extends Surroundings {
  readonly response: ServerResponse;
  readonly isWatch: boolean;
  /** The answer was lost after the request was done. */
  readonly onLost: () => void;
}

/**
 * Does to a request what is to happen before it is done, and prepares what is to happen after it.
 *
 * @returns whether it is to be done.
 * @throws StatusError - what it is answered.
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

/** Lets the answer go nowhere. @param then - called when there would be one. */
function loseAnswer(response: ServerResponse, then: () => void): void {
  response.writeHead = (code: number) => {
    // What the log says.
    response.statusCode = code;
    return response;
  };
  response.end = () => {
    then();
    return response;
  };
}
