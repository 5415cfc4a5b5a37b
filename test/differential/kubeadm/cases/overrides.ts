import fc from "fast-check";
import { type Overrides } from "./schema-arbitrary.ts";

const path = fc
  .tuple(fc.constantFrom("/etc", "/opt/app", "/var/lib/x"), fc.constantFrom("a", "b.conf", "c.d/e", "f_g"))
  .map(([folder, file]) => `${folder}/${file}`);
const taintEffect = fc.constantFrom("NoSchedule", "PreferNoSchedule", "NoExecute");
const command = fc.constantFrom(
  "echo hello",
  "echo \"quoted\" 'twice' \\ back",
  "sed -i 's/a: b/c # d/' /etc/x",
  "cat <<EOF >/tmp/x\nline 1\n  line 2\nEOF",
  "printf '%q\\t%s\\n' \"$HOME\"",
  "- starts with a dash",
  "hostnamectl set-hostname '{{ ds.meta_data.hostname }}'",
  "é 日本 😀",
);
const content = fc.constantFrom(
  "text\n",
  "no line end",
  "two\n\n\n",
  "a: b\nlist:\n  - x # y\n",
  "#!/bin/bash\nset -e\n\techo tab\n",
  "{{ ds.meta_data.hostname }}\n",
  "ünï 日本\n",
);
const quantity = fc.constantFrom("1", "1000m", "1Mi", "2048Ki", "0.5", "1e3", 0, 10, "100k");
const names = (list: readonly string[]) => fc.constantFrom(...list);
const args = fc.uniqueArray(
  fc.record({
    name: names(["v", "audit-log-path", "bind-address", "feature-gates", "node-labels"]),
    value: names(["", "2", "0.0.0.0", "A=true,B=false", "true", "a: b"]),
  }),
  { minLength: 1, maxLength: 3, selector: ({ name }) => name },
);
const time = fc.constantFrom("2027-01-02T03:04:05Z", "2027-06-01T00:00:00+02:00", "2027-06-01T00:00:00.5Z");
const user = fc.oneof(
  fc.record({ exec: fc.record(execFields(), { requiredKeys: ["command"] }) }),
  fc.record({
    authProvider: fc.record(
      { name: names(["oidc", "other"]), config: fc.constant({ b: "2", a: "1" }) },
      { requiredKeys: ["name"] },
    ),
  }),
);

function execFields() {
  return {
    command: names(["/bin/token", "aws-iam-authenticator"]),
    args: fc.constant(["token", "-i"]),
    env: fc.constant([{ name: "A", value: "b" }]),
    apiVersion: fc.constant("client.authentication.k8s.io/v1beta1"),
    provideClusterInfo: fc.boolean(),
  };
}

function component(name: string): Overrides {
  return {
    [`${name}.extraArgs`]: args,
    [`${name}.extraEnvs[].valueFrom.resourceFieldRef.divisor`]: quantity,
    [`${name}.extraVolumes[].pathType`]: names(["", "File", "DirectoryOrCreate"]),
  };
}

function registration(name: string): Overrides {
  return {
    [`${name}.kubeletExtraArgs`]: args,
    [`${name}.taints[].effect`]: taintEffect,
    [`${name}.taints[].key`]: names(["dedicated", "node.cluster.x-k8s.io/uninitialized", ""]),
    [`${name}.taints[].value`]: names(["", "x"]),
    [`${name}.taints[].timeAdded`]: time,
    [`${name}.name`]: names(["node-1", "{{ ds.meta_data.local_hostname }}"]),
    [`${name}.criSocket`]: names(["unix:///run/containerd/containerd.sock", "unix:///var/run/crio/crio.sock"]),
    [`${name}.ignorePreflightErrors[]`]: names(["Swap", "NumCPU", "Mem"]),
  };
}

