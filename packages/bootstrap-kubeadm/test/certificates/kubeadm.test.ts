import { X509Certificate } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { systemClock } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { type EncryptionAlgorithm, type KubeadmConfigSpec } from "../../src/index.ts";
import { fileOf, parseCloudConfig } from "../cloud-config.ts";
import { assets, kubeadm, scratchFolder } from "../kubeadm.ts";
import { KubeadmScene, endpoint } from "../scene/kubeadm-scene.ts";
import { openssl, opensslVersion, verify } from "./openssl.ts";

const dayMs = 86_400_000;
/** All algorithms if there is time; kubeadm takes long to generate the primes for the others. */
const algorithms: EncryptionAlgorithm[] =
  process.env.CAPSTAN_CLUSTER_API_ASSETS === undefined
    ? ["RSA-2048", "ECDSA-P384"]
    : ["RSA-2048", "RSA-3072", "RSA-4096", "ECDSA-P256", "ECDSA-P384"];

// The provider's data of a control-plane machine: its files on disk, and the reference kubeadm that uses them.
describe.runIf(assets !== undefined && opensslVersion !== undefined)("the reference kubeadm", () => {
  test.each(algorithms)("uses the provider's certificates of %s and signs with them", async (encryptionAlgorithm) => {
    await using machine = await Machine.initialize({
      encryptionAlgorithm,
      caCertificateValidityPeriodDays: 400,
      certificateValidityPeriodDays: 42,
    });

    const output = await machine.kubeadm("init", "phase", "certs", "all");

    for (const name of ["ca", "etcd/ca", "front-proxy-ca"]) {
      expect(output).toContain(`Using existing ${name} certificate authority`);
    }
    expect(output).toContain('Using the existing "sa" key');
    expect(await machine.unchanged()).toBe(true);
    for (const [authority, names] of Object.entries(signedBy)) {
      for (const [name, purpose] of Object.entries(names)) {
        expect([name, await verify(machine.at(`${authority}.crt`), machine.at(`${name}.crt`), purpose)]).toEqual([
          name,
          "OK",
        ]);
      }
    }
    // with the right authority only
    expect(await verify(machine.at("etcd/ca.crt"), machine.at("apiserver.crt"))).toMatch(/error \d+/);
    const issued = new X509Certificate(await readFile(machine.at("apiserver.crt")));
    const days = (Date.parse(issued.validTo) - systemClock.now()) / dayMs;
    expect(Math.round(days)).toBe(42);
    const expirations = await machine.expirations();
    expect(expirations.get("ca")).toBe(400);
    expect(expirations.get("etcd-ca")).toBe(400);
    expect(expirations.get("front-proxy-ca")).toBe(400);
    expect(expirations.get("apiserver")).toBe(42);
  });

  test("uses default certificates, which are valid for ten years and one year", async () => {
    await using machine = await Machine.initialize({ encryptionAlgorithm: "ECDSA-P256" });
    await machine.kubeadm("init", "phase", "certs", "all");
    const expirations = await machine.expirations();
    expect(expirations.get("ca")).toBe(3650);
    expect(expirations.get("apiserver")).toBe(365);
  });

  test("signs with the user's authorities", async () => {
    // given CAs from openssl, with a PKCS#8 key, a longer validity and other names than Capstan's
    await using folder = await scratchFolder();
    const brought = await opensslAuthority(folder.path);
    await using machine = await Machine.initialize({ encryptionAlgorithm: "ECDSA-P256" }, async (world) => {
      await world.createSecret("c1-ca", brought);
    });

    await machine.kubeadm("init", "phase", "certs", "all");

    expect(await readFile(machine.at("ca.crt"), "utf8")).toBe(brought["tls.crt"]);
    expect(await verify(machine.at("ca.crt"), machine.at("apiserver.crt"), "sslserver")).toBe("OK");
    expect((await machine.expirations()).get("ca")).toBe(5000);
  });

  test("detects an external CA, whose key is not on the machine", async () => {
    // given a complete CA on another machine, and all certificates that kubeadm signs with it
    await using elsewhere = await Machine.initialize({ encryptionAlgorithm: "ECDSA-P256" });
    await elsewhere.kubeadm("init", "phase", "certs", "all");
    const text = (name: string): Promise<string> => readFile(elsewhere.at(name), "utf8");
    const signed = ["apiserver", "apiserver-kubelet-client"].flatMap((name) => [`${name}.crt`, `${name}.key`]);
    const files = await Promise.all(signed.map(async (name) => ({ path: name, content: await text(name) })));

    // when a machine gets the CA without its key
    const certificate = await text("ca.crt");
    await using machine = await Machine.initialize(
      { encryptionAlgorithm: "ECDSA-P256" },
      (world) => world.createSecret("c1-ca", { "tls.crt": certificate }),
      files,
    );

    // then the key is missing, and kubeadm detects that the CA is external
    expect(machine.files).not.toContain("ca.key");
    expect(machine.files).toContain("front-proxy-ca.key");
    expect(await machine.kubeadm("certs", "check-expiration")).toMatch(/^apiserver .*\bca +yes *$/m);
  });

  test("signs nothing for an external etcd", async () => {
    await using elsewhere = await scratchFolder();
    const etcd = await opensslAuthority(elsewhere.path);
    await using machine = await Machine.initialize(
      (folder) => ({
        encryptionAlgorithm: "ECDSA-P256",
        etcd: {
          external: {
            endpoints: ["https://192.0.2.7:2379"],
            caFile: join(folder, "external/ca.crt"),
            certFile: join(folder, "external/client.crt"),
            keyFile: join(folder, "external/client.key"),
          },
        },
      }),
      async (world) => {
        await world.createSecret("c1-etcd", { "tls.crt": etcd["tls.crt"] });
        await world.createSecret("c1-apiserver-etcd-client", etcd);
      },
    );

    const output = await machine.kubeadm("init", "phase", "certs", "all");

    expect(output).toContain("External etcd mode: Skipping etcd/ca certificate authority generation");
    expect(machine.files).toContain("external/client.key");
    expect(machine.files.filter((name) => name.includes("etcd"))).toEqual([]);
    expect(await machine.unchanged()).toBe(true);
    const config = await readFile(machine.config, "utf8");
    expect(config).toContain(`caFile: ${machine.at("external/ca.crt")}`);
  });

  test("signs serving and client certificates that work in a TLS handshake", async () => {
    await using machine = await Machine.initialize({ encryptionAlgorithm: "ECDSA-P256" });
    await machine.kubeadm("init", "phase", "certs", "all");
    await using server = await ApiServer.start({
      certificateAuthority: {
        certificate: await readFile(machine.at("ca.crt"), "utf8"),
        privateKey: await readFile(machine.at("ca.key"), "utf8"),
      },
    });
    const options = ["-CAfile", machine.at("ca.crt"), "-verify_return_error", "-brief"];
    const client = [
      "-cert",
      machine.at("apiserver-kubelet-client.crt"),
      "-key",
      machine.at("apiserver-kubelet-client.key"),
    ];

    const handshake = await openssl("s_client", "-connect", `127.0.0.1:${server.port}`, ...options, ...client);

    expect(handshake).toContain("Verification: OK");
  });
});

