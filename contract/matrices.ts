import { z } from 'zod';
import { exportFormats, tableMediaTypes } from './bulk.ts';
import { listPage } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { MAX_PER_PAGE } from './limits.ts';
import { Hit } from './links.ts';
import type { Access, PermissionSlug } from './permissions.ts';
import type { RoleSlug } from './roles.ts';
import { getSharingLevel, isShared, Sharing, type SharingLevel } from './sharing.ts';

const MAX_MATRIX_IDS = 10_000;

/** Who may see matrices at all. `getMatrixAccess` decides what a user may do with a particular matrix. */
export const matrixReadAccess = ['matrix.view-list'] as const satisfies Access;
/** §6: authors may edit their matrices; others need `matrix.operation`. */
export const matrixWriteAccess = ['matrix.operation', 'matrix.view-list'] as const satisfies Access;

export interface MatrixUser {
  id: number;
  role: string;
  grantedSlugs: ReadonlySet<string>;
}
export interface MatrixOwnership {
  author: { id: number } | null;
  access: Sharing;
}

/**
 * Why a user has their access level, so that the interface can explain a missing button. Texts are under
 * `matrix.access.reasons`.
 */
export const matrixAccessReasons = [
  'noList',
  'author',
  'authorWithoutRight',
  'notAuthor',
  'operation',
  'everybody',
  'namedEdit',
  'namedView',
  'namedWithoutRight',
  'keeper',
  'notNamed',
] as const;
export type MatrixAccessReason = (typeof matrixAccessReasons)[number];
export interface MatrixAccess {
  level: 'none' | 'view' | 'edit';
  reason: MatrixAccessReason;
}

const AUTHOR_ONLY_ROLE: RoleSlug = 'manager_matrix';

/**
 * A user's access to a matrix (§6). A `manager_matrix` edits only their own matrices; others need `matrix.operation`.
 * If a matrix has a sharing list, only users on the list may open it, and only those listed as editors may change it.
 * Holders of `matrix.operation` can always view it, so that nobody is locked out of its sharing settings.
 */
export const getMatrixAccess = (
  { id, role, grantedSlugs }: MatrixUser,
  { author, access }: MatrixOwnership,
): MatrixAccess => {
  if (!matrixWriteAccess.some(slug => grantedSlugs.has(slug))) return { level: 'none', reason: 'noList' };
  const isAuthorsOnly = role === AUTHOR_ONLY_ROLE;
  const canOperate = grantedSlugs.has('matrix.operation' satisfies PermissionSlug) && !isAuthorsOnly;
  if (author?.id === id)
    return isAuthorsOnly || canOperate
      ? { level: 'edit', reason: 'author' }
      : { level: 'view', reason: 'authorWithoutRight' };
  if (!isShared(access)) {
    if (canOperate) return { level: 'edit', reason: 'operation' };
    return { level: 'view', reason: isAuthorsOnly ? 'notAuthor' : 'everybody' };
  }
  const sharingLevel = getSharingLevel(access, { id, role });
  if (sharingLevel === 'edit') {
    if (canOperate) return { level: 'edit', reason: 'namedEdit' };
    return { level: 'view', reason: isAuthorsOnly ? 'notAuthor' : 'namedWithoutRight' };
  }
  if (sharingLevel === 'view') return { level: 'view', reason: 'namedView' };
  return canOperate ? { level: 'view', reason: 'keeper' } : { level: 'none', reason: 'notNamed' };
};

export const getAccessWhenNamed = (
  user: MatrixUser,
  author: MatrixOwnership['author'],
  level: SharingLevel,
): MatrixAccess => getMatrixAccess(user, { author, access: { users: [{ id: user.id, level }], roles: [] } });

/**
 * The access of users who have only the permissions of the role, if the list names this role. A role is never an
 * author.
 */
export const getNamedRoleAccess = ({ role, grantedSlugs }: Omit<MatrixUser, 'id'>, level: SharingLevel): MatrixAccess =>
  getMatrixAccess(
    { id: 0, role, grantedSlugs },
    { author: null, access: { users: [], roles: [{ slug: role, level }] } },
  );

/**
 * Whether an entry of the list grants no access, or less than its level promises. The interface then shows a warning.
 */
export const isWithoutEffect = (access: MatrixAccess, level: SharingLevel): boolean =>
  access.level !== 'edit' && access.level !== level;

