import { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import fc from "fast-check";
import { type DifferentialCase } from "./differential-case.ts";
import { overrides } from "./overrides.ts";
import { arbitraryOf } from "./schema-arbitrary.ts";
import { sensibleSpec } from "./sensible-spec.ts";

const seed = 20_261_121;
const roles = ["init", "worker", "control-plane"] as const;
const versions = ["v1.36.0", "v1.30.2", "v1.31.0-rc.1", "v1.28.4", "1.33.1", "v1.22.0"];
const networks = [
  undefined,
  { pods: { cidrBlocks: ["192.168.0.0/16"] }, services: { cidrBlocks: ["10.96.0.0/12"] } },
  { pods: { cidrBlocks: ["10.1.0.0/16", "fd00:1::/64"] }, serviceDomain: "cluster.example" },
];
const endpoints = [undefined, { host: "10.0.0.1", port: 8443 }, { host: "fd00::1", port: 6443 }];

/** What the Secret has that specs refer to. */
const referredSecret = { text: "from a Secret\n  indented\n", password: "$6$salt$from.a.Secret" };

/** Cases drawn from the schema with a fixed seed: the same on every run. */
export function generatedCases(count: number, format: "cloud-config" | "ignition"): DifferentialCase[] {
  const specs = fc.sample(arbitraryOf(KubeadmConfigSpec, overrides) as fc.Arbitrary<KubeadmConfigSpec>, {
    seed: seed + (format === "ignition" ? 1 : 0),
    numRuns: count,
  });
  return specs.map((drawn, index): DifferentialCase => {
    const role = roles[index % roles.length] ?? "init";
    const name = `${format === "ignition" ? "ignition" : "cloud"}-${String(index).padStart(3, "0")}`;
    const network = networks[index % networks.length];
    const controlPlaneEndpoint = endpoints[Math.floor(index / 3) % endpoints.length];
    const spec = sensibleSpec(structuredClone(drawn), { role, name, format });
    return {
      name,
      role,
      ...(Object.keys(spec).length === 0 ? {} : { spec }),
      version: versions[Math.floor(index / 2) % versions.length] ?? "v1.36.0",
      cluster: {
        ...(network === undefined ? {} : { clusterNetwork: network }),
        ...(controlPlaneEndpoint === undefined ? {} : { controlPlaneEndpoint }),
      },
      secrets: { [`${name}-content`]: referredSecret },
    };
  });
}
