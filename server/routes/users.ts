import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getPermissionNames, listGroupSlugs, type PermissionGroup, permissionGroups } from '#contract/permissions.ts';
import { withAuthor } from '../accounts/author.ts';
import { getClientNetwork } from '../accounts/session/clientNetwork.ts';
import type { Handlers, Overrides } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { invalidField } from '../http/errors.ts';
import { createRecord } from '../records/commit.ts';
import { createCollectionHandlers } from '../records/handlers.ts';
import { createIdempotency } from '../records/idempotency.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';
import type { Totals } from '../records/totals.ts';
import type { Patch } from '../records/values.ts';
import { assertCanWrite, filterVisibleFields } from '../records/visibleFields.ts';
import { getLanguage, translate } from '../translate.ts';
import { getSectionTitle } from './navigation.ts';

/** 96 random bits as sixteen characters, short enough to be dictated or typed. */
const generatePassword = (): string => randomBytes(12).toString('base64url');

/** Who may change whom is decided in `people/userRules.ts`. */
export const createUserOverrides = (deps: ServerDeps, totals: Totals): Overrides['users'] => {
  const calls = createCollectionHandlers(deps, totals, 'users');
  const binding = getBinding('users');
  return {
    create: async ({ body, caller, context }) => {
      assertCanWrite(caller, binding.collection, body as Patch, 'create');
      const password = body.password ?? generatePassword();
      const values = { ...body, password: await hashInitialPassword(deps, password, context) };
      const runOnce = createIdempotency(deps, caller, context, body);
      let isCreated = false;
      const record = await createRecord(
        withAuthor(deps, caller),
        narrowBinding(binding, caller),
        values,
        (tx, create) =>
          runOnce(tx, () => {
            isCreated = true;
            return create();
          }),
      );
      // Only this response contains the password. The response stored for repeated requests must not contain it.
      return {
        ...filterVisibleFields(caller, binding.collection)(record),
        ...(isCreated ? { password } : {}),
      } as never;
    },
    update: async call => {
      const { password, ...body } = call.body;
      const values = password ? { ...body, password: await hashInitialPassword(deps, password, call.context) } : body;
      return calls.update({ ...call, body: values });
    },
    preview: call => calls.preview(rejectPassword(call)),
    updateMany: call => calls.updateMany(rejectPassword(call)),
  };
};

export const permissionHandlers: Handlers['permissions'] = {
  list: () => {
    const names = getPermissionNames(getLanguage());
    return Promise.resolve(
      (Object.keys(permissionGroups) as PermissionGroup[]).flatMap(group =>
        listGroupSlugs(group).map(slug => ({ slug, name: names[slug], group: getSectionTitle(group) })),
      ),
    );
  },
};

/** @throws {ApiFailure} 429 when too many passwords of the caller's network are waiting to be hashed */
const hashInitialPassword = (deps: ServerDeps, password: string, context: Context): Promise<string> =>
  deps.passwords(getClientNetwork(context, deps.config), ({ hash }) => hash(password));

/** @throws {ApiFailure} 400 for a bulk edit of passwords, because several users would share one */
const rejectPassword = <C extends { body: { data: { password?: unknown } } }>(call: C): C => {
  if (call.body.data.password !== undefined) throw invalidField('data.password', translate('onePassword'));
  return call;
};
