import { controlPlaneRef } from "../expected/control-plane.ts";
import { all, arePaused, haveData, isUnlocked, wait } from "./reactions.ts";
import { type Sequence } from "./sequence.ts";
import { allCertificates, cluster, controlPlaneInitialized, machine, event, timePasses, version } from "./steps.ts";

/** A cluster from its first machine on, and the conditions that its machines wait for. */
export const joinSequences: readonly Sequence[] = [
  {
    name: "joins",
    steps: [
      cluster({ initialized: false }),
      machine("first", "init", { verbosity: 1 }),
      machine("early", "worker", undefined, wait("early")),
      controlPlaneInitialized(haveData("early")),
      machine(
        "second",
        "control-plane",
        { joinConfiguration: { controlPlane: {} } },
        all(haveData("second"), isUnlocked),
      ),
      machine("worker", "worker", { joinConfiguration: { nodeRegistration: { name: "worker" } } }),
      machine("other", "worker"),
    ],
    expected: [
      { id: "certificate-owner", at: /^secrets\.joins-(ca|etcd|proxy|sa)\.owners/ },
      { id: "certificate-serial", at: /^secrets\.joins-(ca|etcd|proxy)\.serial/ },
    ],
  },
  {
    name: "pausedcluster",
    steps: [
      cluster({ initialized: false, spec: { paused: true } }, allCertificates),
      machine("first", "init", undefined, arePaused("True", "first")),
      timePasses,
      {
        what: "the Cluster is no longer paused",
        act: (stage) => stage.patchCluster({ spec: { paused: null } }),
        until: all(haveData("first"), arePaused("False", "first")),
      },
      {
        what: "the Cluster is paused again",
        act: (stage) => stage.patchCluster({ spec: { paused: true } }),
        until: arePaused("True", "first"),
      },
    ],
  },
  {
    name: "pausedconfig",
    steps: [
      cluster({ initialized: true }, allCertificates),
      {
        what: "a worker whose KubeadmConfig has the annotation that pauses",
        act: async (stage) => {
          const name = `${stage.cluster}-worker`;
          await stage.createMachineOnly(name, { role: "worker", version });
          await stage.createConfig(name, undefined, { "cluster.x-k8s.io/paused": "" });
        },
        until: arePaused("True", "worker"),
      },
      timePasses,
      {
        what: "the annotation is removed",
        act: (stage) =>
          stage.patchConfig(`${stage.cluster}-worker`, {
            metadata: { annotations: { "cluster.x-k8s.io/paused": null } },
          }),
        until: all(haveData("worker"), arePaused("False", "worker")),
      },
    ],
  },
  {
    name: "lateinfrastructure",
    steps: [
      cluster({ initialized: false, infrastructureProvisioned: false }, allCertificates),
      machine("first", "init", undefined, wait("first")),
      {
        what: "the infrastructure of the Cluster is there",
        act: (stage) => stage.setClusterState({ initialized: false }),
        until: haveData("first"),
      },
    ],
  },
  {
    name: "lateendpoint",
    steps: [
      cluster({ initialized: true, endpoint: "none" }, allCertificates),
      machine(
        "worker",
        "worker",
        undefined,
        (facts, name) => facts.configs[`${name}-worker`]?.conditions.Paused !== undefined,
      ),
      timePasses,
      event(
        "the Cluster gets its endpoint",
        (stage) => stage.patchCluster({ spec: { controlPlaneEndpoint: { host: "cp.example.com", port: 6443 } } }),
        ["worker"],
        haveData("worker"),
      ),
    ],
  },
  {
    name: "controlplaneref",
    steps: [
      cluster({ initialized: false, spec: { controlPlaneRef } }),
      machine(
        "first",
        "init",
        undefined,
        (facts, name) => facts.configs[`${name}-first`]?.conditions.Paused !== undefined,
      ),
      timePasses,
      event(
        "the control-plane provider makes the certificates",
        async (stage, { certificates }) => {
          for (const purpose of allCertificates) {
            await stage.createSecret(`${stage.cluster}-${purpose}`, certificates[purpose] ?? {});
          }
        },
        ["first"],
        haveData("first"),
      ),
    ],
    expected: [{ id: "missing-certificates", at: /^(secrets|configs)\.controlplaneref-first|^lock/ }],
  },
  {
    name: "workerascontrolplane",
    steps: [
      cluster({ initialized: true }, allCertificates),
      machine(
        "worker",
        "worker",
        { joinConfiguration: { controlPlane: {} } },
        (facts, name) => facts.configs[`${name}-worker`]?.conditions.Paused !== undefined,
      ),
      timePasses,
    ],
  },
];
