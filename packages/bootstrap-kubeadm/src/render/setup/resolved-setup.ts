import { type File, type User } from "../../api/v1beta2/machine-setup.ts";

/** A file with its content, from the spec or a Secret. */
export interface ResolvedFile extends Omit<File, "content" | "contentFrom" | "contentFormat"> {
  /** The content of the file. */
  readonly content: string;
}

/** A user with its password, from the spec or a Secret. */
export type ResolvedUser = Omit<User, "passwdFrom">;

/** The parts of a spec that refer to Secrets, with the content of these Secrets. */
export interface ResolvedSetup {
  /** The files that are written before kubeadm runs. */
  readonly files: readonly ResolvedFile[];
  /** The users that are added. */
  readonly users: readonly ResolvedUser[];
}
