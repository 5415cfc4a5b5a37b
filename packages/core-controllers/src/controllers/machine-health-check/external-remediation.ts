import {
  conditionTypes,
  type DeepReadonly,
  type MachineHealthCheck,
  type NewCondition,
  reasons,
  cloneTemplate,
  kindOfClone,
} from "@capstan/contract";
import { areSameOwner, groupOfApiVersion, without } from "@capstan/kube";
import { type ApiError, type Client, isAlreadyExists } from "@capstan/runtime";
import { type FoundReference, type ObservedReference, type Reference } from "../../references/reference.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { describeRefusal } from "../../replicas/refusals.ts";
import { type Remediation } from "./health-status.ts";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { machineOwner } from "../../kit/owner-references.ts";
import { type CheckedMachine } from "./reads.ts";

type Check = DeepReadonly<MachineHealthCheck>;

const path = "spec.remediation.templateRef";

/** The references of a health check: the template of remediation requests, and one request for each Machine that it watches. */
export function remediationReferences({ spec, status }: Check): Reference[] {
  const template = templateReference(spec);
  if (template === undefined) return [];
  const kind = kindOfClone(template.kind);
  return [template, ...(status?.targets ?? []).map((name) => ({ ...template, kind, name }))];
}

function templateReference(spec: Check["spec"]): Reference | undefined {
  const { templateRef } = spec.remediation ?? {};
  if (templateRef === undefined) return undefined;
  return { apiGroup: groupOfApiVersion(templateRef.apiVersion), kind: templateRef.kind, name: templateRef.name };
}

/**
 * Delegates remediation to an external controller with a request: an object with the Machine's name, created from the template that the
 * health check refers to, and deleted once the Machine is healthy.
 */
export class ExternalRemediation {
  readonly #client: Client;
  readonly #references: ReferenceTracker<MachineHealthCheck>;

  constructor(options: { readonly client: Client; readonly references: ReferenceTracker<MachineHealthCheck> }) {
    this.#client = options.client;
    this.#references = options.references;
  }

  /** Whether the kinds involved are still being looked up. Their first list wakes the health check again. */
  isPending(check: Check): boolean {
    const template = templateReference(check.spec);
    if (template === undefined) return false;
    const observed = [this.#template(check, template), this.#request(check, template, "")];
    return observed.some(({ state }) => state === "pending");
  }

  /**
   * Requests the remediation of a Machine unless a request exists; returns how the Machine is remediated.
   *
   * @throws ApiError - the server refuses the request; {@link requestRefused} is the condition that reports it on the Machine.
   */
  async request(check: Check, machine: CheckedMachine, signal: AbortSignal): Promise<Remediation> {
    const reference = templateReference(check.spec);
    if (reference === undefined) return "owner";
    const present = this.#request(check, reference, machine.metadata.name);
    if (present.state === "found") {
      return isRequestFor(machine, present)
        ? "none"
        : notRequested(reasons.remediationRequestCreationFailed, taken(present));
    }
    const template = this.#template(check, reference);
    if (template.state !== "found")
      return notRequested(reasons.remediationTemplateNotFound, whyNot(template, reference));
    const { name, namespace } = machine.metadata;
    const named = { ...machine, metadata: { name, namespace } };
    const owner = without(machineOwner(machine), "controller", "blockOwnerDeletion");
    const { kind, object } = cloneTemplate(template, named, owner);
    try {
      await this.#client.create(kind, object, { signal });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    return { type: conditionTypes.externallyRemediated, status: "False", reason: reasons.waitingForRemediation };
  }

  /** Deletes the request of a Machine that is healthy. */
  async withdraw(check: Check, machine: CheckedMachine, signal: AbortSignal): Promise<void> {
    const reference = templateReference(check.spec);
    if (reference === undefined) return;
    const request = this.#request(check, reference, machine.metadata.name);
    if (request.state !== "found" || request.object.metadata.deletionTimestamp !== undefined) return;
    if (!isRequestFor(machine, request)) return;
    await deleteIfThere(this.#client, request, signal);
  }

  #template({ metadata }: Check, reference: Reference): ObservedReference {
    return this.#references.resolve({ ...reference, path }, metadata.namespace);
  }

  #request({ metadata }: Check, reference: Reference, name: string): ObservedReference {
    return this.#references.resolve(
      { ...reference, kind: kindOfClone(reference.kind), name, path },
      metadata.namespace,
    );
  }
}

/**
 * Whether an object with the Machine's name is a remediation request for it, judged by the owner reference that this controller sets. An
 * object that the Machine controls is part of the Machine, because its infrastructure may have the same name.
 */
function isRequestFor(machine: CheckedMachine, { object }: FoundReference): boolean {
  const owner = object.metadata.ownerReferences?.find((reference) => areSameOwner(reference, machineOwner(machine)));
  return owner !== undefined && owner.controller !== true;
}

function taken({ object }: FoundReference): string {
  return `${object.kind} ${object.metadata.name} (${path}) exists and was not requested for this Machine`;
}

/** The condition of a Machine whose remediation request the server refused. */
export function requestRefused(error: ApiError): NewCondition {
  return notRequested(reasons.remediationRequestCreationFailed, describeRefusal(error));
}

function notRequested(reason: string, message: string): NewCondition {
  return { type: conditionTypes.externallyRemediated, status: "False", reason, message };
}

function whyNot(observed: ObservedReference, { kind, name }: Reference): string {
  return observed.state === "unresolved" ? observed.message : `${kind} ${name} (${path}) does not exist`;
}