/** Container Linux Configs for settings without an API field. */
const additionalConfigs = names([
  "systemd:\n  units:\n    - name: kubeadm.service\n      enabled: true\n      dropins:\n        - name: 10-flatcar.conf\n          contents: |\n            [Unit]\n            Requires=containerd.service\n            After=containerd.service\n",
  "storage:\n  files:\n    - path: /etc/motd\n      mode: 0644\n      contents:\n        inline: |\n          hello\n    - path: /etc/remote\n      filesystem: root\n      mode: 420\n      user: {id: 500}\n      group: {name: adm}\n      overwrite: true\n      contents:\n        remote:\n          url: https://example.com/x.gz\n          compression: gzip\n  directories:\n    - path: /opt/x\n      mode: 0700\n  links:\n    - path: /opt/y\n      target: /opt/x\n      hard: false\n",
  "passwd:\n  users:\n    - name: core\n      ssh_authorized_keys: [ssh-rsa AAAA]\n      uid: 0\n      system: true\n  groups:\n    - {name: extra, gid: 77}\nnetworkd:\n  units:\n    - name: 00-eth.network\n      contents: |\n        [Match]\n        Name=eth*\n",
  "storage:\n  disks:\n    - device: /dev/sdx\n      wipe_table: true\n      partitions:\n        - {label: a, number: 1, size: 512MiB, start: 1GB, type_guid: swap_partition}\n        - {number: 2}\n  raid:\n    - {name: r, level: raid1, devices: [/dev/a, /dev/b], spares: 1}\n  filesystems:\n    - name: x\n      mount: {device: /dev/md/r, format: ext4, label: x, wipe_filesystem: true, options: [-F]}\n    - {name: y, path: /y}\n",
  "update:\n  group: Beta\n  server: https://update.example\nlocksmith:\n  reboot_strategy: etcd-lock\n  window_start: Thu 04:00\n  window_length: 1h\ndocker:\n  flags: [--a, --b=c]\n",
  "ignition:\n  timeouts: {http_total: 30}\n  config:\n    append:\n      - source: https://example.com/other.ign\n        verification: {hash: {function: sha512, sum: " +
    "a".repeat(128) +
    "}}\n  security:\n    tls:\n      certificate_authorities:\n        - source: https://example.com/ca.pem\n",
]);

const address = names(["10.0.0.5", "192.168.4.4", "fd00::5"]);
const subjectNames = names(["10.0.0.9", "api.example.com", "*.wild.example", "fd00::9"]);
const repository = names(["registry.example/path", "registry.k8s.io", "localhost:5000/mirror"]);
const tag = names(["v1.11.1", "3.5.16-0"]);

/** Values that satisfy kubeadm, where the schema allows any string. */
const ofKubeadm: Overrides = {
  "clusterConfiguration.imageRepository": repository,
  "clusterConfiguration.dns.imageRepository": repository,
  "clusterConfiguration.dns.imageTag": tag,
  "clusterConfiguration.etcd.local.imageRepository": repository,
  "clusterConfiguration.etcd.local.imageTag": tag,
  "clusterConfiguration.etcd.local.dataDir": names(["/var/lib/etcd", "/data/etcd disk"]),
  "clusterConfiguration.etcd.local.serverCertSANs[]": subjectNames,
  "clusterConfiguration.etcd.local.peerCertSANs[]": subjectNames,
  "clusterConfiguration.etcd.external.endpoints[]": names(["https://etcd-1:2379", "https://10.0.0.7:2379"]),
  "clusterConfiguration.etcd.external.caFile": names(["/etc/etcd/ca.crt"]),
  "clusterConfiguration.etcd.external.certFile": names(["/etc/etcd/client.crt"]),
  "clusterConfiguration.etcd.external.keyFile": names(["/etc/etcd/client.key"]),
  "clusterConfiguration.apiServer.certSANs[]": subjectNames,
  "clusterConfiguration.controlPlaneEndpoint": names(["cp.example.com:6443", "10.0.0.1:8443", "cp.example.com"]),
  "clusterConfiguration.certificatesDir": names(["/etc/kubernetes/pki", "/var/lib/some-pki"]),
  "clusterConfiguration.featureGates": fc.dictionary(
    names(["NodeLocalCRISocket", "PublicKeysECDSA", "RootlessControlPlane"]),
    fc.boolean(),
    { minKeys: 1, maxKeys: 3 },
  ),
  "clusterConfiguration.certificateValidityPeriodDays": fc.integer({ min: 1, max: 365 }),
  "clusterConfiguration.caCertificateValidityPeriodDays": fc.integer({ min: 366, max: 36_500 }),
  "initConfiguration.bootstrapTokens[].usages": fc.constantFrom(["signing", "authentication"], ["authentication"]),
  "initConfiguration.bootstrapTokens[].groups": fc.subarray(
    ["system:bootstrappers:kubeadm:default-node-token", "system:bootstrappers:other"],
    { minLength: 1 },
  ),
  "initConfiguration.localAPIEndpoint.advertiseAddress": address,
  "joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress": address,
  "initConfiguration.skipPhases[]": names(["addon/kube-proxy", "preflight"]),
  "joinConfiguration.skipPhases[]": names(["kubelet-start", "preflight"]),
  "initConfiguration.patches.directory": names(["/etc/kubernetes/patches"]),
  "joinConfiguration.patches.directory": names(["/etc/kubernetes/patches"]),
  "joinConfiguration.caCertPath": names(["/etc/kubernetes/pki/ca.crt", "/opt/ca.crt"]),
  "joinConfiguration.discovery.bootstrapToken.apiServerEndpoint": names(["10.0.0.2:6443", "other.example.com:443"]),
};

