// The attacked process: reports its address, and its heap on request.
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";

const server = await ApiServer.start({ keptRequests: 0 });
process.send?.({ kubeconfig: server.kubeconfig });
process.on("message", () => {
  // Watch history is kept on purpose, up to a number of changes.
  server.compact();
  globalThis.gc?.();
  process.send?.({ heapBytes: process.memoryUsage().heapUsed });
});
process.on("disconnect", () => {
  process.exit();
});
