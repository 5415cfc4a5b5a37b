import { type File, type User } from "../../api/v1beta2/machine-setup.ts";

/** A file with its content, wherever that came from. */
export interface ResolvedFile extends Omit<File, "content" | "contentFrom" | "contentFormat"> {
  /** What is in the file. */
  readonly content: string;
}

/** A user with its password, wherever that came from. */
export type ResolvedUser = Omit<User, "passwdFrom">;

/** The parts of a spec that name Secrets, with what the Secrets hold. */
export interface ResolvedSetup {
  /** The files that are written before kubeadm runs. */
  readonly files: readonly ResolvedFile[];
  /** The users that are added. */
  readonly users: readonly ResolvedUser[];
}
