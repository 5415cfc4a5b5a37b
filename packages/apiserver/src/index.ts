export { CertificateAuthority, type CertificateAndKey } from "./server/certificates.ts";
export { type KubeconfigCredentials, renderKubeconfig } from "./server/kubeconfig.ts";
