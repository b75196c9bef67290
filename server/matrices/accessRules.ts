import { inArray, sql } from 'drizzle-orm';
import { getAccessWhenNamed, getNamedRoleAccess, isWithoutEffect, type MatrixAccess } from '#contract/matrices.ts';
import { emptySharing, type Sharing, type SharingLevel } from '#contract/sharing.ts';
import { type Database, queryRows } from '../db/database.ts';
import { matrices } from '../db/schema.ts';
import { invalidField } from '../http/errors.ts';
import type { WriteRules } from '../records/tableBinding.ts';
import { translateMatrix } from '../translate.ts';

/**
 * Rejects an access level that would have no effect, because nobody would notice this. Checks only levels that a write
 * adds, since a role may have lost its permissions after it was added.
 */
export const matrixRules: WriteRules = async ({ tx, caller, ids, patch }, operation) => {
  const newSharing = patch?.['access'] as Sharing | undefined;
  if (newSharing) {
    const storedMatrices = await tx
      .select({ author: matrices.author, access: matrices.access })
      .from(matrices)
      .where(inArray(matrices.id, [...ids]));
    const newMatrix = { author: caller.id, access: emptySharing };
    for (const { author, access } of ids.length > 0 ? storedMatrices : [newMatrix])
      await assertSharingEffective(tx, author, diffSharing(access as Sharing, newSharing));
  }
  await operation();
};

const diffSharing = (before: Sharing, after: Sharing): Sharing => ({
  users: after.users.filter(({ id, level }) => !before.users.some(user => user.id === id && user.level === level)),
  roles: after.roles.filter(
    ({ slug, level }) => !before.roles.some(role => role.slug === slug && role.level === level),
  ),
});

/** @throws {ApiFailure} 400 at the first user or role whose level would have no effect */
const assertSharingEffective = async (
  tx: Database,
  author: number | null,
  { users, roles }: Sharing,
): Promise<void> => {
  if (roles.length > 0)
    for (const { slug, name, slugs } of await readRoles(tx, roles))
      assertLevelEffective(
        name,
        findNamedLevel(roles, role => role.slug === slug),
        level => getNamedRoleAccess({ role: slug, grantedSlugs: new Set(slugs) }, level),
      );
  if (users.length > 0)
    for (const { id, name, role, slugs } of await readUsers(tx, users))
      assertLevelEffective(
        name,
        findNamedLevel(users, user => user.id === id),
        level =>
          getAccessWhenNamed(
            { id, role, grantedSlugs: new Set(slugs) },
            author === null ? null : { id: author },
            level,
          ),
      );
};

const findNamedLevel = <N extends { level: SharingLevel }>(
  entries: readonly N[],
  matches: (entry: N) => boolean,
): SharingLevel => entries.find(matches)?.level ?? 'view';

const assertLevelEffective = (
  name: string,
  level: SharingLevel,
  accessAt: (level: SharingLevel) => MatrixAccess,
): void => {
  const access = accessAt(level);
  if (!isWithoutEffect(access, level)) return;
  const reason = translateMatrix(`access.reasons.${access.reason}`);
  throw invalidField(
    'access',
    translateMatrix('access.noEffect', { name, level: translateMatrix(`access.levels.${level}`), reason }),
  );
};

const readRoles = (tx: Database, namedRoles: Sharing['roles']) =>
  queryRows<{ slug: string; name: string; slugs: string[] }>(
    tx,
    sql`select slug, name, array(select slug from role_permissions where role_id = roles.id) as slugs
      from roles where slug = any(${sql.param(namedRoles.map(({ slug }) => slug))}::text[]) order by id`,
  );

const readUsers = (tx: Database, namedUsers: Sharing['users']) =>
  queryRows<{ id: number; name: string; role: string; slugs: string[] }>(
    tx,
    sql`select id, first_name || ' ' || last_name as name, role,
        array(select slug from user_rights where user_id = users.id) as slugs
      from users where id = any(${sql.param(namedUsers.map(({ id }) => id))}::integer[]) order by id`,
  );
