import { describe, expect, test } from "vitest";
import { controlPlaneCertificates } from "../../src/certificates/purpose.ts";

const pki = "/etc/kubernetes/pki";

describe("the certificates of a control-plane machine", () => {
  const own = (purpose: string, certificate: string, key: string, directory = pki) => ({
    ...{ purpose, certificateFile: `${directory}/${certificate}`, keyFile: `${directory}/${key}`, external: false },
  });
  const proxy = own("proxy", "front-proxy-ca.crt", "front-proxy-ca.key");
  const account = own("sa", "sa.pub", "sa.key");

  test("are four key pairs at kubeadm's paths", () => {
    expect(controlPlaneCertificates(undefined)).toStrictEqual([
      own("ca", "ca.crt", "ca.key"),
      own("etcd", "etcd/ca.crt", "etcd/ca.key"),
      proxy,
      account,
    ]);
  });

  test("do not need the authorities' keys on the machine that initializes", () => {
    expect(controlPlaneCertificates({}, "init")).toStrictEqual([
      { ...own("ca", "ca.crt", "ca.key"), keyOptional: true },
      { ...own("etcd", "etcd/ca.crt", "etcd/ca.key"), keyOptional: true },
      { ...proxy, keyOptional: true },
      account,
    ]);
  });

  test("are in the directory that the user sets", () => {
    const [authority, etcd] = controlPlaneCertificates({ certificatesDir: "/pki/" });
    expect(authority).toStrictEqual(own("ca", "ca.crt", "ca.key", "/pki"));
    expect(etcd).toStrictEqual(own("etcd", "etcd/ca.crt", "etcd/ca.key", "/pki"));
  });

  test("of an external etcd are the user's, without the key of the authority", () => {
    const external = { endpoints: ["https://e"], caFile: "/e/ca", certFile: "/e/crt", keyFile: "/e/key" };
    expect(controlPlaneCertificates({ etcd: { external } })).toStrictEqual([
      own("ca", "ca.crt", "ca.key"),
      { purpose: "etcd", certificateFile: "/e/ca", external: true },
      proxy,
      account,
      { purpose: "apiserver-etcd-client", certificateFile: "/e/crt", keyFile: "/e/key", external: true },
    ]);
  });
});
