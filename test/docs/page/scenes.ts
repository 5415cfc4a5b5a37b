import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import type { DevProject } from "../../e2e/dev/dev-project.ts";
import type { ObjectsPage } from "../../e2e/page/objects-page.ts";

const examples = path.resolve(import.meta.dirname, "../../../examples");

/** The scene of a screenshot. */
export interface Scene {
  /** The name of its picture files. */
  readonly name: string;
  /** Brings the project into this state. */
  readonly prepare: (project: DevProject) => Promise<void>;
  /** Resolves once the page shows the state. */
  readonly reach: (objects: ObjectsPage, project: DevProject) => Promise<void>;
}

/** A Cluster of the quick start, with workers from a MachineDeployment. */
function addQuickstart(project: DevProject): void {
  const target = path.join(project.folder, "dev");
  cpSync(path.join(examples, "quickstart"), target, { recursive: true });
  cpSync(path.join(examples, "machine-deployment/workers.yaml"), path.join(target, "workers.yaml"));
}

/** Opens an object, and shows all others again. */
async function open(objects: ObjectsPage, kind: string, name: string): Promise<void> {
  await objects.openByKeys(kind, name);
  await objects.filter.fill("");
  await objects.details.getByRole("tab", { name: "Now" }).focus();
}

const healthy: Scene = {
  name: "healthy",
  prepare: (project) => {
    addQuickstart(project);
    rmSync(path.join(project.folder, "dev/m1.yaml"));
    return Promise.resolve();
  },
  reach: async (objects) => {
    await objects.page.getByText("6 of 6 Machines Running").waitFor();
    await objects.page.getByText("All is well.").waitFor();
    await open(objects, "Cluster", "quickstart");
    await objects.pressOn(/^Now$/, "ArrowRight");
    await objects.details.getByText(/6 of 6 have been Running/).waitFor();
  },
};

const stuck: Scene = {
  name: "stuck",
  prepare: async (project) => {
    addQuickstart(project);
    const reason = `pending("QuotaExceeded", { message: "20 of 20 servers are in use; delete one, or have the quota raised" })`;
    await project.edit("src/reconciler.ts", `pending("Step0", { message: "made by " + madeBy })`, reason);
  },
  reach: async (objects) => {
    await objects.page.getByText("6 of 7 Machines Running").waitFor();
    await objects.page
      .getByText(/20 of 20 servers/)
      .first()
      .waitFor();
    await open(objects, "Machine", "m1");
  },
};

const rollout: Scene = {
  name: "rollout",
  prepare: async (project) => {
    await healthy.prepare(project);
    await project.edit("dev/workers.yaml", "replicas: 3", "replicas: 6");
  },
  reach: async (objects, project) => {
    await objects.page.getByText("9 of 9 Machines Running").waitFor();
    await project.edit("dev/workers.yaml", "version: v1.36.0", "version: v1.36.1");
    await objects.page
      .getByText(/RollingOut/)
      .first()
      .waitFor();
    await open(objects, "MachineDeployment", "quickstart-workers");
    await objects
      .row("MachineDeployment", "quickstart-workers")
      .getByText(/[34] of 7 up to date/)
      .waitFor({ state: "attached" });
  },
};

const crash: Scene = {
  name: "crash",
  prepare: (project) => {
    addQuickstart(project);
    return Promise.resolve();
  },
  reach: async (objects, project) => {
    await objects.page.getByText("6 of 7 Machines Running").waitFor();
    const waiting = "return this.outcome.pending";
    const throwing = `const [zone] = zonesOf(object.spec.size);\n    if (zone.isFull) ${waiting}`;
    await project.edit("src/reconciler.ts", waiting, throwing);
    await project.edit(
      "src/reconciler.ts",
      "export class",
      "function zonesOf(size: string | undefined): { isFull: boolean }[] {\n  return size === undefined ? [] : [];\n}\n\nexport class",
    );
    await objects.banner.locator(".is-marked").waitFor();
  },
};

export const scenes: readonly Scene[] = [healthy, stuck, rollout, crash];
