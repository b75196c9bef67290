import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { keysOf } from '#contract/keysOf.ts';
import { type DeclaredResource, declaredResources, listResourcesWith } from '#contract/records.ts';
import { REFERENCE_PREFIX } from '#contract/referenceResource.ts';
import { referenceCollection } from '#contract/references.ts';
import { type Database, queryRows } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import { getBinding, type TableBinding } from '../records/tableBinding.ts';

/** Statement-level triggers with transition tables: one call per statement keeps bulk edits fast. */
const triggerTimings = {
  added: 'after insert on %s referencing new table as new_rows',
  changed: 'after update on %s referencing old table as old_rows new table as new_rows',
  removed: 'after delete on %s referencing old table as old_rows',
} as const;

interface Trigger {
  name: string;
  table: string;
  operation: keyof typeof triggerTimings;
  call: 'record_rows' | 'record_links';
  args: readonly string[];
}

const buildExpectedTriggers = (): Trigger[] => [
  ...declaredResources.flatMap(buildTriggers),
  ...buildReferenceTriggers(),
];

const draftedResources: ReadonlySet<string> = new Set(listResourcesWith('drafts'));

const buildTriggers = (resource: DeclaredResource): Trigger[] => {
  const binding = getBinding(resource);
  const prefix = `history_${resource.replaceAll('/', '_')}`;
  const isDrafted = String(draftedResources.has(resource));
  return [
    ...buildTableTriggers(prefix, binding.table as PgTable, 'record_rows', [
      resource,
      isDrafted,
      listUnrecordedColumns(binding).join(),
      listLabelColumns(binding).join(),
    ]),
    ...Object.entries(binding.links).flatMap(([field, { table, own, other, value = {} }]) => {
      // A view shows what other tables hold, and those are recorded.
      if (!is(table, PgTable)) return [];
      const columns = Object.values(value).filter(({ name }) => name !== own.name && name !== other.name);
      const args = [resource, isDrafted, own.name, field, other.name, columns.map(({ name }) => name).join()];
      return buildTableTriggers(`${prefix}_${field}`, table, 'record_links', args);
    }),
  ];
};

/** The values of all references share a table. The trigger adds the name of the reference to the entity. */
const buildReferenceTriggers = (): Trigger[] =>
  buildTableTriggers('history_references', referenceValues, 'record_rows', [
    REFERENCE_PREFIX,
    'false',
    Object.keys(getTableColumns(referenceValues))
      .filter(name => !recordedReferenceColumns.includes(name))
      .join(),
    'name',
  ]);
/** The trigger needs the name of the reference. */
const recordedReferenceColumns = [...Object.keys(referenceCollection('any').fields), 'extra', 'reference'];

const buildTableTriggers = (name: string, table: PgTable, call: Trigger['call'], args: readonly string[]): Trigger[] =>
  keysOf(triggerTimings).map(operation => ({
    name: `${name}_${operation}`,
    table: getTableName(table),
    operation,
    call,
    args,
  }));

/** Columns that no one writes as a field, and secrets, which must not end up in history. */
const listUnrecordedColumns = ({ table, collection }: TableBinding): string[] =>
  Object.keys(getTableColumns(table as PgTable)).filter(name => {
    const field = collection.fields[name];
    return !field || field.readOnly || field.kind === 'password';
  });

/** Columns that identify a record after its deletion, when its row can no longer be read. */
const listLabelColumns = ({ collection, columns }: TableBinding): string[] =>
  collection.search.filter(name => columns[name]);

/**
 * Creates and drops triggers to match the declarations. Runs at every start, so that a new resource needs no migration.
 * One table after another, and only where something differs, because each change locks its table, and other servers may
 * be at work.
 */
export const ensureHistory = async (db: Database): Promise<void> => {
  const tables = new Set(findDifferences(await readExistingTriggers(db)).map(({ table }) => table));
  for (const changedTable of [...tables].sort())
    await db.transaction(async tx => {
      // Prevents a race between server processes that start at the same time.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('vitrina history'))`);
      const differences = findDifferences(await readExistingTriggers(tx)).filter(({ table }) => table === changedTable);
      for (const { name, table, isThere, expected } of differences) {
        if (isThere) await tx.execute(sql`drop trigger ${sql.identifier(name)} on ${sql.identifier(table)}`);
        if (expected) await tx.execute(sql.raw(formatTriggerDefinition(expected)));
      }
    });
};

interface ExistingTrigger {
  name: string;
  table: string;
  args: string;
}

const findDifferences = (existingTriggers: readonly ExistingTrigger[]) => {
  const expectedTriggers = new Map(buildExpectedTriggers().map(trigger => [keyOf(trigger), trigger]));
  const existingArgs = new Map(existingTriggers.map(trigger => [keyOf(trigger), trigger.args]));
  const missingOrChanged = [...expectedTriggers].flatMap(([key, expected]) => {
    const { name, table, args } = expected;
    const isSame = existingArgs.get(key) === args.join('|').replace(/\|+$/, '');
    return isSame ? [] : [{ name, table, isThere: existingArgs.has(key), expected }];
  });
  const needless = existingTriggers
    .filter(trigger => !expectedTriggers.has(keyOf(trigger)))
    .map(({ name, table }) => ({ name, table, isThere: true, expected: null }));
  return [...needless, ...missingOrChanged];
};

const keyOf = ({ name, table }: Pick<Trigger, 'name' | 'table'>): string => `${table} ${name}`;

const readExistingTriggers = (db: Database) =>
  queryRows<ExistingTrigger>(
    db,
    sql`select tgname as name, relname as table,
        rtrim(replace(encode(tgargs, 'escape'), '\\000', '|'), '|') as args
      from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname like 'history\\_%'`,
  );

/** Safe without escaping: all parts are identifiers from the contract and the schema. */
const formatTriggerDefinition = ({ name, table, operation, call, args }: Trigger): string =>
  `create trigger "${name}" ${triggerTimings[operation].replace('%s', `"${table}"`)}
    for each statement execute function ${call}(${args.map(arg => `'${arg}'`).join(', ')})`;
