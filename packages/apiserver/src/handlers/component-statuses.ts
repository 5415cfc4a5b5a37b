import https from "node:https";
import { goNetworkProblem } from "../go/go-text.ts";
import { type ApiObject, type ObjectList } from "../object/api-object.ts";
import { type ResourceRequest } from "../request/request.ts";
import { selectionOf } from "../request/selection.ts";
import { methodNotAllowed, notFound, StatusError } from "../status/status-error.ts";

/** The components that run alongside the server, and their health ports; the server itself knows the health of the store. */
const components: readonly { readonly name: string; readonly port?: number }[] = [
  { name: "scheduler", port: 10_259 },
  { name: "controller-manager", port: 10_257 },
  { name: "etcd-0" },
];

const timeoutMs = 20_000;

/** The component statuses of a request: one, or a list. @throws StatusError */
export async function readComponents(request: ResourceRequest): Promise<ApiObject | ObjectList> {
  const { verb, name } = request.info;
  if (verb === "watch") {
    const message = `watch is not supported on resources of kind ${JSON.stringify(request.resource.plural)}`;
    throw new StatusError(405, "MethodNotAllowed", message, { kind: request.resource.plural });
  }
  if (verb === "get") {
    const component = components.find((one) => one.name === name);
    if (component === undefined) throw notFound({ group: "", name: request.resource.singular }, name);
    return statusOf(component);
  }
  if (verb !== "list") throw methodNotAllowed();
  const selection = selectionOf(request);
  const all = await Promise.all(components.map(statusOf));
  return { items: all.filter((one) => selection.matches(one)), resourceVersion: undefined };
}

async function statusOf({ name, port }: (typeof components)[number]): Promise<ApiObject> {
  const { status, message } = port === undefined ? { status: "True", message: "ok" } : await probe(port);
  const metadata = { name };
  return { kind: "ComponentStatus", apiVersion: "v1", metadata, conditions: [{ type: "Healthy", status, message }] };
}

/** Probes a component, without verifying its certificate. */
function probe(port: number): Promise<{ status: "False" | "True"; message: string }> {
  const url = `https://127.0.0.1:${port}/healthz`;
  return new Promise((resolve) => {
    const request = https.get(url, { rejectUnauthorized: false, agent: false, timeout: timeoutMs });
    request.on("timeout", () => request.destroy(new Error("context deadline exceeded")));
    request.on("error", (error) => {
      resolve({ status: "False", message: `Get ${JSON.stringify(url)}: ${goNetworkProblem(error)}` });
    });
    request.on("response", (response) => {
      const { statusCode = 0 } = response;
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        const isHealthy = statusCode >= 200 && statusCode < 300;
        resolve(
          isHealthy
            ? { status: "True", message: text }
            : { status: "False", message: `HTTP probe failed with statuscode: ${statusCode}` },
        );
      });
    });
  });
}
