// Keep state in a folder of your own
export { DirectoryLock } from "./directory-lock.ts";
export { isMissingFile } from "./state-directory-error.ts";
export { StateDirectoryError } from "./state-directory-error.ts";
