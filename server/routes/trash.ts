import { purgeTrash, readTrash, readTrashIds, restoreFromTrash } from '../drafts/trash.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';

export const trashHandlers = (deps: ServerDeps): Handlers['trash'] => ({
  list: ({ query, caller }) => readTrash(deps.db, caller, query),
  ids: async ({ query, caller }) => ({ ids: await readTrashIds(deps.db, caller, query) }),
  restore: ({ body, caller }) => restoreFromTrash(deps, caller, body),
  purge: ({ body, caller }) => purgeTrash(deps, caller, body),
});