/** Constraints on sensible values that the schema lacks. */
export const overrides: Overrides = {
  ...ofKubeadm,
  ...component("clusterConfiguration.apiServer"),
  ...component("clusterConfiguration.controllerManager"),
  ...component("clusterConfiguration.scheduler"),
  ...component("clusterConfiguration.etcd.local"),
  ...registration("initConfiguration.nodeRegistration"),
  ...registration("joinConfiguration.nodeRegistration"),
  "initConfiguration.bootstrapTokens[].token": names(["abcdef.0123456789abcdef", "zyxwvu.fedcba9876543210"]),
  "initConfiguration.bootstrapTokens[].expires": time,
  "joinConfiguration.discovery.bootstrapToken.token": names(["abcdef.0123456789abcdef"]),
  "joinConfiguration.discovery.bootstrapToken.caCertHashes[]": names([`sha256:${"0".repeat(64)}`]),
  "joinConfiguration.discovery.tlsBootstrapToken": names(["zyxwvu.fedcba9876543210"]),
  "joinConfiguration.discovery.file.kubeConfigPath": names(["/etc/kubernetes/discovery.yaml"]),
  "joinConfiguration.discovery.file.kubeConfig.cluster.certificateAuthorityData": names(["LS0tCg==", "eA=="]),
  "joinConfiguration.discovery.file.kubeConfig.user": user,
  files: fc.uniqueArray(
    fc.record(
      {
        path,
        owner: names(["root:root", "www-data", "root:adm"]),
        permissions: names(["0600", "0644", "0755"]),
        encoding: names(["base64", "gzip", "gzip+base64"]),
        append: fc.boolean(),
        content,
        contentFrom: fc.constant({ secret: { name: "content", key: "text" } }),
        contentFormat: fc.constant("Raw"),
      },
      { requiredKeys: ["path"] },
    ),
    { minLength: 1, maxLength: 4, selector: (file) => file.path },
  ),
  "users[].name": names(["capi", "ubuntu", "svc_user"]),
  "users[].gecos": names(["Some User", "a"]),
  "users[].groups": names(["sudo", "sudo, docker", "a,b"]),
  "users[].homeDir": names(["/home/x"]),
  "users[].shell": names(["/bin/bash", "/bin/sh"]),
  "users[].passwd": names(["$6$salt$hash./x"]),
  "users[].passwdFrom": fc.constant({ secret: { name: "content", key: "password" } }),
  "users[].primaryGroup": names(["users"]),
  "users[].sudo": names(["ALL=(ALL) NOPASSWD:ALL"]),
  "users[].sshAuthorizedKeys[]": names(["ssh-ed25519 AAAA user@host", "ssh-rsa BBBB= x"]),
  "ntp.servers": fc.subarray(["pool.ntp.org", "time.example", "10.0.0.3"]),
  bootCommands: fc.array(command, { minLength: 1, maxLength: 3 }),
  preKubeadmCommands: fc.array(command, { minLength: 1, maxLength: 3 }),
  postKubeadmCommands: fc.array(command, { minLength: 1, maxLength: 3 }),
  mounts: fc.array(
    names(["/dev/sdb1 /mnt/data", "LABEL=data /data ext4 defaults,nofail", "data /var/lib/data"]).map((line) =>
      line.split(" "),
    ),
    { minLength: 1, maxLength: 2 },
  ),
  "diskSetup.partitions[].device": names(["/dev/sdb", "/dev/sdc", "/dev/disk/azure/scsi1/lun0"]),
  "diskSetup.partitions[].diskLayout[].partitionType": names(["Linux", "LinuxSwap", "NTFS", "LinuxExtended"]),
  "diskSetup.partitions[].diskLayout[].percentage": fc.integer({ min: 1, max: 33 }),
  "diskSetup.filesystems[].device": names(["/dev/sdb1", "/dev/disk/azure/scsi1/lun0"]),
  "diskSetup.filesystems[].filesystem": names(["ext4", "xfs"]),
  "diskSetup.filesystems[].label": names(["data", "etcd_disk"]),
  "diskSetup.filesystems[].partition": names(["auto", "any", "none"]),
  "diskSetup.filesystems[].replaceFS": names(["ntfs"]),
  "diskSetup.filesystems[].extraOpts[]": names(["-F", "-E", "lazy_itable_init=1,lazy_journal_init=1"]),
  verbosity: fc.integer({ min: 0, max: 10 }),
  format: fc.constant("cloud-config"),
  "ignition.containerLinuxConfig.additionalConfig": additionalConfigs,
};
