/**
 * Servers are found again by these, never by their names (rule IB-016). The uid is the RestMachine's own: nothing else in the
 * world has it.
 */
export const tags = { machine: "uid", cluster: "cluster" } as const;
