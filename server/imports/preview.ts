import { type Field, kindOf } from '#contract/fields.ts';
import { type ImportPreview, previewLimits } from '#contract/importing.ts';
import { valueAt } from '#contract/values.ts';
import { withPause } from '../db/batchPace.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../http/deps.ts';
import { decideWrites, isRefused } from '../records/decideWrites.ts';
import type { NameOf } from '../records/kind.ts';
import { bindingOf, narrowedFor, type TableBinding } from '../records/tableBinding.ts';
import { applyPatch, type Patch } from '../records/values.ts';
import type { Batch } from '../table/batches.ts';
import { isOfReference } from '../table/cells.ts';
import { cellOf } from '../table/exportCells.ts';
import { type Importable, importedResource, labelIn } from '../table/importable.ts';
import type { RowFault, RowValues } from '../table/reader.ts';
import { shown } from '../table/row.ts';
import { tableRecords } from '../table/tableFields.ts';
import { assertCanCreateValues, refuseGuarded, type Source } from './begin.ts';
import { namesIn } from './lookups.ts';
import type { ReadyRow } from './match.ts';
import { canCreateMissing, describeMissing, planMissing } from './missing.ts';
import { type ImportReader, openReader } from './reader.ts';
import { faultsOfRefused, matchBatch } from './rows.ts';
import { workerInput } from './workerInput.ts';

/**
 * What an import of a table would do; nothing is written.
 * @throws {TableRefusal}, or the signal's reason once the client has disconnected
 */
export const previewImport = async (
  deps: Deps,
  { path, fileName, user, options, arrangement }: Source,
  signal: AbortSignal,
): Promise<ImportPreview> => {
  signal.throwIfAborted();
  const { fields, input } = await workerInput(deps, { path, arrangement, clears: options?.clear, user });
  const reader = await openReader(input);
  try {
    const { columns, missing, proposal } = reader.inspection;
    refuseGuarded(columns, fields, user.granted);
    if (options?.create) assertCanCreateValues(missing, user.granted);
    const planned = planMissing(options?.create ? missing : {});
    await reader.add(planned.added);
    const known = await namesIn(deps.db, fields);
    const nameOf: NameOf = (field, id) =>
      (isOfReference(field) ? planned.names.get(id) : undefined) ?? known(field, id);
    const preview = await lookThrough(deps, {
      binding: narrowedFor(bindingOf(importedResource), user),
      fields,
      fileName,
      reader,
      signal,
      nameOf,
      futureIds: new Set(planned.names.keys()),
    });
    return {
      ...preview,
      missing: await describeMissing(deps.db, missing, canCreateMissing(user.granted)),
      ...(proposal && { proposal }),
    };
  } finally {
    await reader.close();
  }
};

interface Looking {
  binding: TableBinding;
  fields: Importable;
  futureIds: ReadonlySet<number>;
  fileName: string;
  reader: ImportReader;
  signal: AbortSignal;
  nameOf: NameOf;
}

const lookThrough = async (deps: Deps, looking: Looking): Promise<Omit<ImportPreview, 'missing'>> => {
  const { fields, fileName, reader, signal } = looking;
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
    const held = batch;
    await withPause(deps, async () => {
      const part = await deps.db.transaction(tx => lookAt(tx, looking, held, written));
      for (const [id, row] of part.rows) written.set(id, row);
      add(preview, looking, part);
    });
  }
  return preview;
};

interface Compared {
  row: number;
  id: number;
  name: string;
  before: RowValues;
  after: RowValues;
}
interface BatchPreview {
  fresh: readonly ReadyRow[];
  changed: readonly Compared[];
  unchanged: number;
  faults: readonly RowFault[];
  rows: ReadonlyMap<number, number>;
}

const lookAt = async (
  tx: Database,
  { binding, fields, reader, futureIds }: Looking,
  batch: Batch,
  written: ReadonlyMap<number, number>,
): Promise<BatchPreview> => {
  const { columns, arrangement } = reader.inspection;
  const table = { fields, columns, arrangement };
  const looked = await matchBatch(tx, table, batch, { written });
  const verdicts = await decideWrites(tx, binding, looked.requests, { locks: false, futureIds });
  const rows = [...looked.matched, ...looked.fresh].flatMap((ready, at) => {
    const verdict = verdicts[at];
    return verdict ? [{ ready, verdict }] : [];
  });
  const byName = Object.fromEntries(fields);
  const columnsOf: (record: Patch) => RowValues = tableRecords(byName, looked.platformOf);
  const changed = rows.flatMap(({ ready: { row }, verdict }): Compared[] => {
    if (verdict.kind !== 'changed') return [];
    const { current, patch } = verdict;
    const after = columnsOf(applyPatch(binding, current, patch));
    return [{ row, id: current.id, name: String(current['name']), before: columnsOf(current), after }];
  });
  const refused = rows.flatMap(({ ready, verdict }) =>
    isRefused(verdict) ? faultsOfRefused(table, ready, verdict) : [],
  );
  return {
    fresh: rows.flatMap(({ ready, verdict }) => (verdict.kind === 'new' ? [ready] : [])),
    changed,
    unchanged: verdicts.filter(({ kind }) => kind === 'unchanged').length,
    faults: [...batch.faults, ...looked.faults, ...refused].toSorted((a, b) => a.row - b.row),
    rows: new Map(looked.matched.map(({ id, row }) => [id, row])),
  };
};

const add = (
  preview: Omit<ImportPreview, 'missing'>,
  { fields, reader, nameOf }: Looking,
  part: BatchPreview,
): void => {
  const { counts, fresh, changes, faults } = preview;
  const known = reader.inspection.columns.flatMap(({ field: name }) => {
    const field = name && fields.get(name);
    return name && field ? [{ name, field, label: labelIn(fields, name) }] : [];
  });
  const textAt = (values: RowValues, { name, field }: (typeof known)[number]) =>
    textOf(valueAt(values, name), field, nameOf);
  counts.new += part.fresh.length;
  counts.changed += part.changed.length;
  counts.unchanged += part.unchanged;
  counts.faulty += new Set(part.faults.map(({ row }) => row)).size;
  const some = <T>(items: readonly T[], limit: number, kept: readonly unknown[]) => items.slice(0, limit - kept.length);
  for (const { row, values } of some(part.fresh, previewLimits.fresh, fresh))
    fresh.push({ row, values: known.map(column => textAt(values, column)) });
  const inOrder = part.changed.toSorted((one, other) => one.row - other.row);
  for (const { row, id, name, before, after } of some(inOrder, previewLimits.changes, changes))
    changes.push({
      row,
      id,
      name,
      fields: known
        .filter(column => !isSameIn(column.field, valueAt(before, column.name), valueAt(after, column.name)))
        .map(column => ({ label: column.label, before: textAt(before, column), after: textAt(after, column) })),
    });
  faults.push(...some(part.faults, previewLimits.faults, faults));
};

/** An unset attribute may be absent, null, or a false flag. */
const isSameIn = (field: Field, one: unknown, other: unknown): boolean =>
  kindOf(field).isEqual(one || null, other || null);

/** Written as an export would, so that both sides of a comparison look alike. */
const textOf = (value: unknown, field: Field, nameOf: NameOf): string | null => {
  const cell = cellOf(value, field, nameOf);
  if (cell === null) return null;
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return typeof cell === 'string' ? cell : shown(cell);
};
