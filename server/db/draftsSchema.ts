import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, pgView, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accountsSchema.ts';
import { bytewiseText, jsonColumn, timestampColumn } from './columns.ts';

export const drafts = pgTable(
  'drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    manager_id: integer().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: ['current', 'history'] })
      .notNull()
      .default('current'),
    created_at: timestampColumn().notNull().defaultNow(),
    closed_at: timestampColumn(),
    run_id: integer(),
    /**
     * Filled in after a draft is closed, because counting a large draft takes too long for a list; until then computed
     * from its changes.
     */
    changes_count: integer(),
    products_count: integer(),
    errors_count: integer(),
  },
  table => [
    uniqueIndex('drafts_one_current').on(table.manager_id).where(sql`${table.status} = 'current'`),
    index('drafts_list').on(table.status, table.id),
    index('drafts_manager').on(table.manager_id),
    index('drafts_run').on(table.run_id),
  ],
);

/** Columns that identify a changed value and describe its change. */
const changeColumns = () => ({
  /** Zero for resources that are not published, whose changes belong to no draft. */
  draft_id: integer().notNull(),
  entity: bytewiseText().notNull(),
  record_id: integer().notNull(),
  /**
   * Empty for the record itself, created (no `before`) or deleted (no `after`); `attributes.<code>` for an attribute.
   */
  field: bytewiseText().notNull(),
  item: bytewiseText().notNull(),
  before: jsonColumn(),
  after: jsonColumn(),
  /** When it was written, while the record was locked. So the changes of a record are in the order of their times. */
  at: timestampColumn().notNull().defaultNow(),
});

/**
 * What each batch has changed, with one row per field or linked pair, no matter how often the batch wrote it. Only
 * triggers write here, so no write can bypass the history. No foreign keys, because checking them would slow down every
 * imported row.
 */
export const changes = pgTable(
  'changes',
  {
    batch_id: integer().notNull(),
    ...changeColumns(),
    /** The first and the last change of the value in its draft, between which the net change of the draft lies. */
    is_first: boolean().notNull().default(true),
    is_last: boolean().notNull().default(true),
  },
  table => [
    // A run may continue after its draft was closed, hence the draft.
    primaryKey({
      columns: [table.batch_id, table.entity, table.record_id, table.field, table.item, table.draft_id],
    }),
    index('changes_draft').on(table.draft_id, table.entity, table.record_id, table.field, table.item),
    index('changes_record').on(table.entity, table.record_id, table.batch_id),
    // Prices by project, pictures by key, and the places of products in matrices.
    index('changes_item')
      .on(table.field, table.item, table.batch_id)
      .where(sql`${table.field} in ('prices', 'images', 'products')`),
  ],
);

/**
 * The net difference made by a draft. It has one row per field or linked pair, regardless of the number of edits,
 * because only the result is worth reviewing. A record created or deleted in the draft has a single row, and one created
 * and deleted again has none; nor does a product that is in a matrix at another place. Computed for one draft or record at a time: a condition on these has to be a constant or
 * stand in a subquery with `offset 0`, because in a join the net changes of all drafts would be computed.
 */
export const draftChanges = pgView('draft_changes', { ...changeColumns(), acted_by: integer() }).as(sql`
  select draft_id, entity, record_id, field, item, before, after, at,
    (select acted_by from batches where batches.id = net.batch_id) as acted_by
  from (
    select *, bool_or(field = '' and (before is null or after is null))
      over (partition by draft_id, entity, record_id) as is_whole
    from (
      select draft_id, entity, record_id, field, item, after, at, batch_id,
        case when is_first then before else (
          select earliest.before from changes earliest
          where earliest.draft_id = latest.draft_id and earliest.entity = latest.entity
            and earliest.record_id = latest.record_id and earliest.field = latest.field
            and earliest.item = latest.item and earliest.is_first
        ) end as before
      from changes latest where is_last
    ) ends
  ) net
  where before is distinct from after and (field = '' or not is_whole)
    and (field <> 'products' or before is null or after is null)`);
