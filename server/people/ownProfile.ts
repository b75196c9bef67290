import { eq, sql } from 'drizzle-orm';
import { avatarAddress } from '#contract/images.ts';
import { storageOf } from '../collections/storage.ts';
import { change, editRecord } from '../collections/write.ts';
import { avatars, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import type { Caller } from '../session/caller.ts';
import { tellPeople } from './standing.ts';

interface OwnChanges {
  first_name?: string | undefined;
  last_name?: string | undefined;
  middle_name?: string | null | undefined;
  avatar?: null | undefined;
}

/** Changes one's own names, and takes one's avatar away. @throws {ApiFailure} 403 while acting as another user */
export const changeOwnProfile = async (deps: Deps, caller: Caller, { avatar, ...names }: OwnChanges): Promise<void> => {
  refuseActing(caller);
  await editRecord({ ...deps, by: caller.id }, storageOf('users'), caller.id, () => names);
  if (avatar === null) await showAvatar(deps, caller, null);
  else tellPeople(deps, [caller.id]);
};

/** Shows a kept picture as one's own face, or none. @throws {ApiFailure} 403 while acting as another user */
export const showAvatar = async (deps: Deps, caller: Caller, key: string | null): Promise<void> => {
  refuseActing(caller);
  await change({ ...deps, by: caller.id }, async (tx, changes) => {
    // One after the other: of two uploads at once the second finds what the first has made.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.id)).for('update');
    await tx.delete(avatars).where(eq(avatars.user_id, caller.id));
    if (key !== null) await tx.insert(avatars).values({ user_id: caller.id, key });
    const avatar = key === null ? null : avatarAddress(key, 'small');
    const set = { avatar, version: sql`${users.version} + 1`, updated_at: changes.at, updated_by: changes.by };
    await tx.update(users).set(set).where(eq(users.id, caller.id));
    changes.changed('users', [caller.id]);
    changes.afterwards(deps => tellPeople(deps, [caller.id]));
  });
};

/** An account is its person's: whoever acts as them leaves it as it is. */
export const refuseActing = ({ actor }: Caller): void => {
  if (actor) throw new ApiFailure('forbidden', { text: 'actingProfile' });
};
