const sum = "a".repeat(128);

/** Container Linux Configs, one per line, each with one subject: converted settings, and settings that are refused or cause a warning. */
export const containerLinuxConfigs: readonly string[] = `
{}
# nothing
[]
a
{
a: 1
version: 0
version: 1
version: x
passwd: {users: [{name: a, password_hash: "", uid: 0, gecos: g, home_dir: /h, no_create_home: true, primary_group: p, groups: [x, y], no_user_group: true, system: true, no_log_init: true, shell: /s, ssh_authorized_keys: [k, l]}]}
passwd: {users: [{name: a, password_hash: $x}, {name: b, groups: []}]}
passwd: {users: [{name: a, no_create_home: false, system: false, uid: 7}]}
passwd: {users: [{name: a, uid: x}]}
passwd: {users: [{name: a, system: maybe}]}
passwd: {users: [{name: a, create: {uid: 5, gecos: g, home_dir: /h, no_create_home: true, primary_group: p, groups: [x], no_user_group: true, system: true, no_log_init: true, shell: /s}}]}
passwd: {users: [{name: a, create: {}}]}
passwd: {users: [{name: a, create: {uid: 5}, shell: /s}]}
passwd: {users: [{name: a, create: {uid: 5}, ssh_authorized_keys: [k], password_hash: h}]}
passwd: {users: [{name: a, unknown: 1}]}
passwd: {users: [{name: a, gecos: "", shell: ~}]}
passwd: {users: [{name: a, uid: ~, system: ~, groups: ~}]}
passwd: {users: [{name: a, gecos: {b: c}}]}
passwd: {users: [{name: a, gecos: [b]}]}
passwd: {users: [{name: a, uid: [1]}]}
passwd: {users: [{name: a, system: [true]}]}
passwd: {users: [{name: a, system: [false]}]}
ignition: {config: {replace: {source: "https://e.example/a", verification: b}}}
ignition: {config: {replace: b}}
ignition: {config: {replace: ~}}
ignition: {config: {replace: {}}}
ignition: {config: {append: [~]}}
ignition: {config: {append: [{source: "https://e.example/a"}, ~]}}
passwd: {users: [{name: a, groups: [~]}]}
passwd: {users: [{name: a, groups: [b, ~]}]}
storage: {files: [~]}
systemd: {units: [~]}
locksmith: {reboot_strategy: ~}
storage: {disks: [{device: /d, partitions: [{number: 1, guid: ~, type_guid: ~, size: ~}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, type_guid: [swap_partition]}]}]}
storage: {files: [{path: /a, mode: [0644]}]}
passwd: {groups: [{name: g, gid: 0, password_hash: h, system: true}, {name: h, gid: 77}]}
passwd: {users: []}
passwd: {users: a}
passwd: a
passwd:
ignition: {timeouts: {http_response_headers: 10, http_total: 0}}
ignition: {timeouts: {http_total: x}}
ignition: {config: {append: [{source: "https://e.example/a"}, {source: "https://e.example/b", verification: {hash: {function: sha512, sum: ${sum}}}}]}}
ignition: {config: {replace: {source: "https://e.example/a", verification: {hash: {function: sha512, sum: ${sum}}}}}}
ignition: {config: {append: []}}
ignition: {config: {replace: {source: "https://e.example/a", verification: {hash: {function: md5, sum: ${sum}}}}}}
ignition: {config: {replace: {source: "https://e.example/a", verification: {hash: {function: sha512, sum: aa}}}}}
ignition: {config: {replace: {source: "https://e.example/a", verification: {hash: {function: sha512}}}}}
ignition: {config: {replace: {source: "https://e.example/a", verification: {hash: {sum: aa}}}}}
ignition: {config: {replace: {source: "https://e.example/a", verification: {}}}}
ignition: {security: {tls: {certificate_authorities: [{source: "https://e.example/ca", verification: {hash: {function: sha512, sum: ${sum}}}}, {source: "data:,x"}]}}}
ignition: {security: {tls: {}}}
ignition: {other: 1}
storage: {files: [{path: /a, mode: 0644}]}
storage: {files: [{path: /a, mode: 0o644}]}
storage: {files: [{path: /a, mode: 0x1a4}]}
storage: {files: [{path: /a, mode: 420}]}
storage: {files: [{path: /a, mode: 0}]}
storage: {files: [{path: /a, mode: 07777}]}
storage: {files: [{path: /a, mode: 010000}]}
storage: {files: [{path: /a, mode: -1}]}
storage: {files: [{path: /a, mode: +1}]}
storage: {files: [{path: /a, mode: 089}]}
storage: {files: [{path: /a}]}
storage: {files: [{path: /a, append: true}]}
storage: {files: [{path: /a, mode: 0644, append: true, contents: {inline: x}}]}
storage: {files: [{path: /a, mode: 0644, append: false}]}
storage: {files: [{path: /a, mode: 0644, append: true, overwrite: true}]}
storage: {files: [{path: /a, mode: 0644, append: true, overwrite: false}]}
storage: {files: [{path: /a, mode: 0644, overwrite: true}]}
storage: {files: [{path: /a, mode: 0644, overwrite: no}]}
storage: {files: [{path: a, mode: 0644}]}
storage: {files: [{mode: 0644}]}
storage: {files: [{path: /a, mode: 0644, user: {id: 5}, group: {name: g}}]}
storage: {files: [{path: /a, mode: 0644, user: {name: u}, group: {id: 0}}]}
storage: {files: [{path: /a, mode: 0644, user: {id: 5, name: u}}]}
storage: {files: [{path: /a, mode: 0644, group: {id: 5, name: u}}]}
storage: {files: [{path: /a, mode: 0644, user: {}}]}
storage: {files: [{path: /a, mode: 0644, filesystem: root}]}
storage: {files: [{path: /a, mode: 0644, filesystem: x}]}
storage: {files: [{path: /a, mode: 0644, filesystem: x}], filesystems: [{name: x, path: /x}]}
storage: {files: [{path: /a, mode: 0644, contents: {inline: "ä b"}}]}
storage: {files: [{path: /a, mode: 0644, contents: {inline: ""}}]}
storage: {files: [{path: /a, mode: 0644, contents: {}}]}
storage: {files: [{path: /a, mode: 0644, contents: {remote: {url: "https://e.example/a"}}}]}
storage: {files: [{path: /a, mode: 0644, contents: {remote: {url: "https://e.example/a", compression: gzip, verification: {hash: {function: sha512, sum: ${sum}}}}}}]}
storage: {files: [{path: /a, mode: 0644, contents: {remote: {url: "https://e.example/a", compression: zip}}}]}
storage: {files: [{path: /a, mode: 0644, contents: {remote: {url: "http://e.example/a"}}}, {path: /b, mode: 0644, contents: {remote: {url: "oem:///a"}}}, {path: /c, mode: 0644, contents: {remote: {url: "tftp://e/a"}}}, {path: /d, mode: 0644, contents: {remote: {url: "s3://b/a"}}}]}
storage: {files: [{path: /a, mode: 0644, contents: {remote: {url: "ftp://e.example/a"}}}]}
storage: {files: [{path: /a, mode: 0644, contents: {remote: {url: "e.example/a"}}}]}
storage: {files: [{path: /a, mode: 0644, contents: {inline: x, remote: {url: "https://e.example/a"}}}]}
storage: {files: [{path: /a, mode: 0644, contents: {inline: x, remote: {compression: gzip}}}]}
storage: {files: [{path: /a, mode: 0644, contents: x}]}
storage: {directories: [{path: /d, mode: 0700}, {path: /e, mode: 0755, user: {id: 1}, group: {id: 2}, overwrite: true}]}
storage: {directories: [{path: /d}]}
storage: {directories: [{path: d, mode: 0700}]}
storage: {directories: [{path: /d, mode: 0700, filesystem: x}]}
storage: {directories: [{path: /d, mode: 010000}]}
storage: {links: [{path: /l, target: /a}, {path: /m, target: b, hard: true, overwrite: false}, {path: /n, target: b, hard: false}]}
storage: {links: [{path: /l}]}
storage: {links: [{path: l, target: /a}]}
storage: {links: [{path: /l, target: /a, filesystem: x}]}
storage: {filesystems: [{name: a, path: /a}, {name: a, path: /b}]}
storage: {filesystems: [{name: root, path: /a}]}
storage: {filesystems: [{path: /a}]}
storage: {filesystems: [{name: a, path: b}]}
storage: {filesystems: [{name: a}]}
storage: {filesystems: [{name: a, path: /a, mount: {device: /d, format: ext4}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, wipe_filesystem: true, label: l, uuid: u, options: [-F, -x]}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, wipe_filesystem: false, label: "", uuid: "", options: []}}]}
storage: {filesystems: [{name: a, mount: {device: d, format: ext4}}]}
storage: {filesystems: [{name: a, mount: {format: ext4}}]}
storage: {filesystems: [{name: a, mount: {device: /d}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: zfs}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, label: 1234567890123456}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, label: 12345678901234567}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: xfs, label: 123456789012}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: xfs, label: 1234567890123}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: swap, label: 123456789012345}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: swap, label: 1234567890123456}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: vfat, label: 12345678901}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: vfat, label: 123456789012}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: btrfs, label: ${"b".repeat(256)}}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: btrfs, label: ${"b".repeat(257)}}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: vfat, label: ääääää}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, create: {force: true, options: [-F]}}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, create: {}}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, create: {force: true}, wipe_filesystem: true}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, create: {force: true}, wipe_filesystem: false}}]}
storage: {filesystems: [{name: a, mount: {device: /d, format: ext4, create: {force: true}, options: [-F]}}]}
storage: {disks: [{device: /d, wipe_table: true}]}
storage: {disks: [{device: /d, wipe_table: false}]}
storage: {disks: [{device: d}]}
storage: {disks: [{wipe_table: true}]}
storage: {disks: [{device: /d, partitions: [{label: a, number: 1, size: 512MiB, start: 1GiB, type_guid: linux_filesystem_data, guid: 0fc63daf-8483-4772-8e79-3d69d8477de4}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, type_guid: raid_containing_root}, {number: 2, type_guid: swap_partition}, {number: 3, type_guid: raid_partition}, {number: 4, type_guid: 0FC63DAF-8483-4772-8E79-3D69D8477DE4}]}]}
storage: {disks: [{device: /d, partitions: [{label: "", number: 0}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, type_guid: other}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, guid: other}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, guid: 0fc63daf84834772-8e79-3d69d8477de4}]}]}
storage: {disks: [{device: /d, partitions: [{label: ${"c".repeat(36)}, number: 1}]}]}
storage: {disks: [{device: /d, partitions: [{label: ${"c".repeat(37)}, number: 1}]}]}
storage: {disks: [{device: /d, partitions: [{label: "a:b", number: 1}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 2097152}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 1048576B}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 2048K}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 2048KB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 2048KiB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 3M}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 3MB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 1.5GB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 2TiB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 1PB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 1KiB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 1.5MiB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 1XB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: big}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 0, start: 0}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 00}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 0B, start: 1.5GiB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, start: 1.5MiB}]}]}
storage: {disks: [{device: /d, partitions: [{number: 1, size: 1EB}]}]}
storage: {raid: [{name: r, level: raid1, devices: [/dev/a, /dev/b], spares: 1, options: [-x]}]}
storage: {raid: [{name: r, level: raid1, devices: [/dev/a, /dev/b], spares: 0, options: []}]}
storage: {raid: [{name: r, level: linear, devices: [/dev/a]}, {name: s, level: stripe, devices: [/dev/a]}, {name: t, level: mirror, devices: [/dev/a]}]}
storage: {raid: [{name: r, level: raid0, devices: [/dev/a]}, {name: s, level: 0, devices: [/dev/a]}, {name: t, level: 1, devices: [/dev/a], spares: 1}]}
storage: {raid: [{name: r, level: raid4, devices: [/dev/a]}, {name: s, level: 4, devices: [/dev/a]}, {name: t, level: raid5, devices: [/dev/a]}, {name: u, level: 5, devices: [/dev/a]}]}
storage: {raid: [{name: r, level: raid6, devices: [/dev/a]}, {name: s, level: 6, devices: [/dev/a]}, {name: t, level: raid10, devices: [/dev/a]}, {name: u, level: 10, devices: [/dev/a]}]}
storage: {raid: [{name: r, level: linear, devices: [/dev/a], spares: 1}]}
storage: {raid: [{name: r, level: stripe, devices: [/dev/a], spares: 1}]}
storage: {raid: [{name: r, level: raid0, devices: [/dev/a], spares: 1}]}
storage: {raid: [{name: r, level: 0, devices: [/dev/a], spares: 1}]}
storage: {raid: [{name: r, level: mirror, devices: [/dev/a], spares: 1}]}
storage: {raid: [{name: r, level: raid7, devices: [/dev/a]}]}
storage: {raid: [{name: r, devices: [/dev/a]}]}
storage: {raid: [{name: r, level: raid1, devices: [/dev/a], spares: x}]}
storage: {other: 1}
systemd: {units: [{name: a.service, enable: true}, {name: b.service, enabled: false}, {name: c.service, mask: true}, {name: d.service, mask: false, enable: false}]}
systemd: {units: [{name: a.service, enabled: true, contents: "[Unit]"}]}
systemd: {units: [{name: a.service, enable: true, contents: "[Unit]"}]}
systemd: {units: [{name: a.service, enabled: false, contents: "[Unit]"}]}
systemd: {units: [{name: a.service, enabled: true, contents: "[Install]"}]}
systemd: {units: [{name: a.service, enabled: true}]}
systemd: {units: [{name: a.service, enabled: true, contents: "[Unit]\\nAfter=b"}]}
systemd: {units: [{name: a.service, enable: true, contents: "[Unit]\\nAfter=b"}]}
systemd: {units: [{name: a.service, enabled: false, contents: "[Unit]\\nAfter=b"}]}
systemd: {units: [{name: a.service, contents: "[Unit]\\nAfter=b"}]}
systemd: {units: [{name: a.service, enabled: true, contents: "[Unit]\\nAfter=b\\n[Install]\\nWantedBy=c"}]}
systemd: {units: [{name: a.service, enabled: true, contents: "[Unit]\\nAfter=b\\n[Install]"}]}
systemd: {units: [{name: a.service, enabled: true, contents: "[Unit]\\n# After=b"}]}
systemd: {units: [{name: a.service, dropins: [{name: a.conf, contents: "[Unit]"}, {name: b.conf}]}]}
systemd: {units: [{name: a.service, dropins: [{name: a.txt, contents: "[Unit]"}]}]}
systemd: {units: [{name: a.service, dropins: []}]}
systemd: {units: [{name: a.socket}, {name: a.device}, {name: a.mount}, {name: a.automount}, {name: a.swap}, {name: a.target}, {name: a.path}, {name: a.timer}, {name: a.snapshot}, {name: a.slice}, {name: a.scope}]}
systemd: {units: [{name: a.network}]}
systemd: {units: [{name: aservice}]}
systemd: {units: [{}]}
systemd: {units: []}
networkd: {units: [{name: a.link, contents: x}, {name: a.netdev}, {name: a.network, dropins: [{name: a.conf, contents: "[Match]"}]}]}
networkd: {units: [{name: a.service}]}
networkd: {units: [{name: a.network, dropins: [{name: a.txt}]}]}
update: {group: Beta}
update: {group: stable, server: "https://u.example", pcr_policy_server: "https://p.example", download_user: u, download_password: p, machine_alias: m}
update: {group: other}
update: {group: other, server: "https://u.example"}
update: {group: ALPHA}
update: {server: "https://u.example"}
update: {}
locksmith: {reboot_strategy: reboot}
locksmith: {reboot_strategy: Etcd-Lock}
locksmith: {reboot_strategy: off}
locksmith: {reboot_strategy: ""}
locksmith: {reboot_strategy: best-effort}
locksmith: {window_start: "Thu 04:00", window_length: 1h}
locksmith: {window_start: "04:00"}
locksmith: {window_length: 1h}
locksmith: {group: g, etcd_endpoints: "http://e", etcd_cafile: /ca, etcd_certfile: /crt, etcd_keyfile: /key}
locksmith: {}
{update: {group: Beta, server: "https://s.example"}, locksmith: {reboot_strategy: "a\\"b", group: g}, docker: {flags: [-a]}, systemd: {units: [{name: a.service}]}, storage: {files: [{path: /a, mode: 0644}]}}
{update: {machine_alias: m}, locksmith: {reboot_strategy: reboot}, docker: {}}
docker: {flags: [--a, "--b=c d"]}
docker: {flags: []}
docker: {}
docker: {flags: a}
`
  .trim()
  .split("\n");
