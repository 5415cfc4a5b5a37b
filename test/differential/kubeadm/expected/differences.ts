/** A difference between the Go provider and ours that is meant. */
export interface Difference {
  readonly area: "cloud-config" | "Ignition" | "kubeadm" | "certificates" | "tokens" | "lock" | "objects";
  readonly go: string;
  readonly ours: string;
  /** Why ours is what a user wants. */
  readonly why: string;
  /** The test that shows it, where the comparison cannot: it takes the right moment, or is the same as parsed. */
  readonly shownBy?: string;
}

/**
 * Every difference that the comparison knows, by the name under which cases and sequences refer to it. The page
 * docs/kubeadm-differences.md is written from it.
 */
export const differences = {
  "bare-text": {
    area: "cloud-config",
    go: "leaves users, mounts, time servers, owners, paths and labels unquoted",
    ours: "they are quoted where YAML would read something else than that text",
    why: "`123` and `yes` stay text, and `a: b` does not break the document",
  },
  "empty-keys": {
    area: "cloud-config",
    go: "writes `disk_setup:`, `fs_setup:`, `servers:` and `label:` without a value where there is none",
    ours: "writes `{}`, `[]`, or no label",
    why: "it is the same to cloud-init, but its schema refuses null",
    shownBy: "packages/bootstrap-kubeadm/test/render/disks.test.ts",
  },
  indentation: {
    area: "cloud-config",
    go: "has the first line of a file say how deep its text is indented",
    ours: "the block says its depth itself",
    why: "a file that begins with spaces keeps them, and does not break the document",
  },
  "line-ends": {
    area: "cloud-config",
    go: "writes CR LF into a block, where YAML makes it LF",
    ours: "quotes such text",
    why: "a file arrives as it was given",
  },
  bytes: {
    area: "cloud-config",
    go: "copies the bytes of a Secret into the YAML, text or not",
    ours: "what is not UTF-8 travels in base64, which cloud-init undoes",
    why: "binary files arrive, and the document is text",
  },
  "ignition-text": {
    area: "Ignition",
    go: "refuses text that begins with a tab, or has U+2028",
    ours: "it is text like any other",
    why: "nothing is wrong with it",
  },
  "ignition-overwrite": {
    area: "Ignition",
    go: "refuses a file system that does not say `overwrite`",
    ours: "it is not overwritten",
    why: "the field is optional",
  },
  "ignition-bytes": {
    area: "Ignition",
    go: "makes other bytes of those from 0x80 on in base64",
    ours: "they come out as they went in",
    why: "a binary file arrives whole",
  },
  "ignition-etcd": {
    area: "Ignition",
    go: "converts the sections `etcd` and `flannel` of `additionalConfig`",
    ours: "refuses them, and asks for the drop-in of their unit",
    why: "not done: they run an etcd and a flannel that kubeadm knows nothing of",
  },
  contradictions: {
    area: "kubeadm",
    go: "makes data with two settings that exclude each other, which kubeadm refuses on the machine",
    ours: "says so in a condition, and makes no data",
    why: "the machine would be paid for and never join",
  },
  "control-plane-read": {
    area: "objects",
    go: "makes no data while the object of the Cluster's `controlPlaneRef` cannot be read",
    ours: "reads it for files that are templates only",
    why: "nothing else depends on it",
  },
  "external-etcd-key": {
    area: "certificates",
    go: "writes the key of an external etcd's CA, if its Secret has it, to a file without a path",
    ours: "it stays off the machine",
    why: "anyone with that key controls the etcd",
  },
  "certificate-owner": {
    area: "certificates",
    go: "the certificates it makes belong to the KubeadmConfig of the first machine",
    ours: "they belong to the Cluster",
    why: "they outlive that machine, which may be replaced",
  },
  "certificate-serial": {
    area: "certificates",
    go: "gives every CA the serial number 0",
    ours: "gives it a random one",
    why: "RFC 5280 asks for a positive one",
  },
  "missing-certificates": {
    area: "certificates",
    go: "with a `controlPlaneRef`, makes the first machine's data without the certificates that are missing",
    ours: "waits for them",
    why: "kubeadm would make others on the machine, and no further one could join",
  },
  "worker-ca-key": {
    area: "certificates",
    go: "makes no data for a worker while the cluster CA's Secret has no private key",
    ours: "needs the certificate only",
    why: "the key of a CA may be kept elsewhere",
  },
  "leaked-token": {
    area: "tokens",
    go: "makes another token where it was interrupted, or its cache is behind",
    ours: "finds the same one again",
    why: "an unknown token still lets machines join",
    shownBy: "packages/bootstrap-kubeadm/test/tokens",
  },
  "given-token": {
    area: "tokens",
    go: "prolongs tokens that the spec gives, too",
    ours: "leaves them as they are",
    why: "they are their owner's",
  },
  "existing-secret": {
    area: "objects",
    go: "overwrites a Secret of the data Secret's name without an owner, and tries for ever if it is of another type",
    ours: "takes it over with its data if it is a data Secret of that Cluster, and names any other in a condition",
    why: "after a restore it is what the machine was made from; a name alone proves nothing",
  },
  "foreign-secret": {
    area: "objects",
    go: "says nothing of a Secret of the data Secret's name that something else controls",
    ours: "names it in a condition",
    why: "one sees what to do",
  },
  "spec-written-back": {
    area: "objects",
    go: "writes endpoint, token, hashes and `controlPlane` into the spec",
    ours: "only reads the spec; the data has them",
    why: "the spec is the user's, and a token is not a secret there",
  },
  "observed-generation": {
    area: "objects",
    go: "its `status.observedGeneration` falls behind where it has written the spec, or an error came up",
    ours: "it is always that of the spec that was read",
    why: "tools wait for it",
  },
  "deprecated-conditions": {
    area: "objects",
    go: "keeps the conditions of v1beta1 in `status.deprecated`, too",
    ours: "only those of v1beta2",
    why: "not done: they go away with v1beta1",
  },
  "waiting-reasons": {
    area: "objects",
    go: "gives one reason, `NotAvailable`, or leaves conditions out or `Unknown`, while there is no data",
    ours: "`DataSecretAvailable` and `Ready` are False, and their reason says what is waited for, or to be fixed",
    why: "one sees what is missing without the logs",
  },
  "certificates-condition": {
    area: "objects",
    go: "says `CertificatesAvailable` before the rest of the data is there, and of data that it did not make",
    ours: "says it with the data that it makes",
    why: "without data nothing is known of them that matters",
  },
  "lock-kept": {
    area: "lock",
    go: "lets go of the lock after any error",
    ours: "keeps it where the machine's data may be stored all the same, as after a request without an answer",
    why: "two machines that initialize split the cluster",
    shownBy: "packages/bootstrap-kubeadm/test/reconcilers",
  },
  "lock-taken-over": {
    area: "lock",
    go: "takes over the lock of a Machine that is gone when it looks again, half a minute later",
    ours: "at once",
    why: "nothing else will happen",
    shownBy: "packages/bootstrap-kubeadm/test/lock",
  },
} as const satisfies Record<string, Difference>;

export type DifferenceId = keyof typeof differences;
