import type { RunManagerOptions } from "@capstan/runtime";
import { CommandLineError } from "@capstan/runtime";

type Command = Parameters<NonNullable<RunManagerOptions["extendFlags"]>>[0];

/** The flag of providers that read Secrets of other namespaces than those of their objects. */
export const secretNamespacesFlag = "--secret-namespaces";

/** Adds the flag with which an operator allows namespaces for such Secrets. */
export function addSecretNamespaces(command: Command): void {
  command.option(
    `${secretNamespacesFlag} <names>`,
    "namespaces whose Secrets objects in all namespaces may use; repeatable, or separated by commas (unset: the namespaces that the provider names)",
    (value: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      ...value.split(",").map(namespaceName),
    ],
  );
}

/** The namespaces in the flag. */
export function secretNamespaces({ secretNamespaces: given }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(given) ? given.filter((name) => typeof name === "string") : [];
}

function namespaceName(given: string): string {
  const name = given.trim();
  if (/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw new CommandLineError(`${secretNamespacesFlag} names ${JSON.stringify(name)}, which cannot be a namespace`);
}
