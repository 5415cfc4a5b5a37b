import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

const main = `import { runProvider } from "@capstan/provider";
import { HelloMachineReconciler } from "./reconciler.ts";

await runProvider({ name: "hello", reconcilers: [new HelloMachineReconciler()] });
`;

const reconciler = `import { defineInfraMachine, devMap, InfraMachineReconciler, Type } from "@capstan/provider";

/** Which process has made each server. */
const servers = devMap<number>("servers");

const HelloMachine = defineInfraMachine({
  kind: "HelloMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
  admission: { validate: ({ size }) => (size === "huge" ? [{ path: "size", message: "is not for sale" }] : []) },
});

export class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
  readonly definition = HelloMachine;

  async reconcileMachine({ object }: this["Scope"]) {
    const { name } = object.metadata;
    const madeBy = servers.get(name) ?? process.pid;
    servers.set(name, madeBy);
    return this.outcome.pending("Step0", { message: "made by " + madeBy });
  }

  async deleteMachine() {
    return this.outcome.deleted();
  }
}
`;

const manifest = `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: { name: c1 }
spec: { controlPlaneEndpoint: { host: c1.example.com, port: 6443 } }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata: { name: m1 }
spec:
  clusterName: c1
  bootstrap: { dataSecretName: m1-data }
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: HelloMachine, name: m1 }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: HelloMachine
metadata: { name: m1 }
spec: { size: small }
---
apiVersion: v1
kind: Secret
metadata: { name: m1-data }
stringData: { value: "#cloud-config" }
`;

/** The project of a small infrastructure provider, outside of the repository, whose HelloMachine m1 has the reason Step0. */
export class DevProject implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<DevProject> {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), "capstan-dev-project-")), "hello-provider");
    await mkdir(folder);
    await Promise.all([mkdir(path.join(folder, "src")), mkdir(path.join(folder, "dev"))]);
    await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    const project = new DevProject(folder);
    const files = { "package.json": `{ "type": "module", "private": true }\n`, "src/main.ts": main };
    for (const [file, text] of Object.entries({ ...files, "src/reconciler.ts": reconciler, "dev/m1.yaml": manifest })) {
      await writeFile(path.join(folder, file), text);
    }
    return project;
  }

  /** Saves a file with `from` replaced by `to`. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const name = path.join(this.folder, file);
    const before = await readFile(name, "utf8");
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(name, before.replace(from, to));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(path.dirname(this.folder), { recursive: true, force: true });
  }
}
