import { kubeadmInContainer } from "@capstan/infrastructure-docker";
import { KubeadmConfig } from "@capstan/testkit";
import { describeOnRealNodes } from "@capstan/testkit/real-nodes";
import { describe } from "vitest";

const hasNodes = (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";

describe.skipIf(!hasNodes)("containers (CAPSTAN_NODE_IMAGE_ASSETS)", () => {
  // The kubeadm bootstrap provider always runs.
  describeOnRealNodes({
    definition: KubeadmConfig,
    reconcilers: () => [],
    worker: kubeadmInContainer({ joinConfiguration: {} }),
  });
});
