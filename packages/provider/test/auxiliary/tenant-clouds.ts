import {
  defineAuxiliaryKind,
  defineIdentity,
  defineInfraCluster,
  InfraClusterReconciler,
  type SecretReference,
  type SecretsFrom,
  Type,
} from "@capstan/provider";

/** The paying account: a cluster-scoped identity. */
export const CloudAccount = defineIdentity({
  kind: "CloudAccount",
  versions: { v1: { spec: Type.Object({ url: Type.String() }) } },
});

/** A namespaced object. */
export const CloudNetwork = defineAuxiliaryKind({
  kind: "CloudNetwork",
  versions: { v1: { spec: Type.Object({ range: Type.String() }) } },
});

/** A kind whose author reads all of these; a test chooses the Secrets of other namespaces that it may read. */
export function cloudCluster(secretsFrom?: SecretsFrom) {
  return defineInfraCluster({
    kind: "CloudCluster",
    ...(secretsFrom === undefined ? {} : { secretsFrom }),
    uses: [CloudAccount, CloudNetwork],
    versions: {
      v1: {
        contract: "v1beta2",
        spec: Type.Object({
          account: Type.Optional(Type.String()),
          network: Type.Optional(Type.String()),
          secret: Type.Optional(Type.Object({ name: Type.String(), namespace: Type.Optional(Type.String()) })),
        }),
        status: Type.Object({ url: Type.String(), range: Type.String(), keys: Type.String() }),
      },
    },
  });
}

type CloudCluster = ReturnType<typeof cloudCluster>;

/** Reports the objects that it reads, but only the keys of Secrets; its errors, log lines and Events contain the values. */
export class CloudClusterReconciler extends InfraClusterReconciler<CloudCluster> {
  readonly definition: CloudCluster;
  /** The number of calls. */
  calls = 0;
  /** The values of a Secret at the last read. */
  values: Readonly<Record<string, string>> | undefined;
  /** The key of the account's Secret whose value it requests. */
  asks: string | undefined;
  /** The value of that key. */
  value: string | undefined;
  /** Whether it fails, with the values in the message. */
  leaks = false;

  constructor(definition = cloudCluster()) {
    super();
    this.definition = definition;
  }

  async reconcileCluster({ object, read, identity, secret, event, logger }: this["Scope"]) {
    this.calls += 1;
    const { account, network, secret: reference } = object.spec;
    const open = account === undefined ? undefined : await identity(CloudAccount, account);
    const found = network === undefined ? undefined : await read(CloudNetwork, network);
    const direct = reference === undefined ? undefined : await secret(withoutUndefined(reference));
    this.values = direct ?? open?.secret;
    if (this.asks !== undefined) this.value = open?.secretValue(this.asks);
    const shown = `the values are ${Object.values(this.values ?? {}).join()}`;
    if (this.leaks) {
      event({ reason: "AccountOpened", message: shown });
      logger.info(shown);
      throw new Error(shown);
    }
    return this.outcome.clusterProvisioned({
      status: { url: open?.spec.url, range: found?.spec.range, keys: Object.keys(this.values ?? {}).join() },
    });
  }

  override deleteCluster({ object, identity }: this["DeletionScope"]) {
    const { account = "" } = object.spec;
    return identity(CloudAccount, account).then(() => this.outcome.deleted());
  }
}

function withoutUndefined({
  name,
  namespace,
}: {
  readonly name: string;
  readonly namespace?: string;
}): SecretReference {
  return namespace === undefined ? { name } : { name, namespace };
}
