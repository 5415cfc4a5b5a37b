import { once } from "node:events";
import https from "node:https";
import type { IncomingMessage } from "node:http";
import { connectionTo } from "../../access/kubeconfig-client.ts";

/** Reads a page to its end, without parsing it. */
export async function pageOf(kubeconfig: string, agent: https.Agent, path: string): Promise<void> {
  const { server, options } = connectionTo(kubeconfig);
  const [response] = (await once(https.get(server + path, { ...options, agent }), "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
}
