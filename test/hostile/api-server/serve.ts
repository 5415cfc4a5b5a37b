// The process that is attacked: says where it serves, and how much it holds when it is asked.
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";

const server = await ApiServer.start({ keptRequests: 0 });
process.send?.({ kubeconfig: server.kubeconfig });
process.on("message", () => {
  // What watches could resume from is kept on purpose, up to a number of changes.
  server.compact();
  globalThis.gc?.();
  process.send?.({ heapBytes: process.memoryUsage().heapUsed });
});
process.on("disconnect", () => {
  process.exit();
});
