import { fieldsAt, fieldsOf, type JsonObject, textAt } from "@capstan/kube";
import { BootProblem } from "../problem/boot-problem.ts";

/** The feature gates of kubeadm, of the versions that read v1beta3 or v1beta4. */
const featureGates = new Set([
  "ControlPlaneKubeletLocalMode",
  "EtcdLearnerMode",
  "IPv6DualStack",
  "NodeLocalCRISocket",
  "PublicKeysECDSA",
  "RootlessControlPlane",
  "UnversionedKubeletConfigMap",
  "UpgradeAddonsBeforeControlPlane",
  "WaitForAllControlPlaneComponents",
]);
const tokenUsages = new Set(["signing", "authentication"]);

/**
 * What kubeadm requires of a ClusterConfiguration, in addition to the types of its fields.
 *
 * @throws {@link BootProblem} a feature gate or a range of addresses is not one.
 */
export function requireValidCluster(configuration: JsonObject): void {
  const gate = Object.keys(fieldsOf(configuration.featureGates)).find((name) => !featureGates.has(name));
  if (gate !== undefined) throw invalid(`featureGates has ${gate}, which is not a feature gate of kubeadm`);
  const networking = fieldsAt(configuration, "networking");
  for (const name of ["podSubnet", "serviceSubnet"]) {
    const ranges = (textAt(networking, name) ?? "").split(",").filter((range) => range !== "");
    const wrong = ranges.find((range) => !isRange(range));
    if (wrong !== undefined) throw invalid(`networking.${name} has ${wrong}, which is not a range of addresses`);
  }
}

/** @throws {@link BootProblem} a usage of a bootstrap token is not one. */
export function requireUsages(usages: readonly string[]): void {
  const unknown = usages.find((usage) => !tokenUsages.has(usage));
  if (unknown !== undefined) throw invalid(`bootstrapTokens has the usage ${unknown}; a token signs or authenticates`);
}

function isRange(text: string): boolean {
  const [, address = "", length = ""] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  if (address.includes(":")) return Number(length) <= 128;
  const numbers = address.split(".");
  return (
    numbers.length === 4 && numbers.every((one) => /^\d{1,3}$/.test(one) && Number(one) <= 255) && Number(length) <= 32
  );
}

function invalid(problem: string): BootProblem {
  return new BootProblem("KubeadmConfigInvalid", problem);
}
