// npm run compare -- data: the Go kubeadm bootstrap provider's answers to the test's questions, stored for machines without Go.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { askGo } from "./ask-go.ts";
import { containerLinuxConfigs } from "./container-linux-configs.ts";
import { kubeadmMachines } from "./kubeadm-machines.ts";
import { setupMachines } from "./setup-machines.ts";

const kept = path.join(import.meta.dirname, "../../../../packages/bootstrap-kubeadm/test/go-data");
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS;
if (assets === undefined) throw new Error("CAPSTAN_CLUSTER_API_ASSETS is not set: see test/README.md");

const machines = [...kubeadmMachines, ...setupMachines];
const configs = containerLinuxConfigs.map((containerLinuxConfig) => ({ containerLinuxConfig }));
const answers = await askGo([...machines, ...configs], assets);
mkdirSync(kept, { recursive: true });
write("machines", machines, answers.slice(0, machines.length));
write("container-linux-configs", configs, answers.slice(machines.length));

function write(name: string, questions: readonly object[], given: readonly object[]): void {
  const lines = questions.map((question, index) => `${JSON.stringify({ ...question, go: given[index] })}\n`);
  writeFileSync(path.join(kept, `${name}.jsonl`), lines.join(""));
  process.stdout.write(`${lines.length} answers of Go in ${name}.jsonl\n`);
}
