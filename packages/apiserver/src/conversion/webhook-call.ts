import { randomUUID } from "node:crypto";
import https from "node:https";
import { apiVersionOf, groupOfApiVersion, stringifyJson, versionOfApiVersion } from "@capstan/kube";
import { after } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type ConversionWebhook } from "../registry/conversion-webhook.ts";
import { conversionReview, convertedObject } from "./conversion-review.ts";

const timeoutSeconds = 30;
const maxSockets = 16;
const agent = new https.Agent({ keepAlive: true, maxSockets });

/**
 * Has a webhook convert one object, as kube-apiserver does.
 *
 * @throws Error with the message that the client of the API server is given.
 */
export async function askWebhook(
  webhook: ConversionWebhook,
  object: ApiObject,
  apiVersion: string,
): Promise<ApiObject> {
  const uid = randomUUID();
  const stored = { group: groupOfApiVersion(apiVersion), version: versionOfApiVersion(object.apiVersion) };
  const what = `conversion webhook for ${apiVersionOf(stored)}, Kind=${object.kind}`;
  const url = `${webhook.url}?timeout=${timeoutSeconds}s`;
  const body = stringifyJson(conversionReview(webhook.reviewVersion, { uid, apiVersion, object }));
  let answer: string;
  try {
    if (webhook.service !== undefined) throw new Error(`service "${webhook.service}" not found`);
    answer = await post(url, webhook.authorities, body).catch((error: unknown) => {
      if (error instanceof StaleConnection) return post(url, webhook.authorities, body);
      throw error;
    });
  } catch (error) {
    const why = error instanceof WrongStatus ? error.message : `Post "${url}": ${describe(error)}`;
    throw new Error(`${what} failed: ${why}`, { cause: error });
  }
  return convertedObject(answer, { uid, apiVersion, object, what, reviewVersion: webhook.reviewVersion });
}

class WrongStatus extends Error {}

/** A kept connection that the webhook had closed just before: it has not seen the request. */
class StaleConnection extends Error {}

function post(url: string, ca: string | undefined, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      "user-agent": "kube-apiserver-admission",
      accept: "application/json, */*",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    };
    const request = https.request(url, { method: "POST", agent, headers, ...(ca === undefined ? {} : { ca }) });
    const cancel = after(timeoutSeconds * 1000, () => {
      request.destroy(new Error("context deadline exceeded (Client.Timeout exceeded while awaiting headers)"));
    });
    request.on("close", cancel);
    request.on("error", (error) => {
      const isReset = "code" in error && error.code === "ECONNRESET";
      reject(request.reusedSocket && isReset ? new StaleConnection(error.message, { cause: error }) : error);
    });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(text);
        else reject(new WrongStatus(describeStatus(status, response.headers["content-type"], text)));
      });
    });
    request.end(body);
  });
}

function describeStatus(status: number, contentType: string | undefined, text: string): string {
  if (status === 404) return "the server could not find the requested resource";
  const shown = (contentType ?? "text/plain").startsWith("text/") && text.trim() !== "" ? text.trim() : "unknown";
  return `an error on the server (${JSON.stringify(shown)}) has prevented the request from succeeding`;
}

const untrusted = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
]);

/** In the words of Go, where possible. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "", address = "", port = "" } = error as Error & { code?: string; address?: string; port?: number };
  if (code === "ECONNREFUSED") return `dial tcp ${address}:${port}: connect: connection refused`;
  if (untrusted.has(code)) return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  return error.message;
}