/**
 * Whether a user may change a matrix's sharing list: its editors, and holders of `matrix.operation` even when they are
 * not listed.
 */
export const canShare = (user: MatrixUser, matrix: MatrixOwnership): boolean => {
  const { level, reason } = getMatrixAccess(user, matrix);
  const canOperate = user.grantedSlugs.has('matrix.operation' satisfies PermissionSlug);
  return canOperate && (level === 'edit' || (user.role !== AUTHOR_ONLY_ROLE && reason !== 'noList'));
};

const ProductIds = z.strictObject({ ids: z.array(Id).max(MAX_MATRIX_IDS) });
const pagingQuery = {
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(50),
  search: z.string().trim().max(255).optional(),
};

const MergeBody = z.strictObject({
  source_ids: z.array(Id).min(1).max(100),
  target: z.union([z.strictObject({ id: Id }), z.strictObject({ name: z.string().trim().min(1).max(255) })]),
  delete_sources: z.boolean(),
});
const MergeResult = z.object({
  target: z.object({ id: Id, name: z.string(), products_count: z.int() }).nullable(),
  /** Sizes of the union and the intersection of the sources, to show how much they overlap. */
  total: z.int(),
  common: z.int(),
  sources: z.array(z.object({ id: Id, name: z.string(), products: z.int(), only: z.int() })),
  deleted_ids: z.array(Id),
});
export type MergeResult = z.output<typeof MergeResult>;

export const matrixEndpoints = {
  access: endpoint('GET /matrices/:id/access', { access: ['matrix.operation'], result: Sharing }),
  setAccess: endpoint('PUT /matrices/:id/access', {
    access: ['matrix.operation'],
    body: Sharing,
    result: Sharing,
  }),
  people: endpoint('GET /matrices/people', {
    access: ['matrix.operation'],
    result: z.object({
      users: z.array(z.object({ id: Id, name: z.string(), role: z.string(), slugs: z.array(z.string()) })),
      roles: z.array(z.object({ slug: z.string(), name: z.string(), slugs: z.array(z.string()) })),
    }),
  }),
  products: endpoint('GET /matrices/:id/products', {
    access: matrixReadAccess,
    query: z.strictObject(pagingQuery),
    result: listPage(Hit),
  }),
  /**
   * Search results that could be added. Includes products already in the matrix, marked as such, so that a search never
   * seems to miss one.
   */
  candidates: endpoint('GET /matrices/:id/candidates', {
    access: matrixWriteAccess,
    query: z.strictObject(pagingQuery),
    result: listPage(Hit.extend({ is_inside: z.boolean() })),
  }),
  find: endpoint('POST /matrices/:id/found', {
    allowedWhenDiskFull: true,
    access: matrixWriteAccess,
    body: z.union([
      z.strictObject({ barcodes: z.array(z.string().trim().min(1).max(1000)).min(1).max(MAX_MATRIX_IDS) }),
      z.strictObject({ matrix_id: Id }),
    ]),
    result: z.object({ ids: z.array(Id), inside: z.int(), unknown: z.array(z.string()) }),
  }),
  /** Appends products in the given order; returns those that were not in the matrix yet. */
  addProducts: endpoint('POST /matrices/:id/products', {
    access: matrixWriteAccess,
    body: ProductIds,
    result: ProductIds,
  }),
  removeProducts: endpoint('DELETE /matrices/:id/products', {
    access: matrixWriteAccess,
    body: ProductIds,
    result: ProductIds,
  }),
  /** Moves products, in the given order, before `before_id`, or to the end if `before_id` is null. */
  moveProducts: endpoint('PUT /matrices/:id/products', {
    access: matrixWriteAccess,
    body: ProductIds.extend({ before_id: Id.nullable() }),
    result: ProductIds,
  }),
  exportProducts: endpoint('GET /matrices/:id/products/export', {
    access: matrixReadAccess,
    query: z.strictObject({ format: z.enum(exportFormats) }),
    raw: tableMediaTypes.xlsx,
  }),
  previewMerge: endpoint('POST /matrices/merge/preview', {
    access: ['matrix.operation'],
    allowedWhenDiskFull: true,
    body: MergeBody,
    result: MergeResult,
  }),
  merge: endpoint('POST /matrices/merge', { access: ['matrix.operation'], body: MergeBody, result: MergeResult }),
};
