import path from "node:path";
import process from "node:process";

const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
/** Whether a build of the Go managers exists. */
export const goAvailable = assets !== "";
const root = path.resolve(import.meta.dirname, "../../..");
const addresses = ["--leader-elect=false", "--health-addr=127.0.0.1:{port}", "--diagnostics-address=127.0.0.1:{port}"];
/** Go managers do not start without a webhook certificate, although no webhook is called here. */
const ofGo = [...addresses, "--insecure-diagnostics", "--webhook-port={port}", "--webhook-cert-dir={certificates}"];

/** The command line of an unmodified Go manager of Cluster API. */
export function goManager(program: "core-manager" | "kubeadm-bootstrap-manager"): string {
  return [path.join(assets, program), ...ofGo].join(" ");
}

/** The command line of a manager of this repository, from its sources. */
export function ownManager(name: "bootstrap-kubeadm" | "core-controllers"): string {
  return [process.execPath, "--conditions=source", path.join(root, `packages/${name}/src/main.ts`), ...addresses].join(
    " ",
  );
}
