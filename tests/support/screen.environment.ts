import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** Taken from Node, because Node's `fetch` rejects jsdom's files and abort signals. */
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

/** jsdom for the document and the window, Node for the network. */
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
