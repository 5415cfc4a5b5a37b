import { providerTypes } from "@capstan/contract";
import { type Provider, type ProjectType } from "./names.ts";

/** The parts of the README that depend on the type of provider. */
export interface ReadmeStrings {
  /** The type as in clusterctl.yaml. */
  readonly clusterctlType: string;
  /** The folder in `src/` for the author's work. */
  readonly workFolder: string;
  readonly workFolderContent: string;
  readonly templatesRow: string;
  readonly firstStep: string;
}

/** @param file - prefix of file names. */
export function readmeStrings({ type, machinePool, machines }: Provider, file: string): ReadmeStrings {
  const interfaces = machinePool ? `\`${file}-cloud.ts\` and \`server-groups.ts\`` : `\`${file}-cloud.ts\``;
  const strings: Readonly<Record<ProjectType, Omit<ReadmeStrings, "clusterctlType">>> = {
    bootstrap: {
      workFolder: "render",
      workFolderContent: "bootstrap data, from a machine's setup: pure functions",
      templatesRow: "",
      firstStep: "Make `src/render/cloud-config.ts` join the machine to its cluster.",
    },
    "control-plane": machines
      ? {
          workFolder: "render",
          workFolderContent: "bootstrap data of the control plane's Machines, and of workers: pure functions",
          templatesRow: "",
          firstStep: "Make `src/render/cloud-config.ts` start your distribution.",
        }
      : {
          workFolder: "cloud",
          workFolderContent: "the service that runs control planes, behind an interface",
          templatesRow: "",
          firstStep: `Implement \`src/cloud/control-planes.ts\` with your service's client, and ${useIt}`,
        },
    ipam: {
      workFolder: "addresses",
      workFolderContent: "which addresses a pool has: pure functions",
      templatesRow: "",
      firstStep: "Choose addresses in `src/addresses/free-address.ts` as your network needs it.",
    },
    addon: {
      workFolder: "install",
      workFolderContent: "what each workload cluster gets: pure functions",
      templatesRow: "",
      firstStep: "Put your objects into `src/install/objects.ts`, and their fields into the schema in `src/api/`.",
    },
    "runtime-extension": { workFolder: "hooks", workFolderContent: "", templatesRow: "", firstStep: "" },
    infrastructure: {
      workFolder: "cloud",
      workFolderContent: "the cloud behind an interface",
      templatesRow: "| `templates/` | clusters for `clusterctl generate cluster` |\n",
      firstStep: `Implement ${interfaces} in \`src/cloud/\` with your cloud's client, and ${useIt}`,
    },
  };
  return { clusterctlType: providerTypes[type], ...strings[type] };
}

const useIt = "use it in `src/main.ts` instead of the in-memory implementation.";
