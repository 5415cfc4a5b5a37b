import { describe, expect, test } from "vitest";
import {
  type Certificate,
  type KubeadmConfigSpec,
  renderControlPlaneJoin,
  renderInit,
  renderWorkerJoin,
} from "../../src/index.ts";
import { type MachineRole } from "../../src/render/setup/machine-data.ts";
import { comparableData } from "./comparable-data.ts";
import { keptAnswers } from "./kept-answers.ts";

interface Answer {
  readonly name: string;
  readonly role: MachineRole;
  readonly kubernetesVersion: string;
  readonly spec: KubeadmConfigSpec;
  readonly cluster: {
    readonly clusterName: string;
    readonly controlPlaneEndpoint: string;
    readonly serviceDomain?: string;
    readonly serviceSubnet?: string;
    readonly podSubnet?: string;
  };
  readonly certificates: readonly Certificate[];
  readonly go: { readonly data: string };
}

function render({ role, spec, kubernetesVersion, cluster, certificates }: Answer): string {
  const files = (spec.files ?? []).map((file) => ({ ...file, content: file.content ?? "" }));
  const input = { spec, kubernetesVersion, setup: { files, users: spec.users ?? [] } };
  const discovery = spec.joinConfiguration?.discovery ?? {};
  if (role === "worker") return renderWorkerJoin({ ...input, discovery });
  if (role === "control-plane") return renderControlPlaneJoin({ ...input, discovery, certificates });
  const { serviceSubnet, podSubnet, ...facts } = cluster;
  const subnets = { serviceSubnets: serviceSubnet?.split(",") ?? [], podSubnets: podSubnet?.split(",") ?? [] };
  return renderInit({ ...input, certificates, cluster: { ...facts, ...subnets } });
}

describe("the rendered data equals the Go provider's:", () => {
  test.each(keptAnswers<Answer>("machines").map((answer) => [answer.name, answer] as const))("%s", (_name, answer) => {
    expect(comparableData(render(answer))).toEqual(comparableData(answer.go.data));
  });
});
