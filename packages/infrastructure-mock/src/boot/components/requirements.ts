import { durationPattern, readKubernetesVersion } from "@capstan/kube";
import { BootProblem, type BootProblemReason } from "../problem/boot-problem.ts";
import { flags, minorVersion } from "./flags.generated.ts";

type Component = keyof typeof flags;
type FlagType = "boolean" | "duration" | "integer" | "number" | "other";

const values: Readonly<Record<FlagType, RegExp>> = {
  boolean: /^(1|t|true|0|f|false)?$/i,
  duration: new RegExp(durationPattern),
  integer: /^[-+]?(0x[0-9a-f]+|\d+)$/i,
  number: /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i,
  other: /^/,
};

/**
 * Checks arguments of a component: a program that does not know one, or cannot parse its value, ends at once. Only of the version whose
 * flags are known; components of other versions are assumed to accept their arguments.
 *
 * @throws {@link BootProblem} the first that the component would refuse.
 */
export function requireArguments(
  component: Component,
  arguments_: Iterable<readonly [name: string, value: string]>,
  kubernetesVersion: string | undefined,
): void {
  const version = readKubernetesVersion(kubernetesVersion ?? "");
  if (version?.major !== 1 || version.minor !== minorVersion) return;
  for (const [name, value] of arguments_) {
    // As in Kubernetes, underscores stand for hyphens.
    const type = typeOf(component, name.replaceAll("_", "-"));
    if (type === undefined)
      throw refused(component, `--${name}`, `${component} of ${kubernetesVersion} has no such flag`);
    if (!values[type].test(value)) throw refused(component, `--${name}`, `its value must be of the type ${type}`);
  }
}

function typeOf(component: Component, name: string): FlagType | undefined {
  const [type] = Object.entries(flags[component]).find(([, names]) => names.split(" ").includes(name)) ?? [];
  return type as FlagType | undefined;
}

function refused(component: Component, flag: string, problem: string): BootProblem {
  const reason: BootProblemReason =
    component === "kubelet" ? "KubeletArgumentsInvalid" : "ControlPlaneArgumentsInvalid";
  return new BootProblem(reason, `${component} does not start with ${flag}: ${problem}`);
}
