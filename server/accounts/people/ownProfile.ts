import { eq } from 'drizzle-orm';
import { getAvatarUrl } from '#contract/images.ts';
import { avatars, users } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { touchPicture } from '../../media/images/pictureStore.ts';
import { commitChange, editRecord } from '../../records/commit.ts';
import { lockInOrder } from '../../records/locks.ts';
import { createStamp } from '../../records/stamp.ts';
import { getBinding } from '../../records/tableBinding.ts';
import { toTouchedRows } from '../../records/touched.ts';
import { withAuthor } from '../author.ts';
import type { Caller } from '../session/caller.ts';
import { notifyProfileChange } from './userRights.ts';

interface OwnChanges {
  first_name?: string | undefined;
  last_name?: string | undefined;
  middle_name?: string | null | undefined;
  avatar?: null | undefined;
}

/** @throws {ApiFailure} 403 while impersonating */
export const changeOwnProfile = async (
  deps: ServerDeps,
  caller: Caller,
  { avatar, ...names }: OwnChanges,
): Promise<void> => {
  assertProfileEditable(caller);
  await editRecord(withAuthor(deps, caller), getBinding('users'), caller.id, names);
  if (avatar === null) await setAvatar(deps, caller, null);
  else notifyProfileChange(deps, [caller.id]);
};

/** @throws {ApiFailure} 403 while impersonating */
export const setAvatar = async (deps: ServerDeps, caller: Caller, key: string | null): Promise<void> => {
  assertProfileEditable(caller);
  await commitChange(withAuthor(deps, caller), async (tx, changes) => {
    // Serialises concurrent uploads, so that only one avatar remains.
    await lockInOrder(tx, [toTouchedRows(getBinding('users'), [caller.id], 'no key update')]);
    const replaced = await tx.delete(avatars).where(eq(avatars.user_id, caller.id)).returning({ key: avatars.key });
    // Its file stays for a day, so that a database that is set back to an earlier moment still has it.
    for (const { key } of replaced) await touchPicture(tx, key, deps.clock());
    if (key !== null) await tx.insert(avatars).values({ user_id: caller.id, key });
    const avatar = key === null ? null : getAvatarUrl(key, 'small');
    await tx
      .update(users)
      .set({ avatar, ...createStamp(users, changes) })
      .where(eq(users.id, caller.id));
    changes.changed('users', [caller.id]);
    changes.runAfterCommit(deps => notifyProfileChange(deps, [caller.id]));
  });
};

/** An impersonator must not change the profile, which belongs to the user. */
export const assertProfileEditable = ({ actor }: Caller): void => {
  if (actor) throw new ApiFailure('forbidden', { text: 'actingProfile' });
};
