import { eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../db/database.ts';
import { changes, trash } from '../../db/schema.ts';
import { ApiFailure } from '../../http/errors.ts';
import { anyOfCondition } from '../../records/query.ts';
import type { Caller } from '../session/caller.ts';
import { assertNotActing, listMissingSlugs } from './userRights.ts';

/**
 * Users and roles in the trash that the caller could not have deleted, because they had more permissions. The rules for
 * writes compare stored rows, which these no longer are.
 * @throws {ApiFailure} 409 while the caller acts as another user
 */
export const refuseStrongerInTrash = async (
  tx: Database,
  caller: Caller,
  resource: 'users' | 'roles',
  ids: readonly number[],
): Promise<Map<number, ApiFailure>> => {
  assertNotActing(caller);
  const deleted = await queryRows<{ id: number; slugs: string[] }>(
    tx,
    sql`select ${trash.record_id} as id, array(
        select item from ${changes} c where c.entity = ${trash.entity} and c.record_id = ${trash.record_id}
          and c.batch_id = ${trash.batch_id} and c.field = 'permissions' and c.after is null
        union select held.slug from role_permissions held join roles on roles.id = held.role_id
          where roles.slug = ${trash.row} ->> 'role'
      ) as slugs
      from ${trash} where ${eq(trash.entity, resource)} and ${anyOfCondition(trash.record_id, ids, 'integer')}`,
  );
  const stronger = deleted.filter(({ slugs }) => listMissingSlugs(caller, slugs).length > 0);
  const text = resource === 'users' ? 'userStronger' : 'roleStronger';
  return new Map(stronger.map(({ id }) => [id, new ApiFailure('forbidden', { text })]));
};
