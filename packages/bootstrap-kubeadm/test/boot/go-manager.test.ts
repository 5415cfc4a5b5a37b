import { readdir } from "node:fs/promises";
import { loadAll } from "js-yaml";
import { describe, expect, test } from "vitest";
import { referenceAvailable } from "@capstan/harness/go";
import { type KubeadmConfigSpec } from "../../src/index.ts";
import { ownReading } from "./cloud-init.ts";
import { trace } from "./data.ts";
import { type BootstrapData, type MachineCase, dataOfBoth } from "./data-of-both.ts";
import { provision, startKubeadmService } from "./ignition.ts";
import { Machine } from "./machine.ts";
import { noSandbox, unlessSandbox } from "./readings.ts";

const commands: KubeadmConfigSpec = {
  preKubeadmCommands: [trace("pre"), "printf '%s\\n' \"a: b # c\" 'it'\"'\"'s' >>/var/log/trace"],
  postKubeadmCommands: ["cat /run/cluster-api/bootstrap-success.complete >>/var/log/trace", trace("post")],
};
const files: KubeadmConfigSpec = {
  verbosity: 4,
  files: [
    { path: "/etc/plain", content: "text\n\twith a tab", permissions: "0644" },
    { path: "/etc/secret", content: "s", owner: "daemon:adm", permissions: "0600" },
    { path: "/etc/base64", content: "AAECAw==", encoding: "base64", permissions: "0444" },
  ],
};
const failing: KubeadmConfigSpec = { preKubeadmCommands: ["false"], postKubeadmCommands: [trace("post"), "false"] };

/** The data of a machine, and the exit statuses of its kubeadm, boot by boot. */
interface BootCase extends MachineCase {
  readonly kubeadm: readonly number[];
}

function of(role: MachineCase["role"], name: string, spec: KubeadmConfigSpec, kubeadm = [0]): BootCase[] {
  const base = { role, kubeadm };
  return [
    { ...base, name: `boot-${role}-${name}`, spec },
    { ...base, name: `boot-${role}-${name}-ignition`, spec: { ...spec, format: "ignition" } },
  ];
}

const cases = (["init", "control-plane", "worker"] as const).flatMap((role) => [
  ...of(role, "commands", commands),
  ...of(role, "files", files),
  ...of(role, "failing", failing),
  ...of(role, "kubeadm-fails", commands, [1, 0]),
]);

describe.runIf(referenceAvailable && noSandbox === undefined)(`compared with the Go manager${unlessSandbox}`, () => {
  test("machines end in the same state from its data and from Capstan's", async () => {
    const all = await dataOfBoth(cases);
    expect(cases).not.toEqual([]);
    for (const { name, kubeadm } of cases) {
      const data = all.get(name);
      const ours = await machineOf(data?.ours, kubeadm);
      expect([name, ours]).toEqual([name, await machineOf(data?.go, kubeadm)]);
      // and the boot had an effect
      expect(ours.calls.length > 0 || ours.log.includes("status 1")).toBe(true);
    }
  });
});

/** The state of a machine after two boots from the data. */
async function machineOf(data: BootstrapData | undefined, kubeadm: readonly number[]) {
  if (data === undefined) throw new Error("there is no data");
  await using machine = await Machine.create(kubeadm);
  await machine.sandbox.write("/var/log/trace", "");
  const log: string[] = [];
  if (data.format === "ignition") {
    await provision(machine.sandbox, data.value);
    for (let boot = 0; boot < 2; boot += 1) {
      const ended = await startKubeadmService(machine.sandbox);
      log.push(ended === undefined ? "not started" : `status ${ended.status}`);
    }
  } else {
    await ownReading.boot(machine.sandbox, data.value);
  }
  const calls = await machine.calls();
  return {
    log,
    trace: await machine.trace(),
    sentinel: await machine.sentinel(),
    calls: calls.map(({ config, ...call }) => ({ ...call, documents: withoutTokens(loadAll(config)) })),
    files: await filesOf(machine),
  };
}

/** The written files, with mode, owner and content. */
async function filesOf(machine: Machine): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const folder of ["/etc", "/run", "/tmp"]) {
    for (const entry of await readdir(machine.sandbox.path(folder), { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath}/${entry.name}`.slice(machine.sandbox.root.length);
      if (!entry.isFile() || notOfTheData.test(path)) continue;
      const text = await machine.text(path);
      const content = /\.ya?ml$/.test(path) ? loadAll(text) : text.replace(/^#.*\n/gm, "");
      found[path] = [machine.mode(path), withoutTokens(content)];
    }
  }
  return found;
}

// Files with equivalent but different content.
const notOfTheData = /\/placeholder$|\/kubeadm\.service$/;

/** Each provider created its own token. */
function withoutTokens(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/"token":"[a-z0-9]{6}\.[a-z0-9]{16}"/g, '"token":"<token>"'));
}
