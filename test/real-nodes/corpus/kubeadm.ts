import type { CorpusCase } from "./corpus-case.ts";

const patches = { directory: "/etc/corpus/patches" };

export const kubeadm: readonly CorpusCase[] = [
  {
    name: "a patch of the kubelet's configuration",
    spec: {
      joinConfiguration: { patches },
      files: [{ path: `${patches.directory}/kubeletconfiguration0+merge.yaml`, content: "maxPods: 42\n" }],
    },
    expected: "joins",
  },
  {
    name: "a patch that is not YAML",
    spec: {
      joinConfiguration: { patches },
      files: [{ path: `${patches.directory}/kubeletconfiguration0+merge.yaml`, content: "maxPods: [\n" }],
    },
    expected: "KubeadmPatchesInvalid",
  },
  {
    name: "a directory of patches that does not exist",
    spec: { joinConfiguration: { patches } },
    expected: "KubeadmPatchesInvalid",
  },
  { name: "a phase to skip", spec: { joinConfiguration: { skipPhases: ["preflight"] } }, expected: "joins" },
  {
    name: "a phase to skip that does not exist",
    spec: { joinConfiguration: { skipPhases: ["no-such-phase"] } },
    expected: "KubeadmConfigInvalid",
  },
  { name: "a higher log level", spec: { verbosity: 5 }, expected: "joins" },
];
