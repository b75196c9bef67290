import { z } from 'zod';
import { exportFormats, tableTypes } from './bulk.ts';
import { page } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { MAX_PER_PAGE } from './limits.ts';
import { Hit } from './links.ts';
import type { Access, PermissionSlug } from './permissions.ts';
import type { RoleSlug } from './roles.ts';
import { isShared, namedLevel, Sharing } from './sharing.ts';

/** Products in one call, and in one matrix. */
const MAX_MATRIX_IDS = 10_000;

/** Who may come to a matrix at all; what exactly each may do there is `reachOf`'s word. */
export const matrixReaders = ['matrix.view-list'] as const satisfies Access;
/** §6: the author may write what others need `matrix.operation` for. */
export const matrixWriters = ['matrix.operation', 'matrix.view-list'] as const satisfies Access;

/** Somebody as far as a matrix asks. */
export interface Visitor {
  id: number;
  role: string;
  granted: ReadonlySet<string>;
}
/** What decides of a matrix. */
export interface Reached {
  author: { id: number } | null;
  access: Sharing;
}

/** Why somebody may do with a matrix what they may; the texts stand under `matrix.reach`. */
export const reachReasons = [
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
export type ReachReason = (typeof reachReasons)[number];
export interface Reach {
  level: 'none' | 'view' | 'edit';
  reason: ReachReason;
}

const AUTHORS_ONLY: RoleSlug = 'manager_matrix';

/**
 * What somebody may do with a matrix (§6). A `manager_matrix` edits what they wrote, anybody else needs
 * `matrix.operation`. Where a matrix names people or roles, it is closed to those whom it does not name, and who may
 * edit it is narrowed to those whom it names for that; holders of `matrix.operation` still see it, so that nobody is
 * ever locked out of its access settings.
 */
export const reachOf = ({ id, role, granted }: Visitor, { author, access }: Reached): Reach => {
  if (!matrixWriters.some(slug => granted.has(slug))) return { level: 'none', reason: 'noList' };
  const isAuthorsOnly = role === AUTHORS_ONLY;
  const mayOperate = granted.has('matrix.operation' satisfies PermissionSlug) && !isAuthorsOnly;
  if (author?.id === id)
    return isAuthorsOnly || mayOperate
      ? { level: 'edit', reason: 'author' }
      : { level: 'view', reason: 'authorWithoutRight' };
  if (!isShared(access)) {
    if (mayOperate) return { level: 'edit', reason: 'operation' };
    return { level: 'view', reason: isAuthorsOnly ? 'notAuthor' : 'everybody' };
  }
  const named = namedLevel(access, { id, role });
  if (named === 'edit') {
    if (mayOperate) return { level: 'edit', reason: 'namedEdit' };
    return { level: 'view', reason: isAuthorsOnly ? 'notAuthor' : 'namedWithoutRight' };
  }
  if (named === 'view') return { level: 'view', reason: 'namedView' };
  return mayOperate ? { level: 'view', reason: 'keeper' } : { level: 'none', reason: 'notNamed' };
};

/** Whether somebody may say whom a matrix is for: whoever edits it, and holders of `matrix.operation` always. */
export const mayShare = (visitor: Visitor, matrix: Reached): boolean => {
  const { level, reason } = reachOf(visitor, matrix);
  const mayOperate = visitor.granted.has('matrix.operation' satisfies PermissionSlug);
  return mayOperate && (level === 'edit' || (visitor.role !== AUTHORS_ONLY && reason !== 'noList'));
};

const Ids = z.strictObject({ ids: z.array(Id).max(MAX_MATRIX_IDS) });
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(50),
  search: z.string().trim().max(255).optional(),
};

/** What a merge makes of these matrices. */
const Merge = z.strictObject({
  source_ids: z.array(Id).min(1).max(100),
  target: z.union([z.strictObject({ id: Id }), z.strictObject({ name: z.string().trim().min(1).max(255) })]),
  delete_sources: z.boolean(),
});
const Merged = z.object({
  /** Null while nothing is written and the target is still to be made. */
  target: z.object({ id: Id, name: z.string(), products_count: z.int() }).nullable(),
  /** Products that all of them have together, and that every one of them has. */
  total: z.int(),
  common: z.int(),
  /** Products that each has, and that none of the others has; the target too when it is there already. */
  sources: z.array(z.object({ id: Id, name: z.string(), products: z.int(), only: z.int() })),
  deleted_ids: z.array(Id),
});
export type Merged = z.output<typeof Merged>;

/** The calls of a matrix beside those of every collection (contract 3). */
export const matrixEndpoints = {
  access: endpoint('GET /matrices/:id/access', { access: ['matrix.operation'], result: Sharing }),
  setAccess: endpoint('PUT /matrices/:id/access', {
    access: ['matrix.operation'],
    body: Sharing,
    result: Sharing,
  }),
  /** Whom a matrix may name: people who may come to one, and roles. */
  people: endpoint('GET /matrices/people', {
    access: ['matrix.operation'],
    result: z.object({
      users: z.array(z.object({ id: Id, name: z.string(), role: z.string(), slugs: z.array(z.string()) })),
      roles: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  }),
  products: endpoint('GET /matrices/:id/products', {
    access: matrixReaders,
    query: z.strictObject(paging),
    result: page(Hit),
  }),
  /** What could be added: products that a search finds, and whether they are inside. */
  candidates: endpoint('GET /matrices/:id/candidates', {
    access: matrixWriters,
    query: z.strictObject(paging),
    result: page(Hit.extend({ is_inside: z.boolean() })),
  }),
  /** What `addProducts` would do with a column of barcodes, or with another matrix. */
  find: endpoint('POST /matrices/:id/found', {
    isSlight: true,
    access: matrixWriters,
    body: z.union([
      z.strictObject({ barcodes: z.array(z.string().trim().min(1).max(1000)).min(1).max(MAX_MATRIX_IDS) }),
      z.strictObject({ matrix_id: Id }),
    ]),
    result: z.object({ ids: z.array(Id), inside: z.int(), unknown: z.array(z.string()) }),
  }),
  /** At the end, in the order given; answers those that were not inside before. */
  addProducts: endpoint('POST /matrices/:id/products', { access: matrixWriters, body: Ids, result: Ids }),
  removeProducts: endpoint('DELETE /matrices/:id/products', { access: matrixWriters, body: Ids, result: Ids }),
  /** Moves products, in the order given, before another one; to the end without one. */
  moveProducts: endpoint('PUT /matrices/:id/products', {
    access: matrixWriters,
    body: Ids.extend({ before_id: Id.nullable() }),
    result: Ids,
  }),
  exportProducts: endpoint('GET /matrices/:id/products/export', {
    access: matrixReaders,
    query: z.strictObject({ format: z.enum(exportFormats) }),
    raw: tableTypes.xlsx,
  }),
  /** What `merge` would do. */
  previewMerge: endpoint('POST /matrices/merge/preview', {
    access: matrixWriters,
    isSlight: true,
    body: Merge,
    result: Merged,
  }),
  merge: endpoint('POST /matrices/merge', { access: matrixWriters, body: Merge, result: Merged }),
};
