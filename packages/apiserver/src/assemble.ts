import { type CertificateAuthority } from "@capstan/kube/x509";
import { type AccessSecrets, createAccess } from "./access/access.ts";
import { Admission } from "./admission/admission.ts";
import { type ApiServerOptions } from "./api-server-options.ts";
import { type Authenticator } from "./authentication/authentication.ts";
import { Background } from "./background/background.ts";
import { DefinitionController } from "./background/definition-controller.ts";
import { DefinitionFinalizer } from "./background/definition-finalizer.ts";
import { GarbageCollector } from "./background/garbage-collector.ts";
import { NamespaceFinalizer } from "./background/namespace-finalizer.ts";
import { RoleAggregator } from "./background/role-aggregator.ts";
import { type BootstrapContext } from "./bootstrap/bootstrap.ts";
import { type Clock } from "./clock/clock.ts";
import { Faults } from "./faults/faults.ts";
import { Deleter } from "./deletion/deleter.ts";
import { builtIns } from "./registry/built-in/built-ins.ts";
import { Registry } from "./registry/registry.ts";
import { Router } from "./routing/router.ts";
import { Listener } from "./server/listener.ts";
import { Metrics } from "./server/metrics.ts";
import { Upgrades } from "./server/port-forward/upgrades.ts";
import { RequestLog } from "./server/request-log.ts";
import { OpenWatches } from "./watch/open-watches.ts";
import { type DataDirectory } from "./store/disk/data-directory.ts";
import { Store } from "./store/store.ts";
import { FieldManagement } from "./writer/managed-fields/field-management.ts";
import { Writer } from "./writer/writer.ts";

/** What a server is made of, but for what it listens with. */
export interface Parts {
  readonly servingAuthority: string;
  readonly authenticator: Authenticator;
  readonly store: Store;
  readonly bootstrap: BootstrapContext;
  readonly router: Router;
  readonly listener: Listener;
  readonly upgrades: Upgrades;
  readonly background: Background;
  readonly log: RequestLog;
  readonly watches: OpenWatches;
  readonly faults: Faults;
  readonly data: DataDirectory | undefined;
}

/** Builds the parts and connects them; nothing listens yet. */
export function assemble(given: {
  readonly options: ApiServerOptions;
  readonly authority: CertificateAuthority;
  readonly data: DataDirectory | undefined;
  readonly secrets: AccessSecrets;
  readonly clock: Clock;
  /** Where the server is reached, `host:port`. */
  readonly address: () => string;
  /** Breaks all connections, and new ones, for that long. */
  readonly outage: (ms: number) => void;
}): Parts {
  const { authority, data, secrets, options, outage } = given;
  const watches = new OpenWatches();
  const faults = new Faults(watches, given.clock);
  const { clock } = faults;
  const historyLimit = options.watchHistory ?? 10_000;
  const { firstResourceVersion = 1, fsync = "every-second" } = options;
  const store = new Store(data?.snapshot ?? { revision: firstResourceVersion, objects: [] }, { historyLimit });
  const registry = new Registry(builtIns);
  const management = new FieldManagement(clock);
  const admission = new Admission({ store, registry });
  const writer = new Writer({ store, clock, management, admission });
  const deleter = new Deleter({ store, clock });
  const background = new Background(store, {
    roles: new RoleAggregator({ store, registry, management }),
    definitions: new DefinitionController({ store, registry, clock }),
    definitionFinalizer: new DefinitionFinalizer({ store, registry, deleter }),
    namespaces: new NamespaceFinalizer({ store, registry, deleter }),
    garbage: new GarbageCollector({ store, registry, deleter }),
  });
  background.restore();
  data?.follow(store, fsync);
  const { authorization: mode = "RBAC" } = options;
  const access = createAccess({ mode, store, clock, secrets });
  const { authenticator, gate } = access;
  const context = { store, writer, deleter, management, admission };
  const router = new Router({ registry, access, context, clock, address: given.address, watches });
  const log = new RequestLog();
  const listener = new Listener({
    gate,
    router,
    log,
    metrics: new Metrics(),
    clock,
    watches,
    faults,
    surroundings: { outage },
  });
  const upgrades = new Upgrades({ gate, store, log, clock, portForward: options.portForward });
  return {
    servingAuthority: options.serving?.certificate ?? authority.certificate,
    authenticator,
    store,
    bootstrap: { store, writer, registry, clock },
    router,
    listener,
    upgrades,
    background,
    log,
    watches,
    faults,
    data,
  };
}
