import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Field } from '#contract/fields.ts';
import { type ImportPreview, previewLimits } from '#contract/importing.ts';
import { valueAt } from '#contract/values.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../http/deps.ts';
import type { NameOf } from '../records/kind.ts';
import { tableSources } from '../records/tableSources.ts';
import type { Batch } from '../table/batches.ts';
import { isOfReference } from '../table/cells.ts';
import { cellOf } from '../table/exportCells.ts';
import { type Importable, importableWith, labelIn } from '../table/importable.ts';
import type { RowFault, RowValues } from '../table/reader.ts';
import { shown } from '../table/row.ts';
import { refuseCreating, refuseGuarded, type Source } from './begin.ts';
import { damageIn } from './damage.ts';
import { compareLinks, holdCategories, productNames } from './links.ts';
import { loadLookups, namesIn } from './lookups.ts';
import { type MatchedRow, matchRows, type ReadyRow } from './match.ts';
import { describeMissing, foretellMissing, mayCreateMissing } from './missing.ts';
import { importPace } from './pace.ts';
import { type Compared, compareProducts, type Fill, findProducts, holdReferences, preferIndexes } from './products.ts';
import { type ImportReader, openReader } from './reader.ts';
import { keepingRules } from './rules.ts';

/** What an import of a table would do; nothing is written. @throws {TableRefusal}, or the signal's reason once nobody waits */
export const previewImport = async (
  deps: Deps,
  { path, fileName, user, options }: Source,
  signal: AbortSignal,
): Promise<ImportPreview> => {
  signal.throwIfAborted();
  const { rows: batchRows, rest } = importPace[deps.databaseKind];
  const sources = await tableSources(deps.db);
  const fields = importableWith(sources);
  const clears = options?.clear ?? false;
  const reader = await openReader({ path, sources, lookups: await loadLookups(deps.db, fields), batchRows, clears });
  try {
    const { columns, missing } = reader.inspection;
    refuseGuarded(columns, fields, user.granted);
    if (options?.create) refuseCreating(missing, user.granted);
    const foretold = foretellMissing(options?.create ? missing : {});
    await reader.add(foretold.added);
    const known = await namesIn(deps.db, fields);
    const nameOf: NameOf = (field, id) =>
      (isOfReference(field) ? foretold.names.get(id) : undefined) ?? known(field, id);
    const foretoldIds = [...foretold.names.keys()];
    const seen = await lookThrough(deps, { fields, clears, fileName, reader, rest, signal, nameOf, foretoldIds });
    return { ...seen, missing: await describeMissing(deps.db, missing, mayCreateMissing(user.granted)) };
  } finally {
    await reader.close();
  }
};

interface Looking {
  fields: Importable;
  clears: boolean;
  /** Of values that are there only once the table is imported. */
  foretoldIds: readonly number[];
  fileName: string;
  reader: ImportReader;
  /** As of an import (`importPace.ts`). */
  rest: number;
  signal: AbortSignal;
  nameOf: NameOf;
}

const lookThrough = async (deps: Deps, looking: Looking): Promise<Omit<ImportPreview, 'missing'>> => {
  const { fields, fileName, reader, rest, signal } = looking;
  const { sheet, columns, rows } = reader.inspection;
  const preview: Omit<ImportPreview, 'missing'> = {
    file_name: fileName,
    sheet,
    rows,
    columns: columns.map(({ header, field }) => ({ header, field: field && labelIn(fields, field) })),
    fresh: [],
    changes: [],
    counts: { new: 0, changed: 0, unchanged: 0, faulty: 0 },
    faults: [],
  };
  const written = new Map<number, number>();
  for (let batch = await reader.next(); batch; batch = await reader.next()) {
    signal.throwIfAborted();
    const begunAt = performance.now();
    const held = batch;
    const seen = await deps.db.transaction(tx => lookAt(tx, looking, held, written));
    for (const [id, row] of seen.rows) written.set(id, row);
    add(preview, looking, seen);
    await delay(rest * (performance.now() - begunAt));
  }
  return preview;
};

