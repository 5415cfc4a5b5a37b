import { Cluster, groups, oldestCore } from "@capstan/contract";
import { CapstanError } from "@capstan/runtime";

/**
 * The core of the management cluster is older than the SDK supports: it serves its kinds only in versions that the SDK does not read. A
 * manager does not start, `--install` installs nothing, and commands of the CLI end. Not retried: a user must upgrade the core first.
 */
export class CoreVersionError extends CapstanError {
  readonly code = "CoreUnsupported";
  readonly retry = "never";
  /** The versions in which the management cluster serves the core's kinds. */
  readonly served: readonly string[];
  /** The version that the SDK reads. */
  readonly required = Cluster.version;

  constructor(served: readonly string[]) {
    super(
      `The management cluster serves ${groups.core} only in ${served.join(", ")}, as Cluster API before ${oldestCore} does; ` +
        `Clusters and Machines are read in ${Cluster.version}. ` +
        `Upgrade Cluster API to ${oldestCore} or later, then start again.`,
    );
    this.served = served;
  }
}
