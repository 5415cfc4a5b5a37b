import type { IncomingMessage } from "node:http";
import { fieldsOf, isMalformedText, parseJson } from "@capstan/kube";
import { ActionRefusedError } from "./action-refused-error.ts";
import type { Action } from "./protocol.ts";

/** An object has at most 3 MiB, as in the API server, and its YAML is a string in JSON. */
const mostBytes = 8 * 1024 * 1024;

/** @throws ActionRefusedError - it is not an action. */
export async function readAction(request: IncomingMessage): Promise<Action> {
  const text = await readText(request);
  try {
    return actionOf(fieldsOf(parseJson(text)));
  } catch (error) {
    if (isMalformedText(error)) throw new ActionRefusedError(400, "the request is not JSON", { cause: error });
    throw error;
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw new ActionRefusedError(413, `the request is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function actionOf(fields: Readonly<Record<string, unknown>>): Action {
  const { type, id, yaml, resourceVersion, fault } = fields;
  if ((type === "pause" || type === "resume" || type === "delete" || type === "end-fault") && typeof id === "string") {
    return { type, id };
  }
  if (type === "replace" && typeof id === "string" && typeof yaml === "string" && typeof resourceVersion === "string") {
    return { type, id, yaml, resourceVersion };
  }
  if (type === "inject-fault" && typeof fault === "string") {
    return { type, fault, ...(typeof id === "string" ? { id } : {}) };
  }
  throw new ActionRefusedError(400, "the request is not an action of the page");
}
