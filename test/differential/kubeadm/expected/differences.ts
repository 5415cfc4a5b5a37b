/** An intended difference between the Go provider and Capstan's provider. */
export interface Difference {
  readonly area: "cloud-config" | "Ignition" | "kubeadm" | "certificates" | "tokens" | "lock" | "objects";
  readonly go: string;
  readonly ours: string;
  /** Why Capstan's result is better for a user. */
  readonly why: string;
  /** The test that shows it if the comparison cannot: it depends on timing, or the parsed documents are equal. */
  readonly shownBy?: string;
}

/**
 * Every difference that the comparison knows, by the name under which cases and sequences refer to it. The page
 * docs/kubeadm-differences.md is generated from it.
 */
export const differences = {
  "bare-text": {
    area: "cloud-config",
    go: "leaves users, mounts, time servers, owners, paths and labels unquoted",
    ours: "quotes them where YAML would read another value",
    why: "`123` and `yes` stay strings, and `a: b` does not break the document",
  },
  "empty-keys": {
    area: "cloud-config",
    go: "writes `disk_setup:`, `fs_setup:`, `servers:` and `label:` without a value if they are empty",
    ours: "writes `{}`, `[]`, or no label",
    why: "cloud-init treats both the same, but its schema rejects null",
    shownBy: "packages/bootstrap-kubeadm/test/render/disks.test.ts",
  },
  indentation: {
    area: "cloud-config",
    go: "takes the indentation of a file from its first line",
    ours: "writes the indentation in the block header",
    why: "a file that starts with spaces keeps them, and does not break the document",
  },
  "line-ends": {
    area: "cloud-config",
    go: "writes CR LF into a block, which YAML converts to LF",
    ours: "quotes such content",
    why: "the machine gets the file unchanged",
  },
  bytes: {
    area: "cloud-config",
    go: "copies the bytes of a Secret into the YAML, even if they are binary",
    ours: "encodes content that is not UTF-8 as base64, which cloud-init decodes",
    why: "binary files work, and the document is valid",
  },
  "ignition-text": {
    area: "Ignition",
    go: "rejects content that starts with a tab or contains U+2028",
    ours: "accepts it",
    why: "the content is valid",
  },
  "ignition-overwrite": {
    area: "Ignition",
    go: "rejects a file system without `overwrite`",
    ours: "does not overwrite it",
    why: "the field is optional",
  },
  "ignition-bytes": {
    area: "Ignition",
    go: "changes bytes from 0x80 in base64 content",
    ours: "keeps them",
    why: "binary files stay intact",
  },
  "ignition-etcd": {
    area: "Ignition",
    go: "converts the sections `etcd` and `flannel` of `additionalConfig`",
    ours: "rejects them, and asks for a drop-in of the unit",
    why: "not implemented: they run an etcd and a flannel that kubeadm does not know",
  },
  "bracketed-endpoint": {
    area: "kubeadm",
    go: "puts an IPv6 endpoint that is in brackets already into brackets again",
    ours: "keeps the brackets",
    why: "kubeadm can read the endpoint, and the machine joins",
    shownBy: "packages/bootstrap-kubeadm/test/reconcilers/decision.test.ts",
  },
  contradictions: {
    area: "kubeadm",
    go: "generates data with two mutually exclusive settings, which kubeadm rejects on the machine",
    ours: "reports it in a condition, and generates no data",
    why: "the machine would cost money and never join",
  },
  "control-plane-read": {
    area: "objects",
    go: "generates no data while the object of the Cluster's `controlPlaneRef` is unreadable",
    ours: "reads it only for files that are templates",
    why: "only templates depend on it",
  },
  "external-etcd-key": {
    area: "certificates",
    go: "writes the CA key of an external etcd, if its Secret has one, to a file without a path",
    ours: "does not copy the key to the machine",
    why: "anyone with that key controls the etcd",
  },
  "certificate-owner": {
    area: "certificates",
    go: "sets the KubeadmConfig of the first machine as owner of the certificates that it generates",
    ours: "sets the Cluster as owner",
    why: "the certificates outlive that machine, which may be replaced",
  },
  "certificate-serial": {
    area: "certificates",
    go: "sets the serial number of every CA to 0",
    ours: "sets a random serial number",
    why: "RFC 5280 requires a positive number",
  },
  "missing-certificates": {
    area: "certificates",
    go: "with a `controlPlaneRef`, generates the first machine's data without missing certificates",
    ours: "waits for the certificates",
    why: "kubeadm would generate others on the machine, and no other machine could join",
  },
  "worker-ca-key": {
    area: "certificates",
    go: "generates no data for a worker while the Secret of the cluster CA has no private key",
    ours: "needs only the certificate",
    why: "the CA key may be stored elsewhere",
  },
  "leaked-token": {
    area: "tokens",
    go: "creates another token after an interruption, or if its cache is stale",
    ours: "finds the existing token",
    why: "a forgotten token still lets machines join",
    shownBy: "packages/bootstrap-kubeadm/test/tokens",
  },
  "given-token": {
    area: "tokens",
    go: "also extends tokens that the spec sets",
    ours: "leaves them unchanged",
    why: "the user manages them",
  },
  "existing-secret": {
    area: "objects",
    go: "overwrites a Secret without an owner that has the name of the data Secret, and retries forever if it has another type",
    ours: "adopts it with its data if it is a data Secret of that Cluster, and reports any other in a condition",
    why: "after a restore, the machine was created from this Secret; a name alone proves nothing",
  },
  "foreign-secret": {
    area: "objects",
    go: "does not report a Secret with the name of the data Secret and another controller",
    ours: "reports it in a condition",
    why: "the user sees what to do",
  },
  "spec-written-back": {
    area: "objects",
    go: "writes endpoint, token, hashes and `controlPlane` into the spec",
    ours: "only reads the spec, and writes them to the data",
    why: "the spec belongs to the user, and would expose the token",
  },
  "observed-generation": {
    area: "objects",
    go: "leaves `status.observedGeneration` behind after it writes the spec, or after an error",
    ours: "always sets it to the generation of the spec that it read",
    why: "tools wait for it",
  },
  "deprecated-conditions": {
    area: "objects",
    go: "also sets the v1beta1 conditions in `status.deprecated`",
    ours: "sets only the v1beta2 conditions",
    why: "not implemented: they will be removed with v1beta1",
  },
  "waiting-reasons": {
    area: "objects",
    go: "sets the reason `NotAvailable`, omits conditions or sets them to `Unknown` while there is no data",
    ours: "sets `DataSecretAvailable` and `Ready` to False, with a reason for what is missing or must be fixed",
    why: "the user sees the cause without the logs",
  },
  "certificates-condition": {
    area: "objects",
    go: "sets `CertificatesAvailable` before the rest of the data exists, and for data that it did not generate",
    ours: "sets it together with the data that it generates",
    why: "the condition has no meaning without data",
  },
  "lock-kept": {
    area: "lock",
    go: "releases the lock after any error",
    ours: "keeps it if the machine's data may be stored despite the error, such as after a request without a response",
    why: "two initializing machines would split the cluster",
    shownBy: "packages/bootstrap-kubeadm/test/reconcilers",
  },
  "lock-taken-over": {
    area: "lock",
    go: "takes over the lock of a deleted Machine at its next check, half a minute later",
    ours: "takes it over immediately",
    why: "nothing else can release the lock",
    shownBy: "packages/bootstrap-kubeadm/test/lock",
  },
} as const satisfies Record<string, Difference>;

export type DifferenceId = keyof typeof differences;
