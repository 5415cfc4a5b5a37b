/**
 * Runs `main` of a package: the build where it is installed; in the repository the sources. Ends with a sentence, and exit status 1,
 * where Node is older than the package needs.
 *
 * @param bin - URL of the program in the package's folder `bin`.
 */
export function runProgram(bin: string): Promise<void>;
