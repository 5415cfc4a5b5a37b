import { __ClusterKind__ } from "./__clusterFile__.ts";
import { __MachineKind__ } from "./__machineFile__.ts";
import { __PoolKind__ } from "./__poolFile__.ts";

/** The kinds of this provider: CRDs and roles follow from them. */
export const definitions = [__ClusterKind__, __MachineKind__, __PoolKind__] as const;
