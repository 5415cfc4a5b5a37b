// npm run bench -- access: the cost of a write for the embedded server and its client, by sender.
import https from "node:https";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { kubeconfigClient } from "./kubeconfig-client.ts";

const rounds = 12;
const roundMs = 1_000;
const writers = 4;
const configMaps = "/api/v1/namespaces/default/configmaps";
const accounts = "/api/v1/namespaces/default/serviceaccounts";
const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";

type Send = ReturnType<typeof kubeconfigClient>;

await using server = await ApiServer.start();
await using open = await ApiServer.start({ authorization: "AlwaysAllow" });
const agent = new https.Agent({ keepAlive: true, maxSockets: writers });
const admin = kubeconfigClient(server.kubeconfig, agent);
const metadata = { name: "robot" };
await admin("POST", accounts, { metadata });
await admin("POST", `${rbac}/roles`, {
  metadata,
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }],
});
await admin("POST", `${rbac}/rolebindings`, {
  metadata,
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "robot" },
  subjects: [{ kind: "ServiceAccount", name: "robot" }],
});
const { status } = (await admin("POST", `${accounts}/robot/token`, {})) as {
  readonly status: { readonly token: string };
};
const senders: readonly (readonly [string, Send])[] = [
  ["administrator", admin],
  ["administrator, AlwaysAllow", kubeconfigClient(open.kubeconfig, agent)],
  ["ServiceAccount", kubeconfigClient(server.kubeconfig, agent, status.token)],
];
for (const [name, send] of senders.slice(0, 2)) {
  for (let index = 0; index < writers; index += 1) await send("POST", configMaps, { metadata: { name: `c${index}` } });
  process.stderr.write(`${name}: ready\n`);
}

const costs = new Map<string, number[]>(senders.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, send] of senders) costs.get(name)?.push(await costOf(send));
}
agent.destroy();
for (const [name, found] of costs) {
  const median = found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
  process.stdout.write(`${name}: ${median.toFixed(0)} µs of CPU for a write\n`);
}

/** Microseconds of CPU for each write of a round, of the server and the client together. */
async function costOf(send: Send): Promise<number> {
  const end = performance.now() + roundMs;
  const before = process.cpuUsage();
  let count = 0;
  const write = async (name: string): Promise<void> => {
    while (performance.now() < end) {
      await send("PATCH", `${configMaps}/${name}`, { data: { count: String(count) } });
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => write(`c${index}`)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
