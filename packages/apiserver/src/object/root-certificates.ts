/** The ConfigMap in each namespace with which Pods verify the server. */
export const rootCertificates = { name: "kube-root-ca.crt", key: "ca.crt" } as const;
