/** Servers are found again by these, never by their names (rule IB-016). The uid is the RestMachine's own: it is unique. */
export const tags = { machine: "uid", cluster: "cluster" } as const;
