// Loaded by Node itself, which needs no build of it: VitePress would bundle what is imported by a name that it knows.
const { default: config } = await import(`${import.meta.dirname}/../../build/site/config.ts`);
export default config;
