import { type DiskSetup } from "../../api/v1beta2/disk-setup.ts";
import { type IgnitionSpec } from "../../api/v1beta2/ignition.ts";
import { convertContainerLinuxConfig } from "../../container-linux-config/convert.ts";
import { type MachineData } from "../setup/machine-data.ts";
import { type ResolvedUser } from "../setup/resolved-setup.ts";
import { appendConfig, ignitionConfig } from "../../ignition/ignition-config.ts";
import { machineFiles } from "./machine-files.ts";
import { machineUnits } from "./units.ts";

/**
 * Renders the bootstrap data as an Ignition configuration of spec 2.3.0 (Flatcar), with the user's additions.
 *
 * The spec must have passed {@link ignitionContradictions}.
 */
export function renderIgnition(data: MachineData, ignition: IgnitionSpec | undefined): string {
  const base = ignitionConfig({
    passwd: { users: data.users.map(passwdUser) },
    systemd: { units: machineUnits(data) },
    storage: { ...disks(data.settings.diskSetup), files: machineFiles(data) },
  });
  const additional = ignition?.containerLinuxConfig?.additionalConfig;
  if (additional === undefined) return JSON.stringify(base);
  return JSON.stringify(appendConfig(base, convertContainerLinuxConfig(additional).config));
}

function passwdUser(user: ResolvedUser): object {
  const { gecos, groups, homeDir, passwd, primaryGroup, shell, sshAuthorizedKeys: keys = [] } = user;
  return {
    gecos: gecos?.trim(),
    groups: groups?.split(", ").map((group) => group.trim()),
    homeDir: homeDir?.trim(),
    name: user.name.trim(),
    passwordHash: passwd?.trim(),
    primaryGroup: primaryGroup?.trim(),
    sshAuthorizedKeys: keys.length === 0 ? undefined : keys.map((key) => key.trim()),
    shell: shell?.trim(),
  };
}

function disks(setup: DiskSetup | undefined) {
  return {
    disks: (setup?.partitions ?? []).map(({ device, layout, overwrite }) => ({
      device,
      // With either value: the Go provider only checks whether it is set.
      partitions: layout === undefined ? undefined : [{}],
      wipeTable: overwrite === true ? true : undefined,
    })),
    filesystems: (setup?.filesystems ?? []).map(({ device, filesystem, label, overwrite, extraOpts = [] }) => ({
      name: label,
      mount: {
        device,
        format: filesystem,
        label,
        options: extraOpts.length === 0 ? undefined : extraOpts,
        wipeFilesystem: overwrite === true ? true : undefined,
      },
    })),
  };
}
