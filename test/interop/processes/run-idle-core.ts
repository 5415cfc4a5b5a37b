import { once } from "node:events";
import { readFileSync } from "node:fs";
import https from "node:https";

// Watches Machines, and writes nothing.
const kubeconfig = readFileSync(process.env.KUBECONFIG ?? "", "utf8");
const field = (name: string): string => new RegExp(`${name}: "?([^"\\s]+)`).exec(kubeconfig)?.[1] ?? "";
const request = https.get(new URL("/apis/cluster.x-k8s.io/v1beta2/machines?watch=1", field("server")), {
  ca: Buffer.from(field("certificate-authority-data"), "base64"),
  headers: { authorization: `Bearer ${field("token")}` },
});
const [response] = (await once(request, "response")) as [NodeJS.ReadableStream];
response.resume();
await once(response, "end");
