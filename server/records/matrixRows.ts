import { eq, or, type SQL, sql } from 'drizzle-orm';
import { canShare, getMatrixAccess, type MatrixOwnership } from '#contract/matrices.ts';
import { emptySharing } from '#contract/sharing.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { matrices } from '../db/schema.ts';
import type { RowRules } from './tableBinding.ts';

/** The most restricted matrix possible. Callers who may see it may see every matrix, so they need no row filter. */
const mostRestrictedMatrix: MatrixOwnership = {
  author: null,
  access: { users: [], roles: [{ slug: '', level: 'view' }] },
};

/** Row access for matrices: the contract's `getMatrixAccess`, expressed as SQL. */
export const matrixRows: RowRules = {
  levelOf: (user, record) => getMatrixAccess(user, record as unknown as MatrixOwnership).level,
  visible: caller =>
    getMatrixAccess(caller, mostRestrictedMatrix).level === 'none' ? visibilityCondition(caller) : undefined,
  canEdit: (caller, record, patch) => {
    const matrix = record as unknown as MatrixOwnership;
    const isSharing =
      patch !== null && Object.keys(patch).every(name => name === ('access' satisfies keyof MatrixOwnership));
    return isSharing ? canShare(caller, matrix) : getMatrixAccess(caller, matrix).level === 'edit';
  },
};

const visibilityCondition = ({ id, role }: Caller): SQL | undefined =>
  or(
    eq(matrices.author, id),
    eq(matrices.access, emptySharing),
    accessContains({ users: [{ id }] }),
    accessContains({ roles: [{ slug: role }] }),
  );

const accessContains = (entries: object): SQL => sql`${matrices.access} @> ${JSON.stringify(entries)}::jsonb`;
