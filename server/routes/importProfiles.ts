import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { changeProfile, createProfile, listProfiles, readProfile, removeProfile } from '../imports/profiles.ts';

export const importProfileHandlers = (deps: Deps): Handlers['importProfiles'] => ({
  list: () => listProfiles(deps.db),
  create: ({ body, caller }) => createProfile(deps, body, caller.id),
  change: ({ params, body, caller }) => changeProfile(deps, params.id, body, caller.id),
  remove: async ({ params }) => {
    await removeProfile(deps.db, params.id);
    return null;
  },
  exported: async ({ params, context }) => {
    const { name, arrangement } = await readProfile(deps.db, params.id);
    return context.body(`${JSON.stringify({ name, arrangement }, null, 2)}\n`, 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="profile-${params.id}.json"`,
    });
  },
});
