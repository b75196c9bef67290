import { eq } from 'drizzle-orm';
import { toAuthor, withAuthor } from '../accounts/author.ts';
import { cafes } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { resolveChoice } from '../media/sending/choice.ts';
import { createForecast } from '../media/sending/createForecast.ts';
import { sendingStore } from '../media/sending/runs.ts';
import { cancelSending, sendingRuns, startSending } from '../media/sending/sendingJob.ts';
import { createSalt, deriveCafeKey } from '../media/sending/sign.ts';
import { commitChange } from '../records/commit.ts';
import { createStamp } from '../records/stamp.ts';
import { translateSending } from '../translate.ts';

export const sendingHandlers = (deps: ServerDeps): Handlers['sending'] => ({
  current: async () => {
    const run = await sendingRuns.current(deps);
    if (!run) return null;
    return { ...run, ...(await sendingStore.readLatestLog(deps.db, run.id)) };
  },
  start: async ({ body, caller }) => {
    if (await sendingRuns.current(deps))
      throw new ApiFailure('conflict', { message: translateSending('refused.running') });
    const sendingPlan = await resolveChoice(deps, body, caller);
    return (await startSending(deps, { ...sendingPlan, anew: body.anew, starter: toAuthor(caller) })).run;
  },
  preview: async ({ body, caller, context }) => {
    const sendingPlan = await resolveChoice(deps, body, caller);
    return createForecast(deps, { ...sendingPlan, anew: body.anew }, context.req.raw.signal);
  },
  cancel: ({ caller }) => cancelSending(withAuthor(deps, caller), caller.id),
  runs: ({ query }) => sendingStore.readPage(deps.db, deps.clock(), query),
  run: async ({ params, query }) => {
    const run = await sendingStore.readRun(deps.db, params.id, deps.clock());
    if (!run) throw new ApiFailure('notFound');
    return { ...run, ...(await sendingStore.readLog(deps.db, run.id, query)) };
  },
});

/** A cafe's key has an endpoint of its own, because it is shown only once. */
export const cafeHandlers = (deps: ServerDeps): Pick<Handlers['cafes'], 'makeKey'> => ({
  makeKey: async ({ params: { id }, caller }) => {
    const salt = createSalt();
    await commitChange(withAuthor(deps, caller), async (tx, changes) => {
      const [cafe] = await tx
        .update(cafes)
        .set({ ...createStamp(cafes, changes), key_salt: salt, has_key: true })
        .where(eq(cafes.id, id))
        .returning({ kind: cafes.kind, name: cafes.name });
      if (!cafe) throw new ApiFailure('notFound');
      if (cafe.kind === 'folder') throw new ApiFailure('invalid', { message: translateSending('refused.key') });
      changes.changed('settings/cafe', [id]);
      changes.noted([
        { resource: 'settings/cafe', id, verb: 'changed', name: cafe.name, fields: [], kind: 'key_issued' },
      ]);
    });
    return { key: deriveCafeKey(deps.secrets.access, salt) };
  },
});
