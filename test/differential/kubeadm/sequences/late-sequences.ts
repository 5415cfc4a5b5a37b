import { all, haveData, isUnlocked, wait } from "./reactions.ts";
import { type Sequence } from "./sequence.ts";
import { allCertificates, cluster, controlPlaneInitialized, machine, event } from "./steps.ts";

const external = {
  endpoints: ["https://etcd.example:2379"],
  caFile: "/etc/etcd/ca.crt",
  certFile: "/etc/etcd/client.crt",
  keyFile: "/etc/etcd/client.key",
};

const isLookedAt =
  (machineName: string) => (facts: { configs: Readonly<Record<string, { conditions: object }>> }, name: string) =>
    Object.keys(facts.configs[`${name}-${machineName}`]?.conditions ?? {}).length > 1;

/** Objects that are created after the objects that depend on them. */
export const lateSequences: readonly Sequence[] = [
  {
    name: "latecontent",
    steps: [
      cluster({ initialized: false }, allCertificates),
      machine(
        "first",
        "init",
        { files: [{ path: "/etc/a", contentFrom: { secret: { name: "latecontent-content", key: "text" } } }] },
        all(wait("first"), isUnlocked),
      ),
      {
        what: "the Secret is there, without the key",
        act: (stage) => stage.createSecret("latecontent-content", { other: "x" }),
        until: all(wait("first"), isUnlocked),
      },
      event(
        "the Secret has the key",
        async (stage) => {
          await stage.deleteSecret("latecontent-content");
          await stage.createSecret("latecontent-content", { text: "late\n" });
        },
        ["first"],
        haveData("first"),
      ),
    ],
  },
  {
    name: "latepassword",
    steps: [
      cluster({ initialized: true }, allCertificates),
      machine(
        "worker",
        "worker",
        { users: [{ name: "u", passwdFrom: { secret: { name: "latepassword-password", key: "p" } } }] },
        wait("worker"),
      ),
      event(
        "the Secret is there",
        (stage) => stage.createSecret("latepassword-password", { p: "$6$late" }),
        ["worker"],
        haveData("worker"),
      ),
    ],
  },
  {
    name: "lateca",
    steps: [
      cluster({ initialized: true }),
      machine("worker", "worker", undefined, isLookedAt("worker")),
      machine("second", "control-plane", { joinConfiguration: { controlPlane: {} } }, isLookedAt("second")),
      event(
        "the cluster's CA is there",
        (stage, { certificates }) => stage.createSecret("lateca-ca", certificates.ca ?? {}),
        ["worker", "second"],
        haveData("worker"),
      ),
      event(
        "the other certificates are there",
        async (stage, { certificates }) => {
          for (const purpose of ["etcd", "proxy", "sa"]) {
            await stage.createSecret(`lateca-${purpose}`, certificates[purpose] ?? {});
          }
        },
        ["second"],
        haveData("second"),
      ),
    ],
  },
  {
    name: "lateetcd",
    steps: [
      cluster({ initialized: false }, ["ca", "proxy", "sa"]),
      machine("first", "init", { clusterConfiguration: { etcd: { external } } }, isLookedAt("first")),
      event(
        "the certificates of the external etcd are there",
        async (stage, { certificates }) => {
          await stage.createSecret("lateetcd-etcd", { "tls.crt": certificates.etcd?.["tls.crt"] ?? "" });
          await stage.createSecret("lateetcd-apiserver-etcd-client", certificates.etcd ?? {});
        },
        ["first"],
        haveData("first"),
      ),
    ],
  },
  {
    name: "lateinitialized",
    steps: [
      cluster({ initialized: false }, allCertificates),
      machine("worker", "worker", undefined, wait("worker")),
      controlPlaneInitialized(haveData("worker"), "worker"),
    ],
  },
  {
    name: "deletedmachine",
    steps: [
      cluster({ initialized: false }, allCertificates),
      machine("worker", "worker", undefined, wait("worker")),
      { what: "its Machine is deleted", act: (stage) => stage.deleteMachine("deletedmachine-worker") },
      controlPlaneInitialized(undefined),
    ],
  },
];
