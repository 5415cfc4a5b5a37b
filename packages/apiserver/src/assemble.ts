import { createAccess } from "./access/access.ts";
import { Admission } from "./admission/admission.ts";
import { type ApiServerOptions } from "./api-server-options.ts";
import { type Authenticator } from "./authentication/authentication.ts";
import { ApiServiceController } from "./background/api-service-controller.ts";
import { Background } from "./background/background.ts";
import { DefinitionController } from "./background/definition-controller.ts";
import { DefinitionFinalizer } from "./background/definition-finalizer.ts";
import { FlowSchemaController } from "./background/flow-schema-controller.ts";
import { RequestFlows } from "./classification/request-flows.ts";
import { GarbageCollector } from "./background/garbage-collector.ts";
import { NamespaceAccounts } from "./background/namespace-accounts.ts";
import { NamespaceFinalizer } from "./background/namespace-finalizer.ts";
import { PolicyTypeChecker } from "./background/policy-type-checker.ts";
import { QuotaController } from "./background/quota-controller.ts";
import { RoleAggregator } from "./background/role-aggregator.ts";
import { type BootstrapContext } from "./bootstrap/bootstrap.ts";
import { systemClock } from "./clock/clock.ts";
import { FaultsOverHttp } from "./faults/faults-over-http.ts";
import { ServerFaults } from "./faults/server-faults.ts";
import { Deleter } from "./deletion/deleter.ts";
import { Connections } from "./handlers/connections.ts";
import { type Identity } from "./identity.ts";
import { builtIns } from "./registry/built-in/built-ins.ts";
import { Registry } from "./registry/registry.ts";
import { Router } from "./routing/router.ts";
import { InFlight } from "./server/in-flight.ts";
import { Listener } from "./server/listener.ts";
import { Metrics } from "./server/metrics.ts";
import { Upgrades } from "./server/port-forward/upgrades.ts";
import { OpenConnections } from "./server/open-connections.ts";
import { RequestLog } from "./server/request-log.ts";
import { OpenWatches } from "./watch/open-watches.ts";
import { type DataDirectory } from "./store/disk/data-directory.ts";
import { type Store } from "./store/store.ts";
import { FieldManagement } from "./writer/managed-fields/field-management.ts";
import { Writer } from "./writer/writer.ts";

/** The inputs of a server. */
export interface Ingredients {
  readonly options: ApiServerOptions;
  readonly identity: Identity;
  /** The initial objects. */
  readonly store: Store;
  readonly data: DataDirectory | undefined;
}

/** The parts of a server, except for the listener. */
export interface Parts extends Ingredients {
  /** The address, set as soon as it is known. */
  readonly address: { url: string; port: number };
  readonly authenticator: Authenticator;
  readonly bootstrap: BootstrapContext;
  readonly router: Router;
  readonly listener: Listener;
  readonly upgrades: Upgrades;
  readonly background: Background;
  readonly log: RequestLog;
  readonly watches: OpenWatches;
  readonly faults: ServerFaults;
  readonly connections: OpenConnections;
}

/** Creates and connects the parts, without listening. */
export function assemble(ingredients: Ingredients): Parts {
  const { options, identity, store, data } = ingredients;
  const { fsync = "every-second", authorization: mode = "RBAC", services, serviceAccounts = false } = options;
  const watches = new OpenWatches();
  const faults = new ServerFaults(watches, options.clock ?? systemClock);
  const { clock } = faults;
  const registry = new Registry(builtIns);
  const management = new FieldManagement(clock);
  const access = createAccess({ mode, store, clock, secrets: identity.secrets });
  const { authenticator, authorizer, gate } = access;
  const admission = new Admission({ store, registry, authorizer, services, serviceAccounts });
  const writer = new Writer({ store, clock, management, admission });
  const deleter = new Deleter({ store, clock });
  const world = { store, registry, management, deleter, clock };
  const background = new Background(store, {
    // Runs before all controllers that use the defined kinds.
    definitions: new DefinitionController(world, services),
    definitionFinalizer: new DefinitionFinalizer(world),
    apiServices: new ApiServiceController(world),
    namespaces: new NamespaceFinalizer(world),
    garbage: new GarbageCollector(world),
    policies: new PolicyTypeChecker(world),
    quotas: new QuotaController(world),
    ...(serviceAccounts ? { accounts: new NamespaceAccounts(world, rootCertificatesOf(ingredients)) } : {}),
    flows: new FlowSchemaController(world),
    roles: new RoleAggregator(world),
  });
  background.restore();
  data?.follow(store, fsync);
  const context = { store, writer, deleter, management, admission };
  const address = { url: "", port: 0 };
  const shownAddress = (): string => address.url.replace("https://", "");
  const toPods = new Connections({ registry, access, store });
  const router = new Router({
    registry,
    access,
    context,
    clock,
    address: shownAddress,
    watches,
    connections: toPods,
  });
  const log = new RequestLog(options.keptRequests);
  const connections = new OpenConnections();
  const listener = new Listener({
    gate,
    router,
    log,
    metrics: new Metrics(),
    flows: new RequestFlows(store),
    inFlight: options.requestLimits === undefined ? undefined : new InFlight(options.requestLimits),
    clock,
    watches,
    faults,
    faultsOverHttp:
      options.faultsOverHttp === true
        ? new FaultsOverHttp({
            faults,
            compact: () => {
              store.compact();
            },
          })
        : undefined,
    surroundings: {
      outage: (ms) => {
        connections.refuse(ms);
      },
    },
  });
  const upgrades = new Upgrades({ gate, connections: toPods, log, clock, portForward: options.portForward });
  return {
    ...ingredients,
    address,
    authenticator,
    bootstrap: { store, writer, registry, clock },
    router,
    listener,
    upgrades,
    background,
    log,
    watches,
    faults,
    connections,
  };
}

/** The certificates with which clients verify the server, PEM. */
export function rootCertificatesOf({ options, identity }: Pick<Ingredients, "options" | "identity">): string {
  return options.serving?.certificate ?? identity.authority.certificate;
}
