import { describe, expect, test } from "vitest";
import { Machine } from "./machine.ts";
import { noSandbox, readings, unlessSandbox } from "./readings.ts";

const data = `#cloud-config
groups:
- early
- teams: [daemon]
users:
- name: capi
  gecos: Cluster API
  groups: adm, wheel
  passwd: $6$salt$hash
  lock_passwd: false
  shell: /bin/bash
  inactive: "7"
  sudo: ALL=(ALL) NOPASSWD:ALL
  ssh_authorized_keys: [ssh-ed25519 AAAA one, ssh-ed25519 BBBB two]
- name: plain
- name: serving
  system: true
  no_create_home: true
  uid: 777
- name: owned
  primary_group: early
  homedir: /srv/owned
  hashed_passwd: $6$salt$other
- {name: odd, inactive: true, lock_passwd: false}
`;

describe.skipIf(noSandbox !== undefined).each(readings)(`users with %s${unlessSandbox}`, (_name, cloudInit) => {
  test("have the same accounts, groups, passwords, rules and keys", async () => {
    await using machine = await Machine.create();
    await machine.sandbox.write("/etc/shadow", "root:*:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n", 0o640);
    await machine.sandbox.write("/etc/gshadow", "", 0o640);
    await cloudInit.boot(machine.sandbox, data);

    // Not the days of the last change, nor the comments of sudo rules.
    const lines = async (path: string) => (await machine.text(path)).split("\n").filter((line) => /^[^#]/.test(line));
    expect((await lines("/etc/passwd")).slice(2)).toEqual([
      "capi:x:1000:100:Cluster API:/home/capi:/bin/bash",
      "plain:x:1001:100::/home/plain:/bin/bash",
      "serving:x:777:100::/home/serving:/bin/bash",
      "owned:x:1002:1000::/srv/owned:/bin/bash",
      "odd:x:1003:100::/home/odd:/bin/bash",
    ]);
    const passwords = (await lines("/etc/shadow")).slice(2).map((line) => line.split(":"));
    expect(passwords.map(([name, hash, , , , , inactive]) => [name, hash, inactive])).toEqual([
      ["capi", "$6$salt$hash", "7"],
      ["plain", "!", ""],
      ["serving", "!", ""],
      ["owned", "!$6$salt$other", ""],
      ["odd", "!", ""],
    ]);
    expect((await lines("/etc/group")).slice(3)).toEqual(["early:x:1000:", "teams:x:1001:daemon", "wheel:x:1002:capi"]);
    expect(await lines("/etc/sudoers.d/90-cloud-init-users")).toEqual(["capi ALL=(ALL) NOPASSWD:ALL"]);
    expect(machine.mode("/etc/sudoers.d/90-cloud-init-users")).toBe("0440 0:0");
    const keys = await lines("/home/capi/.ssh/authorized_keys");
    expect(keys.toSorted()).toEqual(["ssh-ed25519 AAAA one", "ssh-ed25519 BBBB two"]);
    expect(machine.mode("/home/capi/.ssh/authorized_keys")).toBe("0600 1000:100");
    expect(machine.mode("/home/capi/.ssh")).toBe("0700 1000:100");
  });
});
