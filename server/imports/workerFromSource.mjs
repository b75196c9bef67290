/** The import's thread where the server runs from its sources: a thread inherits no loader of TypeScript. */
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
