import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { type DifferentialCase } from "./differential-case.ts";

function refused(name: string, spec: KubeadmConfigSpec, rest: Partial<DifferentialCase> = {}): DifferentialCase {
  return { name: `refused-${name}`, role: "worker", version: "v1.36.0", spec, go: "refused", ...rest };
}

function early(name: string, spec: KubeadmConfigSpec, role: DifferentialCase["role"] = "init"): DifferentialCase {
  return { name: `refused-${name}`, role, version: "v1.36.0", spec, ours: "refused", difference: "contradictions" };
}

const token = "abcdef.0123456789abcdef";

/** Cases for which at least one provider generates no data. */
export const refusedCases: readonly DifferentialCase[] = [
  refused("old-version", { verbosity: 1 }, { version: "v1.21.0" }),
  refused("no-version-at-all", { verbosity: 1 }, { version: "latest", role: "init" }),
  refused("worker-as-control-plane", { joinConfiguration: { controlPlane: {} } }),
  refused("missing-secret", { files: [{ path: "/a", contentFrom: { secret: { name: "nowhere", key: "k" } } }] }),
  refused("missing-key", {
    users: [{ name: "u", passwdFrom: { secret: { name: "refused-missing-key-ca", key: "k" } } }],
  }),
  early("two-etcds", {
    clusterConfiguration: {
      etcd: {
        local: { dataDir: "/d" },
        external: { endpoints: ["https://e:2379"], caFile: "/a", certFile: "/b", keyFile: "/c" },
      },
    },
  }),
  early("two-lifetimes", {
    initConfiguration: { bootstrapTokens: [{ token, ttlSeconds: 60, expires: "2027-01-01T00:00:00Z" }] },
  }),
  early(
    "two-discoveries",
    { joinConfiguration: { discovery: { bootstrapToken: { token }, file: { kubeConfigPath: "/k" } } } },
    "worker",
  ),
];
