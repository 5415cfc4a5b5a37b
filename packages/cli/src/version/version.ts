import packageJson from "../../package.json" with { type: "json" };

/** Version of the `capstan` package, as published. */
export const version: string = packageJson.version;
