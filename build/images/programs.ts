import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { DockerCluster, DockerMachine, DockerMachinePool } from "@capstan/infrastructure-docker";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import type { ProviderDefinition } from "@capstan/provider";

/** A manager that is shipped as an image. */
export interface ImageProgram {
  /** The name of the image, its folder and its program. */
  readonly name:
    "capstan-core" | "capstan-bootstrap-kubeadm" | "capstan-infrastructure-docker" | "capstan-infrastructure-mock";
  /** Folder of its package in `packages`. */
  readonly package: string;
  /** Flags for a read-only file system. */
  readonly flags: readonly string[];
  /** The type that clusterctl installs it as. */
  readonly provider: "core" | ImageProvider;
}

/** A provider by its name, and the kinds that it reconciles. */
export interface ImageProvider {
  readonly name: string;
  readonly definitions: readonly ProviderDefinition[];
}

export const imagePrograms: readonly ImageProgram[] = [
  { name: "capstan-core", package: "core-controllers", flags: [], provider: "core" },
  {
    name: "capstan-bootstrap-kubeadm",
    package: "bootstrap-kubeadm",
    flags: [],
    provider: { name: "kubeadm", definitions: [KubeadmConfig] },
  },
  {
    name: "capstan-infrastructure-docker",
    package: "infrastructure-docker",
    flags: [],
    provider: { name: "docker", definitions: [DockerCluster, DockerMachine, DockerMachinePool] },
  },
  {
    name: "capstan-infrastructure-mock",
    package: "infrastructure-mock",
    flags: ["--in-memory"],
    provider: { name: "mock", definitions: [MockCluster, MockMachine] },
  },
];
