import type { IncomingMessage } from "node:http";
import type { LogVerbosity } from "../logging/verbosity.ts";
import { type Answer, type Endpoint, text } from "./endpoint.ts";

const longest = 16;

async function shortBody(request: IncomingMessage): Promise<string | undefined> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > longest) return undefined;
  }
  return body.trim();
}

/** Sets the log verbosity, as `/debug/flags/v` of Kubernetes' programs: `curl -X PUT -d 4`. */
export function verbosityEndpoint(verbosity: LogVerbosity): Endpoint {
  return {
    method: "PUT",
    answer: async ({ request }): Promise<Answer> => {
      const body = await shortBody(request);
      if (body === undefined || !/^-?\d{1,9}$/.test(body)) return text(400, "The body must be a whole number");
      verbosity.value = Number(body);
      return text(200, `The verbosity is now ${body}`);
    },
  };
}