/** The certificates that kubeadm signs with each authority, and the purpose that openssl must accept. */
const signedBy = {
  ca: { apiserver: "sslserver", "apiserver-kubelet-client": "sslclient" },
  "etcd/ca": {
    "apiserver-etcd-client": "sslclient",
    "etcd/server": "sslserver",
    "etcd/peer": "sslserver",
    "etcd/healthcheck-client": "sslclient",
  },
  "front-proxy-ca": { "front-proxy-client": "sslclient" },
} as const;

type ClusterSettings = NonNullable<KubeadmConfigSpec["clusterConfiguration"]>;

/** A machine that initializes a control plane: the certificates and the configuration of its data, in a directory. */
class Machine implements AsyncDisposable {
  readonly #folder: string;
  readonly #written: ReadonlyMap<string, string>;

  private constructor(folder: string, written: ReadonlyMap<string, string>) {
    this.#folder = folder;
    this.#written = written;
  }

  /** Lets the provider create the data, in a management cluster with the objects of `prepare`. */
  static async initialize(
    settings: ClusterSettings | ((folder: string) => ClusterSettings),
    prepare: (world: KubeadmScene) => Promise<void> = () => Promise.resolve(),
    files: readonly { readonly path: string; readonly content: string }[] = [],
  ): Promise<Machine> {
    const { path } = await scratchFolder();
    await using world = await KubeadmScene.start({ controlPlaneEndpoint: endpoint }, undefined, systemClock.now());
    await prepare(world);
    await world.createMachine("cp", {
      controlPlane: true,
      spec: {
        clusterConfiguration: {
          certificatesDir: path,
          ...(typeof settings === "function" ? settings(path) : settings),
        },
        initConfiguration: {
          localAPIEndpoint: { advertiseAddress: "192.0.2.1", bindPort: 6443 },
          nodeRegistration: { criSocket: "unix:///run/containerd/containerd.sock" },
        },
        ...(files.length === 0 ? {} : { files: files.map((file) => ({ ...file, path: join(path, file.path) })) }),
      },
    });
    const data = await world.data("cp");
    if (data === undefined) throw new Error(`no data: ${JSON.stringify(await world.condition("cp", "Ready"))}`);
    const written = new Map<string, string>();
    for (const file of parseCloudConfig(data).write_files.filter((each) => each.path.startsWith(path))) {
      await mkdir(dirname(file.path), { recursive: true });
      await writeFile(file.path, file.content, { mode: Number.parseInt(file.permissions ?? "0644", 8) });
      written.set(file.path, file.content);
    }
    await writeFile(join(path, "kubeadm.yaml"), fileOf(data, "/run/kubeadm/kubeadm.yaml"));
    return new Machine(path, written);
  }

