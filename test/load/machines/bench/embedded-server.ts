/**
 * The embedded API server as a separate process that reports the number of its completed requests to its parent: it sends `{ kubeconfig }`
 * once it serves, and responds to every message with `{ requests }`.
 */
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { productOf, RequestTally, resourceOf } from "./served-requests.ts";

const server = await ApiServer.start({ faultsOverHttp: true });
const tally = new RequestTally();
let counted = server.requests.mark();

function count(): void {
  for (const { userAgent, verb, resource, subresource, status } of server.requests.since(counted)) {
    tally.add({ manager: productOf(userAgent), verb, resource: resourceOf(resource, subresource), status });
  }
  counted = server.requests.mark();
}

// The log keeps a limited number of requests: none may be lost between two queries.
const counting = setInterval(count, 1_000);
process.on("message", () => {
  count();
  process.send?.({ requests: tally.entries() });
});
process.on("SIGTERM", () => {
  clearInterval(counting);
  process.disconnect();
  void server.close();
});
process.send?.({ kubeconfig: server.kubeconfig });
