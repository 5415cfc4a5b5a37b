import { CapstanError } from "@capstan/kube";
import type { ControllerRequest } from "./provider-managers.ts";

/** The provider's manager sent a request that the rules of `capstan generate rbac` do not allow. */
export class MissingRightsError extends CapstanError {
  readonly code = "MissingRights";
  readonly retry = "never";
  /** The missing permissions, such as `list configmaps`. */
  readonly rights: readonly string[];

  constructor(rights: readonly string[]) {
    super(
      `The provider's role lacks permissions that its reconcilers use; add them to "permissions" of a definition, and regenerate the role.\n${rights.map((right) => `  ${right}`).join("\n")}`,
    );
    this.rights = rights;
  }
}

/** @throws MissingRightsError a request was refused because of a missing permission. */
export function checkRights(requests: readonly ControllerRequest[]): void {
  const refused = requests.filter(({ status }) => status === 403);
  if (refused.length > 0) throw new MissingRightsError([...new Set(refused.map(describe))]);
}

function describe({ verb, group, resource, subresource, path }: ControllerRequest): string {
  if (resource === "") return `${verb} ${path}`;
  const what = group === "" ? resource : `${resource}.${group}`;
  return `${verb} ${what}${subresource === "" ? "" : `/${subresource}`}`;
}