  /** The files of the data, below the directory of the certificates. */
  get files(): string[] {
    return [...this.#written.keys()].map((path) => path.slice(this.#folder.length + 1));
  }

  get config(): string {
    return join(this.#folder, "kubeadm.yaml");
  }

  at(name: string): string {
    return join(this.#folder, name);
  }

  async kubeadm(...args: string[]): Promise<string> {
    return await kubeadm(...args, "--config", this.config);
  }

  /** Days until each certificate and authority expires, as reported by kubeadm. */
  async expirations(): Promise<Map<string, number>> {
    const output = await this.kubeadm("certs", "check-expiration");
    const found = output.matchAll(/^(\S+) +(\w{3} \d\d, \d{4} \d\d:\d\d UTC)/gm);
    return new Map(
      [...found].map(([, name = "", at = ""]) => [name, Math.round((Date.parse(at) - systemClock.now()) / dayMs)]),
    );
  }

  /** Whether every file of the data is unchanged. */
  async unchanged(): Promise<boolean> {
    const now = await Promise.all([...this.#written.keys()].map((path) => readFile(path, "utf8")));
    return [...this.#written.values()].every((content, index) => content === now[index]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}

/** An authority as a user may provide it. */
async function opensslAuthority(folder: string): Promise<{ "tls.crt": string; "tls.key": string }> {
  const [certificate, key] = [join(folder, "own.crt"), join(folder, "own.key")];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-subj", "/O=Example/CN=Our own CA", "-days", "5000"];
  await openssl("req", "-x509", ...made, "-addext", "keyUsage=critical,keyCertSign,cRLSign", "-out", certificate);
  return { "tls.crt": await readFile(certificate, "utf8"), "tls.key": await readFile(key, "utf8") };
}
