import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** What goes through `fetch` has to be of one make: jsdom's files and aborts are not Node's. */
const ofNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'File',
  'Blob',
  'AbortController',
  'AbortSignal',
] as const;

/** jsdom as the screens need it: a document and a window, with Node's own network. */
const environment: Environment = {
  name: 'screens',
  viteEnvironment: 'client',
  setup: async (global: Record<string, unknown>, options) => {
    const own = ofNode.map(name => [name, global[name]] as const);
    const { teardown } = await builtinEnvironments.jsdom.setup(global, options);
    Object.assign(global, Object.fromEntries(own));
    return { teardown };
  },
};
export default environment;
