/** The ConfigMap in each namespace by which Pods verify the server. */
export const rootCertificates = { name: "kube-root-ca.crt", key: "ca.crt" } as const;