interface Seen {
  fresh: readonly ReadyRow[];
  changed: readonly Compared[];
  unchanged: number;
  faults: readonly RowFault[];
  /** Which product each row speaks of. */
  rows: ReadonlyMap<number, number>;
}

const lookAt = async (
  tx: Database,
  { fields, clears, reader, foretoldIds }: Looking,
  batch: Batch,
  written: ReadonlyMap<number, number>,
): Promise<Seen> => {
  const { columns } = reader.inspection;
  const values = batch.rows.map(ready => ready.values);
  await preferIndexes(tx);
  const held = {
    values: new Set([...(await holdReferences(tx, fields, values)), ...foretoldIds]),
    categories: await holdCategories(tx, fields, values),
  };
  const found = await findProducts(tx, values);
  const named = columns.flatMap(({ field }) => field ?? []);
  const damage = await damageIn(tx, batch.rows, { fields, named, found });
  const matching = matchRows(batch.rows, { found, held, damage, written, columns, fields });
  const { matched, fresh, faults } = await keepingRules(tx, matching, { columns, fields });
  const changed = await compareAll(tx, { fields, named, clears }, matched);
  return {
    fresh,
    changed,
    unchanged: matched.length - changed.length,
    faults: [...batch.faults, ...faults].toSorted((a, b) => a.row - b.row),
    rows: new Map(matched.map(({ id, row }) => [id, row])),
  };
};

/** What rows would change of their products, in columns and in pairs. */
const compareAll = async (tx: Database, fill: Fill, rows: readonly MatchedRow[]): Promise<Compared[]> => {
  const changed = new Map((await compareProducts(tx, fill, rows)).map(one => [one.id, one]));
  const links = await compareLinks(tx, fill, rows);
  const names = await productNames(
    tx,
    links.map(({ id }) => id),
  );
  for (const { id, before, after } of links) {
    const known = changed.get(id);
    const name = names.get(id) ?? '';
    changed.set(id, { id, name, before: { ...known?.before, ...before }, after: { ...known?.after, ...after } });
  }
  return [...changed.values()];
};

const add = (preview: Omit<ImportPreview, 'missing'>, { fields, reader, nameOf }: Looking, seen: Seen): void => {
  const { counts, fresh, changes, faults } = preview;
  const known = reader.inspection.columns.flatMap(({ field: name }) => {
    const field = name && fields.get(name);
    return name && field ? [{ name, field, label: labelIn(fields, name) }] : [];
  });
  const textAt = (values: RowValues, { name, field }: (typeof known)[number]) =>
    textOf(valueAt(values, name), field, nameOf);
  counts.new += seen.fresh.length;
  counts.changed += seen.changed.length;
  counts.unchanged += seen.unchanged;
  counts.faulty += new Set(seen.faults.map(({ row }) => row)).size;
  const some = <T>(items: readonly T[], limit: number, kept: readonly unknown[]) => items.slice(0, limit - kept.length);
  for (const { row, values } of some(seen.fresh, previewLimits.fresh, fresh))
    fresh.push({ row, values: known.map(column => textAt(values, column)) });
  const inOrder = seen.changed.toSorted((one, other) => (seen.rows.get(one.id) ?? 0) - (seen.rows.get(other.id) ?? 0));
  for (const { id, name, before, after } of some(inOrder, previewLimits.changes, changes))
    changes.push({
      row: seen.rows.get(id) ?? 0,
      id,
      name,
      fields: known
        .filter(({ name }) => !isDeepStrictEqual(valueAt(before, name) ?? null, valueAt(after, name) ?? null))
        .map(column => ({ label: column.label, before: textAt(before, column), after: textAt(after, column) })),
    });
  faults.push(...some(seen.faults, previewLimits.faults, faults));
};

/** As an export writes it, in words. */
const textOf = (value: unknown, field: Field, nameOf: NameOf): string | null => {
  const cell = cellOf(value, field, nameOf);
  if (cell === null) return null;
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return typeof cell === 'string' ? cell : shown(cell);
};
