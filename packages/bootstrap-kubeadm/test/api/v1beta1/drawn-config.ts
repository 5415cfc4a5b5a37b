import type { KubernetesObject } from "@capstan/provider";
import type fc from "fast-check";
import { type DrawnForms, drawnObject } from "@capstan/harness/random";
import { KubeadmConfig } from "../../../src/api/kubeadm-config.ts";

const forms: DrawnForms = {
  words: ["alpha", "b.example.com", "/var/lib/c", "d=e", "", "__proto__", "constructor", "ünï", "x y"],
  strings: {
    ttl: ["20m", "1h30m0s", "90s", "0", "0s", "1.5h", "-5m", "999ms", "2562047h47m16s", ".5m", "1h0.000000001s"],
    timeout: ["5m0s", "300s", "100ms"],
    timeoutForControlPlane: ["4m0s", "4m", "59.9s"],
    token: ["abcdef.0123456789abcdef"],
    divisor: ["1Mi", "250m"],
    partitionType: ["Linux", "LVM", "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"],
    type: ["Ready", "example.com/Other", "DataSecretAvailable"],
    reason: ["Done", "Some_Reason"],
  },
  lowest: -1,
  // v1beta1 admits a kubeconfig without a user, which upstream's webhook rejects,
  demanded: { user: "any" },
  // and an external etcd without members.
  filled: ["endpoints"],
};

/** An arbitrary object of a kind that the schema of a version admits. */
export function drawnConfig(kind: string, version: string): fc.Arbitrary<KubernetesObject> {
  return drawnObject(
    KubeadmConfig.crds.find(({ spec }) => spec.names.kind === kind),
    version,
    forms,
  );
}
