import { randomBytes } from 'node:crypto';
import { permissionGroups } from '#contract/permissions.ts';
import { navigation } from '#i18n/ru/navigation.ts';
import { permissions } from '#i18n/ru/people.ts';
import { collectionHandlers } from '../collections/handlers.ts';
import { onceBy } from '../collections/once.ts';
import { plainListHandlers } from '../collections/plainList.ts';
import { mayWrite, seenBy } from '../collections/seen.ts';
import { storageOf, within } from '../collections/storage.ts';
import type { Totals } from '../collections/totals.ts';
import type { Patch } from '../collections/values.ts';
import { createRecord } from '../collections/write.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { say } from '../say.ts';
import { hashPassword } from '../session/passwords.ts';

/** Sixteen characters that can be read aloud and typed: 96 bits. */
const newPassword = (): string => randomBytes(12).toString('base64url');

/** Users (contract 2). Who may do what to whom is said by `people/userRules.ts`. */
export const userHandlers = (deps: Deps, totals: Totals): Handlers['users'] => {
  const calls = collectionHandlers(deps, totals, 'users');
  const storage = storageOf('users');
  return {
    ...calls,
    create: async ({ body, caller, context }) => {
      mayWrite(caller, storage.collection, body as Patch, 'create');
      const password = body.password ?? newPassword();
      const given = { ...body, password: await hashPassword(password, deps.passwordCost) };
      const once = onceBy(deps, caller, context, body);
      let isMade = false;
      const by = { ...deps, by: caller.id };
      const record = await createRecord(by, within(storage, caller), given, (tx, create) =>
        once(tx, () => {
          isMade = true;
          return create();
        }),
      );
      // In this answer alone: what the same request is answered again was kept without it.
      return { ...seenBy(caller, storage.collection)(record), ...(isMade ? { password } : {}) } as never;
    },
    update: async call => calls.update({ ...call, body: await withHash(deps, call.body) }),
    preview: call => calls.preview(withoutPassword(call)),
    updateMany: call => calls.updateMany(withoutPassword(call)),
  };
};

/** Roles (contract 2): all of them as the array of §7, or a page. What may be done to them is said by `people/roleRules.ts`. */
export const roleHandlers = (deps: Deps, totals: Totals): Handlers['roles'] =>
  plainListHandlers(collectionHandlers(deps, totals, 'roles'), {}) as Handlers['roles'];

/** Every permission with its Russian name and what it is about (contract 3). */
export const permissionHandlers: Handlers['permissions'] = {
  list: () =>
    Promise.resolve(
      Object.entries(permissionGroups).flatMap(([group, slugs]) =>
        slugs.map(slug => ({
          slug,
          name: permissions[slug],
          group: navigation[group as keyof typeof permissionGroups],
        })),
      ),
    ),
};

/** An empty password is none: the one that there is stays. */
const withHash = async <B extends { password?: string | null | undefined }>(
  { passwordCost }: Deps,
  { password, ...body }: B,
) => (password ? { ...body, password: await hashPassword(password, passwordCost) } : body);

/** @throws {ApiFailure} 400 when many are to have one and the same password */
const withoutPassword = <C extends { body: { data: { password?: unknown } } }>(call: C): C => {
  if (call.body.data.password !== undefined) throw invalidField('data.password', say('onePassword'));
  return call;
};
