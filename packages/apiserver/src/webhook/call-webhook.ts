import https from "node:https";
import { after } from "../clock/clock.ts";
import { goNetworkProblem } from "../go/go-text.ts";
import { type Services, type WebhookClient } from "./webhook-client.ts";

const maxSockets = 16;
const agent = new https.Agent({ keepAlive: true, maxSockets });

/**
 * Posts a review to a webhook, as kube-apiserver does.
 *
 * @param services - the addresses of Services; default: none.
 * @returns the body of the answer.
 * @throws Error worded as in kube-apiserver.
 */
export async function callWebhook(
  client: WebhookClient,
  review: string,
  timeoutSeconds: number,
  services?: Services,
): Promise<string> {
  const url = `${client.url}?timeout=${timeoutSeconds}s`;
  try {
    const options = { ...trust(client), ...reach(client, services) };
    const ask = (): Promise<string> => post(url, options, review, timeoutSeconds);
    return await ask().catch((error: unknown) => {
      if (error instanceof StaleConnection) return ask();
      throw error;
    });
  } catch (error) {
    const why = error instanceof WrongStatus ? error.message : `Post "${url}": ${goNetworkProblem(error)}`;
    throw new Error(why, { cause: error });
  }
}

class WrongStatus extends Error {}

/** The webhook had just closed a kept-alive connection, and has not seen the request. */
class StaleConnection extends Error {}

/** As in Go, a certificate is also trusted if it is itself among the CAs, which is how envtest sets it. */
function trust({ authorities: ca }: WebhookClient): https.RequestOptions {
  return ca === undefined ? {} : { ca, allowPartialTrustChain: true };
}

/** The address to connect to, if it differs from the URL's. @throws Error the Service does not exist. */
function reach({ url, service }: WebhookClient, services: Services | undefined): https.RequestOptions {
  if (service === undefined) return {};
  const address = services?.(service);
  if (address === undefined) throw new Error(`service "${service.name}" not found`);
  const { hostname, port } = new URL(`https://${address}`);
  const { hostname: servername, host } = new URL(url);
  return { hostname, port: port === "" ? 443 : Number(port), servername, headers: { host } };
}

function post(url: string, options: https.RequestOptions, body: string, timeoutSeconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(options.headers as Record<string, string> | undefined),
      "user-agent": "kube-apiserver-admission",
      accept: "application/json, */*",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    };
    const request = https.request(url, { ...options, method: "POST", agent, headers });
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
