import { type MachineData } from "../setup/machine-data.ts";
import { type IgnitionUnit } from "../../ignition/ignition-config.ts";

/** The systemd units of a machine. */
export function machineUnits({ settings }: MachineData): IgnitionUnit[] {
  const devices = new Map((settings.diskSetup?.filesystems ?? []).map(({ label = "", device }) => [label, device]));
  return [
    { name: "kubeadm.service", enabled: true, contents: kubeadmUnit },
    ...(settings.ntp?.enabled === undefined ? [] : [{ name: "ntpd.service", enabled: true }]),
    ...(settings.mounts ?? []).map((fields) => mountUnit(fields, devices)),
  ];
}

const kubeadmUnit = `[Unit]
Description=kubeadm
# The script moves this file away, so that the unit does nothing after the next boot.
ConditionPathExists=/etc/kubeadm.yml
After=network.target
[Service]
# Ending is no reason to start it again.
Type=oneshot
ExecStart=/bin/bash /etc/kubeadm.sh
[Install]
WantedBy=multi-user.target
`;

/** A mount: the label of a file system in the disk setup, then the mount point and the options. */
function mountUnit(
  [label = "", mountPoint = "", ...options]: readonly string[],
  devices: ReadonlyMap<string, string>,
): IgnitionUnit {
  const name = mountPoint.replaceAll("/", "-").replace(/^-/, "");
  const contents = `[Unit]
Description = Mount ${label}

[Mount]
What=${devices.get(label) ?? ""}
Where=${mountPoint}
Options=${options.join(",")}

[Install]
WantedBy=multi-user.target
`;
  return { name: `${name}.mount`, enabled: true, contents };
}
