import { and, eq, gte, like, lte, or, type SQL, sql } from 'drizzle-orm';
import type { BatchFilter } from '#contract/batches.ts';
import { declaredResources } from '#contract/records.ts';
import { foldText } from '#contract/searchText.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { foldSql } from '../db/columns.ts';
import { batches, categories, changes, drafts, projects, trash } from '../db/schema.ts';
import { canSeeAllChanges, canSeeEntity, visibleRowsOfChanges } from '../drafts/visibleChanges.ts';
import { escapeLike, searchCondition } from '../records/query.ts';
import { getBinding, narrowBinding, scopeCondition } from '../records/tableBinding.ts';

/**
 * Conditions for the batches that a caller may see and that match a filter. None of them reads the changes of batches
 * that do not match: they are looked up by an index, or answered by the summary. `offset 0` keeps the planner from
 * joining all batches with all changes.
 */
export const batchConditions = (caller: Caller, filter: BatchFilter): SQL | undefined => {
  const { from, to, kind } = filter;
  return and(
    from === undefined ? undefined : gte(batches.at, new Date(from)),
    to === undefined ? undefined : lte(batches.at, new Date(to)),
    kind && eq(batches.kind, kind),
    filter.run === undefined ? undefined : runCondition(filter.run),
    filter.unpublished ? unpublishedCondition : undefined,
    filter.project === undefined ? undefined : projectCondition(filter.project),
    filter.word ? wordCondition(caller, filter.word) : undefined,
    contentCondition(caller, filter),
  );
};

const runCondition = (runId: number): SQL =>
  sql`${batches.details} ? 'run_id' and (${batches.details} ->> 'run_id')::integer = ${runId}`;

/** Each way in which a person can occur has an index of its own, already in the order of the list. */
export const personConditions = ({ user }: BatchFilter): (SQL | undefined)[] =>
  user === undefined ? [undefined] : [eq(batches.user_id, user), eq(batches.acted_by, user)];

/** A batch whose changes the caller may see, of a record, an entity or a field if the filter names them. */
const contentCondition = (caller: Caller, { entity, record_id, field }: BatchFilter): SQL | undefined => {
  if (entity !== undefined && record_id !== undefined) {
    const ofRecord = and(
      eq(changes.entity, entity),
      eq(changes.record_id, record_id),
      field === undefined ? undefined : eq(changes.field, field),
      canSeeAllChanges(caller) ? undefined : visibleRowsOfChanges(caller),
    );
    return sql`${batches.id} in (select ${changes.batch_id} from ${changes} where ${ofRecord})`;
  }
  const named = entity !== undefined || field !== undefined;
  return and(
    named ? namedContentCondition(entity, field) : undefined,
    canSeeAllChanges(caller) ? undefined : existsChange(visibleRowsOfChanges(caller)),
  );
};

const existsChange = (condition: SQL | undefined): SQL =>
  sql`exists (select from ${changes} where ${and(sql`${changes.batch_id} = ${batches.id}`, condition)} offset 0)`;

/** A batch without a summary is a recent single write, whose few changes can be read. */
const namedContentCondition = (entity: string | undefined, field: string | undefined): SQL => {
  const part = [{ ...(entity !== undefined && { entity }), ...(field !== undefined && { fields: [field] }) }];
  const rows = and(
    entity === undefined ? undefined : eq(changes.entity, entity),
    field === undefined ? undefined : eq(changes.field, field),
  );
  return sql`(${batches.summary} @> ${JSON.stringify(part)}::jsonb
    or (${batches.summary} is null and ${existsChange(rows)}))`;
};

/** A run may go on after the draft was closed in which it began, but not for longer than this. */
const LONGEST_RUN = sql`interval '1 day'`;

/** Starts from the open drafts, of which there are few, and reads the batches of their authors. */
const unpublishedCondition = sql`${batches.id} in (
  select written.id from ${drafts} join ${batches} written on written.user_id = ${drafts.manager_id}
  where ${drafts.status} = 'current' and written.at >= ${drafts.created_at} - ${LONGEST_RUN} and exists (
    select from ${changes} where ${changes.batch_id} = written.id and ${changes.draft_id} = ${drafts.id} offset 0
  )
)`;

/** Whether a batch has changes that are not published yet. Named in full, because drizzle omits the names of tables here. */
export const isUnpublishedSql = sql<boolean>`exists (
  select from drafts where drafts.status = 'current' and drafts.manager_id = batches.user_id and exists (
    select from changes where changes.batch_id = batches.id and changes.draft_id = drafts.id offset 0
  )
)`;

const projectCondition = (project: number): SQL | undefined =>
  or(
    existsChange(and(eq(changes.field, 'prices'), eq(changes.item, String(project)))),
    and(
      eq(batches.kind, 'tree'),
      sql`${batches.details} ->> 'name' = (select ${projects.platform} from ${projects} where ${projects.id} = ${project})`,
    ),
    sql`${batches.id} in (select ${changes.batch_id} from ${changes}
      where ${changes.entity} = 'settings/project' and ${changes.record_id} = ${project})`,
  );

const foldedSql = (expression: string): SQL => sql.raw(foldSql(expression));

/** Records whose batches are looked up for a word; of more records, those changed last. */
const MAX_FOUND_RECORDS = 1000;

/**
 * Batches of records with a word in their names, deleted ones included, and of files with it.
 * Only of records that the caller may list, so that the word reveals nothing about others.
 */
const wordCondition = (caller: Caller, word: string): SQL | undefined => {
  const pattern = `%${escapeLike(foldText(word))}%`;
  const found = [
    ...declaredResources.filter(name => canSeeEntity(name, caller)).map(name => foundRecordsSql(caller, name, word)),
    ...(canSeeEntity('categories', caller)
      ? [
          sql`(select 'categories' as entity, id from ${categories} where ${like(foldedSql('categories.name'), pattern)}
          limit ${MAX_FOUND_RECORDS})`,
        ]
      : []),
    sql`(select ${trash.entity}, ${trash.record_id} from ${trash}
      where ${like(foldedSql("trash.row ->> 'name'"), pattern)} limit ${MAX_FOUND_RECORDS})`,
  ];
  return or(
    like(foldedSql("batches.details ->> 'name'"), pattern),
    sql`${batches.id} in (
      select ${changes.batch_id} from (${sql.join(found, sql` union all `)}) found (entity, record_id)
      join ${changes} on ${changes.entity} = found.entity and ${changes.record_id} = found.record_id
      where ${visibleRowsOfChanges(caller)})`,
  );
};

const foundRecordsSql = (caller: Caller, resource: string, word: string): SQL => {
  const binding = narrowBinding(getBinding(resource), caller);
  const { table } = binding;
  return sql`(select ${resource}::text as entity, ${table.id} from ${table}
    where ${and(scopeCondition(binding), searchCondition(binding, word))}
    order by ${table.updated_at} desc limit ${MAX_FOUND_RECORDS})`;
};
