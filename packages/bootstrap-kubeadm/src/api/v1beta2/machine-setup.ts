import { Type } from "typebox";
import { DiskSetup } from "./disk-setup.ts";
import { anyListOf, listOf, section, text } from "./limits.ts";

const SecretKey = Type.Object({
  secret: Type.Object({
    name: text(253, "Name of a Secret in the KubeadmConfig's namespace."),
    key: text(256, "Key in the Secret's data."),
  }),
});
export type SecretKey = Type.Static<typeof SecretKey>;

/** A file that is written before kubeadm runs. */
export const File = Type.Object({
  path: text(512, "Full path of the file."),
  owner: Type.Optional(text(256, "Owner of the file, e.g. root:root.")),
  permissions: Type.Optional(text(16, "Permissions of the file, e.g. 0640.")),
  encoding: Type.Optional(
    Type.Union([Type.Literal("base64"), Type.Literal("gzip"), Type.Literal("gzip+base64")], {
      description: "How content is encoded.",
    }),
  ),
  append: Type.Optional(Type.Boolean({ description: "Appends to the file if it exists." })),
  content: Type.Optional(text(10_240, "Content of the file.")),
  contentFrom: Type.Optional(SecretKey),
  contentFormat: Type.Optional(
    Type.Union([Type.Literal("Raw"), Type.Literal("Template")], {
      description:
        "Template: the content is a Go text/template, with the control plane's version as .controlPlane.version. " +
        "Defaults to Raw.",
    }),
  ),
});
/** A file that is written before kubeadm runs. */
export type File = Type.Static<typeof File>;

/** A user that is added to the machine. */
export const User = Type.Object({
  name: text(256, "Name of the user."),
  gecos: Type.Optional(text(256, "Description of the user.")),
  groups: Type.Optional(text(256, "Additional groups, separated by commas.")),
  homeDir: Type.Optional(text(256, "Home directory.")),
  inactive: Type.Optional(Type.Boolean({ description: "Marks the user as inactive." })),
  shell: Type.Optional(text(256, "Login shell.")),
  passwd: Type.Optional(text(256, "Hashed password.")),
  passwdFrom: Type.Optional(SecretKey),
  primaryGroup: Type.Optional(text(256, "Primary group.")),
  lockPassword: Type.Optional(Type.Boolean({ description: "Disables login with a password." })),
  sudo: Type.Optional(text(256, "sudo rule of the user.")),
  sshAuthorizedKeys: Type.Optional(anyListOf(text(2048, "A public key."), 100, "SSH keys the user may log in with.")),
});
/** A user that is added to the machine. */
export type User = Type.Static<typeof User>;

export const NTP = section(
  {
    servers: Type.Optional(anyListOf(text(512, "A host name."), 100, "Time servers.")),
    enabled: Type.Optional(Type.Boolean({ description: "Whether NTP is enabled." })),
  },
  "Network time of the machine.",
);
export type NTP = Type.Static<typeof NTP>;

const command = text(10_240, "A shell command.");

/** The parts of a machine's setup other than kubeadm: files, commands, users, NTP, disks, mounts. */
export const machineSetupProperties = {
  files: Type.Optional(listOf(File, 200, "Files to write before any command runs.")),
  diskSetup: Type.Optional(DiskSetup),
  mounts: Type.Optional(
    listOf(
      Type.Array(text(512, "A field of the mount, as in fstab."), { minItems: 1, maxItems: 100 }),
      100,
      "Mount points to set up.",
    ),
  ),
  bootCommands: Type.Optional(listOf(command, 1000, "Commands to run early in every boot (bootcmd).")),
  preKubeadmCommands: Type.Optional(listOf(command, 1000, "Commands to run before kubeadm.")),
  postKubeadmCommands: Type.Optional(listOf(command, 1000, "Commands to run after kubeadm.")),
  users: Type.Optional(listOf(User, 100, "Users to add.")),
  ntp: Type.Optional(NTP),
};
