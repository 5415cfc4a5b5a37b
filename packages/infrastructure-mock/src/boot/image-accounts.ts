import type { MachineImage } from "@capstan/bootstrap-data";

/** The accounts of a Debian image with systemd: users and groups, of which files rarely have one that is only the other. */
const accounts = new Set(
  [
    "root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc nogroup adm tty disk kmem dialout",
    "fax voice cdrom floppy tape sudo audio dip operator src shadow utmp video sasl plugdev staff users messagebus",
    "systemd-network systemd-resolve systemd-timesync systemd-journal",
    // eslint-disable-next-line words/words -- the name of an account of every Linux
    "nobody",
  ].flatMap((line) => line.split(" ")),
);

/** The first part of `owner` (user:group) that the machine does not know; undefined if it knows both. */
export function unknownOwner(owner: string, users: MachineImage["users"]): string | undefined {
  return owner
    .split(":")
    .map((name) => name.trim())
    .find((name) => !/^(-?\d*|none)$/i.test(name) && !accounts.has(name) && !users.some((user) => user.name === name));
}
