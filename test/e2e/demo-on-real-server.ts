/**
 * `npm run demo -- real [demo options]`: starts the etcd, kube-apiserver and kube-controller-manager of KUBEBUILDER_ASSETS, runs the demo
 * against them with the server's audit log as its counter, and stops them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { RealApiServer } from "@capstan/testkit";

const root = path.resolve(import.meta.dirname, "../..");

// Ctrl-C reaches the demo as well: it ends by itself, and its server must not end before.
process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined);

await using cleanUp = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), "capstan-real-"));
cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
const server = cleanUp.use(await RealApiServer.start({ controllerManager: true, audit: true }));
const kubeconfig = path.join(folder, "kubeconfig");
await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });

const argv = ["--kubeconfig", kubeconfig, "--audit-log", server.auditLog, ...process.argv.slice(2)];
const demo = spawn(process.execPath, ["--conditions=source", "packages/cli/src/main.ts", "demo", ...argv], {
  cwd: root,
  stdio: "inherit",
});
await once(demo, "exit");
process.exitCode = demo.exitCode ?? 1;
