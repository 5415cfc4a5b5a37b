import { kubeadmInContainer } from "@capstan/infrastructure-docker";
import { KubeadmConfig } from "@capstan/testkit";
import { describeOnRealNodes } from "@capstan/testkit/real-nodes";

// The kubeadm bootstrap provider always runs.
describeOnRealNodes({
  definition: KubeadmConfig,
  reconcilers: () => [],
  worker: kubeadmInContainer({ joinConfiguration: {} }, "10.244.0.0/16"),
});
