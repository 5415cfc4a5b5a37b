import type { DeepReadonly, MachineTemplateStatus, ResourceKind } from "@capstan/contract";
import { without } from "@capstan/kube";
import {
  isNotFound,
  type Manager,
  patchChanges,
  type Predicate,
  type ReconcileContext,
  type Reconciler,
  type Request,
  Result,
  type Source,
} from "@capstan/runtime";
import type { ProviderDefinition, TemplateOf } from "../../definition/definition.ts";
import { errorFinding, namingObject } from "../../finding/error-finding.ts";
import { contractKind } from "../../lifecycle/contract-kind.ts";
import { EarlyEnd } from "../../lifecycle/early-end.ts";
import { logFields } from "../../lifecycle/log-fields.ts";
import { OwnWrites } from "../../lifecycle/own-writes.ts";
import { whyPaused } from "../../lifecycle/pausing.ts";
import { type ClusterOwners, findClusterOwners } from "../../object/owners.ts";
import { type CachedObject, draftOf, type StoredObject } from "../../object/stored-object.ts";
import { readObjectSources } from "../../reading/read-object-sources.ts";
import { ReadObjects } from "../../reading/read-objects.ts";
import { SecretStrings } from "../../reporting/secret-strings.ts";
import { TroubleReporter } from "../../reporting/trouble-reporter.ts";
import { withoutSecrets } from "../../reporting/without-secrets.ts";
import { providerScope } from "../../scope/provider-scope.ts";
import type { Visit } from "../../visit/visit.ts";
import { findInfraCluster } from "../infra-cluster/find-infra-cluster.ts";
import type { MachineTemplateScope, TemplateAuthor } from "./template-author.ts";
import { templateStatusOf } from "./template-status.ts";

/** Writes what the machines of a Template have into its status, and nothing else of the Template. */
export class TemplateReconciler<
  D extends ProviderDefinition,
  C extends ProviderDefinition<"InfraCluster">,
> implements Reconciler {
  readonly #manager: Manager;
  readonly #author: TemplateAuthor<D, C>;
  readonly #kind: ResourceKind<StoredObject>;
  readonly #earlyEnd: EarlyEnd;
  readonly #reporter: TroubleReporter;
  readonly #ownWrites = new OwnWrites();
  readonly #read = new ReadObjects();

  constructor(manager: Manager, author: TemplateAuthor<D, C>) {
    this.#manager = manager;
    this.#author = author;
    this.#kind = author.definition.templateKind as ResourceKind<StoredObject>;
    this.#earlyEnd = new EarlyEnd(contractKind(author.definition));
    this.#reporter = new TroubleReporter(manager);
  }

  /** Selects the events of Templates that need a reconcile. */
  get isNews(): Predicate {
    return this.#ownWrites.isNews;
  }

  /** The sources that wake Templates whose last reconcile read an auxiliary object. */
  get readSources(): readonly Source[] {
    return readObjectSources(this.#author.definition.uses, this.#read, []);
  }

  async reconcile(request: Request, context: ReconcileContext): Promise<Result> {
    const template: CachedObject | undefined = await this.#manager.cache.get(this.#kind, request);
    if (template === undefined || template.metadata.deletionTimestamp !== undefined) {
      this.#read.forget(request);
      return Result.awaitChange();
    }
    const { known } = await findClusterOwners(this.#manager.cache, template);
    if (whyPaused(known.cluster, template) !== undefined) return Result.awaitChange();
    const visit = this.#visitOf(template, known, request, context);
    const result = await this.#report(visit);
    visit.reading.end();
    return result;
  }

  async #report(visit: Visit<Partial<ClusterOwners>>): Promise<Result> {
    const { object, secrets, signal } = visit;
    try {
      const found = await this.#earlyEnd.ofFollowUp(visit, async () => {
        const capacity = await this.#author.templateCapacity?.(await this.#scopeOf(visit), signal);
        return { status: capacity && templateStatusOf(capacity, statusOf(object)) };
      });
      if ("progress" in found) {
        const { isTrouble = false, reason, message, retryAfterMs } = withoutSecrets(found, secrets);
        if (isTrouble) this.#reporter.warn(object, reason, message);
        return retryAfterMs === undefined ? Result.awaitChange() : Result.requeueAfter(retryAfterMs);
      }
      if (found.status !== undefined) await this.#write(object, found.status, signal);
      this.#reporter.forget(object);
      return Result.awaitChange();
    } catch (thrown) {
      const error = secrets.redactThrown(thrown);
      const finding = errorFinding(error, signal);
      if (finding !== undefined) this.#reporter.warn(object, finding.reason, finding.message);
      throw namingObject(error, object);
    }
  }

  async #write(template: CachedObject, reported: MachineTemplateStatus, signal: AbortSignal): Promise<void> {
    const { capacity, nodeInfo, ...others } = statusOf(template);
    const status = { ...others, ...reported };
    this.#ownWrites.expect(template, status);
    const draft: StoredObject = { ...draftOf(template), status };
    try {
      await patchChanges<StoredObject>(this.#manager.client, this.#kind, template, draft, { signal });
    } catch (error) {
      // A Template has no finalizer: someone has deleted it in the meantime.
      if (!isNotFound(error)) throw error;
    }
  }

  async #scopeOf(visit: Visit<Partial<ClusterOwners>>): Promise<MachineTemplateScope<D, C>> {
    const { definition, infraCluster } = this.#author;
    const { object, owners, manager } = visit;
    return {
      ...without(providerScope(definition, visit), "object", "workload"),
      // The cache holds objects of `definition.templateKind`, which the compiler cannot know.
      template: object as unknown as DeepReadonly<TemplateOf<D>>,
      spec: specIn(object),
      cluster: owners.cluster,
      infraCluster: await findInfraCluster(manager.cache, infraCluster, object, owners.cluster),
    };
  }

  #visitOf(
    object: CachedObject,
    owners: Partial<ClusterOwners>,
    request: Request,
    { signal, logger }: ReconcileContext,
  ): Visit<Partial<ClusterOwners>> {
    return {
      object,
      owners,
      manager: this.#manager,
      logger: logger.with(logFields(object, owners)),
      signal,
      secrets: new SecretStrings(),
      secretsRead: [],
      reading: this.#read.begin(request),
    };
  }
}

function statusOf({ status = {} }: CachedObject): DeepReadonly<MachineTemplateStatus> {
  return status;
}

/** The CRD requires the field, unless all fields of the spec are optional. */
function specIn({ spec }: CachedObject): object {
  const { template } = spec as { readonly template?: { readonly spec?: object } };
  return template?.spec ?? {};
}
