import { type BadConfig, withVersion } from "../scene/bad-config.ts";

const unreadable = [
  "latest",
  "stable-1",
  "v1.x",
  "v1.36.x",
  "1,36",
  "v.1.36",
  "vv1.36.0",
  "v1.36.0.0",
  "v-1.36",
  "v1..36",
  "one",
  "🚀",
  "v1.36 .0",
  "$(kubelet --version)",
  "v1.36.0;reboot",
];
const tooOld = ["v1", "v1.21.14", "1.0.0", "v0.36.0", "v1.9", "v1.21.0-rc.1"];

function version(value: string | undefined, ...says: string[]): BadConfig {
  return {
    title: `version ${value ?? "missing"}`,
    version: value,
    reason: "UnsupportedVersion",
    says: ["the Machine", "spec.version", ...says],
    repair: withVersion,
  };
}

/** Versions of Machines without a supported kubeadm configuration. */
export const versions: readonly BadConfig[] = [
  version(undefined, "set it to the Kubernetes version to install"),
  ...unreadable.map((value) => version(value, JSON.stringify(value), "is not a version like v1.36.0")),
  ...tooOld.map((value) => version(value, value, "is below v1.22.0")),
  { ...version("v1.21.14", "is below v1.22.0"), title: "a version too old to initialize", role: "init" },
  { ...version("nonsense", "is not a version"), title: "no version to join the control plane", role: "control-plane" },
];
