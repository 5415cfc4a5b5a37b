import { parseArgs } from "node:util";
import { oneOf, type Problem, ScaffoldError } from "./problem.ts";
import { factsOf, type ProjectType, projectTypes } from "./project-facts.ts";

/** A command line, parsed but possibly incomplete. */
export interface CommandLine {
  readonly folder?: string;
  readonly type?: ProjectType;
  readonly machinePool: boolean;
  readonly machines: boolean;
  readonly name?: string;
  readonly prefix?: string;
  readonly group?: string;
  readonly apiVersion?: string;
  readonly image?: string;
  readonly force: boolean;
  /** Use the defaults for all missing options; ask no questions. */
  readonly yes: boolean;
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

const options = {
  type: { type: "string" },
  "machine-pool": { type: "boolean", default: false },
  machines: { type: "boolean", default: false },
  name: { type: "string" },
  "kind-prefix": { type: "string" },
  group: { type: "string" },
  "api-version": { type: "string" },
  image: { type: "string" },
  force: { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", short: "V", default: false },
} as const;

/** The help of the command. */
export const helpText = (): string => `Usage: npm create capstan-provider@latest [folder] -- [options]

Write the project of a Cluster API provider in TypeScript, which builds and passes its first tests.
On a terminal, the command asks for missing options.

Options:
  --type <type>            one of:
${projectTypes.map((type) => `                             ${type} (${factsOf({ type }).does})`).join("\n")}
  --machine-pool           for infrastructure: also add pools of machines
  --machines               for control-plane: control planes consist of Machines, as those of k3s or RKE2 do
  --name <name>            name for clusterctl init --<type> <name>, a DNS label (default: from the folder)
  --kind-prefix <Prefix>   prefix of the kinds: <Prefix>Machine and <Prefix>Cluster, <Prefix>Config,
                           <Prefix>ControlPlane, <Prefix>IPPool or <Prefix>Addon (default: from the name)
  --group <group>          API group; use your own unless the provider belongs to the Cluster API SIG
                           (default: infrastructure.cluster.x-k8s.io for infrastructure, and so on)
  --api-version <version>  API version (default: v1alpha1); a runtime-extension has no kinds, hence none of
                           --kind-prefix, --group and --api-version
  --image <image>          full name of the image, with a tag (default: an image at ghcr.io/example)
  --force                  write into a folder that is not empty, and replace files of the same name
  -y, --yes                use the defaults and do not ask (type: infrastructure)
  --json                   print the result or the errors as one line of JSON, and do not ask
  -V, --version            print the version
  -h, --help               print this help

Exit status:
    0  written
    1  the folder is not empty, or is not writable
    2  an argument or option is invalid
  130  interrupted
`;

/**
 * Parses a command line.
 *
 * @throws ScaffoldError an option is unknown, lacks its value, or has an invalid value.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  const { type, machines, name, group, image, force, yes, json, help, version } = values;
  const [folder, ...others] = positionals;
  if (others.length > 0)
    throw invalid({ option: "folder", message: `Only one folder is allowed; remove ${others.join(", ")}.` });
  const isType = type === undefined || isProviderType(type);
  if (!isType) throw invalid({ option: "--type", message: `${type} is not a type; use ${oneOf(projectTypes)}.` });
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { name }),
    ...(values["kind-prefix"] === undefined ? {} : { prefix: values["kind-prefix"] }),
    ...(group === undefined ? {} : { group }),
    ...(values["api-version"] === undefined ? {} : { apiVersion: values["api-version"] }),
    ...(image === undefined ? {} : { image }),
    machinePool: values["machine-pool"],
    ...{ machines, force, yes, json, help, version },
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ScaffoldError("InvalidOptions", [{ option: "command line", message: `${message} (see --help)` }], {
      cause: error,
    });
  }
}

function isProviderType(text: string): text is ProjectType {
  return projectTypes.some((type) => type === text);
}

function invalid(problem: Problem): ScaffoldError {
  return new ScaffoldError("InvalidOptions", [problem]);
}
