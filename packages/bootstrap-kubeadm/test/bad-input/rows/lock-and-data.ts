import { type BadConfig, type Repair, withSecret } from "../scene/bad-config.ts";

const withoutLock: Repair = (scene, namespace) => scene.deleteLock(namespace);

const locks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "that is not JSON": { "lock-information": "cp-0" },
  "that is empty": { "lock-information": "" },
  "that is a list": { "lock-information": '["cp-0"]' },
  "without a machine": { "lock-information": "{}" },
  "of a machine that is a number": { "lock-information": '{"machineName":1}' },
  "of null": { "lock-information": "null" },
  "under another key": { lock: '{"machineName":"cp-0"}' },
};

const kibibyte = 1024;
const large = "x".repeat(700 * kibibyte);
// Each line break becomes one with its indentation, which adds bytes that are not in the spec.
const inflating = "\n".repeat(300 * kibibyte);
const contentFrom = { secret: { name: "large", key: "k" } };
const tooLarge = ["The bootstrap data has ", "but a Secret holds at most ", "reduce spec.files and commands"];

function oversize(title: string, parts: Pick<BadConfig, "role" | "spec" | "secrets" | "repair">): BadConfig {
  return { title: `too much data: ${title}`, reason: "BootstrapDataTooLarge", says: tooLarge, ...parts };
}

/** Obstacles to a machine's data outside its own configuration: the lock, the size, the name of the Secret. */
export const lockAndData: readonly BadConfig[] = [
  ...Object.entries(locks).map(([title, lock]): BadConfig => ({
    title: `an init lock ${title}`,
    role: "init",
    lock,
    reason: "InitLockUnreadable",
    says: ["ConfigMap c-lock does not name the Machine", "delete it if no Machine is doing so"],
    repair: withoutLock,
  })),
  ...(["init", "control-plane", "worker"] as const).map((role) =>
    oversize(`two large files, ${role}`, {
      role,
      spec: { files: [1, 2].map((index) => ({ path: `/${index}`, contentFrom })) },
      secrets: { large: { k: large } },
      repair: withSecret("large", { k: "x" }),
    }),
  ),
  oversize("line breaks that are indented", {
    spec: { files: [{ path: "/a", contentFrom }] },
    secrets: { large: { k: `x${inflating}x` } },
    repair: withSecret("large", { k: "x" }),
  }),
  oversize("one file that Ignition has to escape", {
    spec: { format: "ignition", files: [{ path: "/a", permissions: "0600", contentFrom }] },
    secrets: { large: { k: "ü".repeat(200 * kibibyte) } },
    repair: withSecret("large", { k: "x" }),
  }),
  oversize("many commands", {
    spec: { preKubeadmCommands: Array.from({ length: 110 }, (_, index) => `echo ${index} ${"x".repeat(10_000)}`) },
  }),
  ...(["init", "worker"] as const).map((role): BadConfig => ({
    title: `the data Secret's name is taken, ${role}`,
    role,
    dataSecretTaken: true,
    reason: "SecretControlledByOther",
    says: ["Secret m is controlled by Thing t", "delete it, or give the config another name"],
    repair: (scene, namespace) => scene.deleteSecret(namespace, "m"),
  })),
];
