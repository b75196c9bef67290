import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { ImportRun } from '#contract/importing.ts';
import { number, text } from '#contract/kinds.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import type { ImportOutcome } from '../db/importsSchema.ts';
import { importOutcomes, products, runLog } from '../db/schema.ts';
import { idsCondition } from '../records/query.ts';
import type { ExportCell } from '../table/exportCell.ts';
import { toReportStream } from '../table/exportFile.ts';
import { formatProductNumber } from '../table/productNumber.ts';
import { getLanguage, translateExport, translateImport } from '../translate.ts';
import { keepWorkContext } from '../workContext.ts';
import { createChangeReader, type ReadChanges } from './reportChanges.ts';

/** Builds a workbook that reports a run: one sheet with a summary, and one with its rows and the archived products. */
export const buildReport = async (
  db: Database,
  run: ImportRun,
  caller: Caller,
): Promise<ReadableStream<Uint8Array>> => {
  const readChanges = await createChangeReader(db, caller, run.id);
  const { written, faulty } = await countReported(db, run.id);
  const isKept = written > 0 || run.counts.new + run.counts.changed + run.counts.unchanged === 0;
  return toReportStream({
    title: translateImport('report.title'),
    summary: buildSummaryRows(run, isKept),
    rowCount: written + faulty,
    columns: [
      { header: translateImport('report.row'), field: number({ decimals: 0 }) },
      { header: translateExport('ownNumber'), field: text() },
      { header: translateImport('report.product'), field: text() },
      { header: translateImport('report.outcome'), field: text() },
      { header: translateImport('report.changes'), field: text() },
      { header: translateImport('report.faults'), field: text() },
    ],
    groups: keepWorkContext(readReportRows(db, run.id, readChanges)),
  });
};

/** @param isKept false for a run from before the outcomes of rows were stored */
const buildSummaryRows = (run: ImportRun, isKept: boolean): ExportCell[][] => {
  const { file_name, profile, user, started_at, finished_at, status, counts } = run;
  const moment = (timestamp: string) =>
    new Intl.DateTimeFormat(getLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp));
  const userName = user.acted_by
    ? translateImport('report.actedBy', { name: user.name, actor: user.acted_by.name })
    : user.name;
  const row = (key: Parameters<typeof translateImport>[0], value: ExportCell): ExportCell[] => [
    translateImport(key),
    value,
  ];
  return [
    [translateImport('report.title')],
    row('report.file', file_name),
    ...(profile ? [row('report.profile', profile.name)] : []),
    row('report.who', userName),
    row('report.started', moment(started_at)),
    ...(finished_at ? [row('report.ended', moment(finished_at))] : []),
    row('report.status', translateImport(`report.statuses.${status}`)),
    row('report.new', counts.new),
    row('report.changed', counts.changed),
    row('report.unchanged', counts.unchanged),
    row('report.faulty', counts.faulty),
    ...(counts.archived === undefined ? [] : [row('report.archived', counts.archived)]),
    ...(counts.images === undefined ? [] : [row('report.images', counts.images)]),
    ...(counts.images_failed === undefined ? [] : [row('report.imagesFailed', counts.images_failed)]),
    [],
    [translateImport(isKept ? 'report.note' : 'report.notKept')],
  ];
};

const logRowSql = sql<number>`(${runLog.of} ->> 'row')::integer`;
const rowErrorCondition = (runId: number) =>
  and(eq(runLog.run_id, runId), eq(runLog.level, 'error'), isNotNull(logRowSql));

const countReported = async (db: Database, runId: number): Promise<{ written: number; faulty: number }> => {
  const [writtenRow] = await queryRows<{ count: number }>(
    db,
    sql`select coalesce(sum(jsonb_array_length(${importOutcomes.outcomes})), 0)::integer as count
      from ${importOutcomes} where ${importOutcomes.run_id} = ${runId}`,
  );
  const [faultyRow] = await db
    .select({ count: sql<number>`count(distinct ${logRowSql})::integer` })
    .from(runLog)
    .where(rowErrorCondition(runId));
  return { written: writtenRow?.count ?? 0, faulty: faultyRow?.count ?? 0 };
};

interface ReportPart {
  id: number;
  toRow: number | null;
  outcomes: readonly ImportOutcome[];
}

const readPart = async (db: Database, runId: number, after: number): Promise<ReportPart | null> => {
  const { id, to_row: toRow, outcomes } = importOutcomes;
  const [partRow] = await db
    .select({ id, toRow, outcomes })
    .from(importOutcomes)
    .where(and(eq(importOutcomes.run_id, runId), gt(id, after)))
    .orderBy(asc(id))
    .limit(1);
  return partRow ?? null;
};

/** Reads one part of the run at a time, to limit memory. */
async function* readReportRows(db: Database, runId: number, readChanges: ReadChanges): AsyncGenerator<ExportCell[][]> {
  let row = 0;
  let after = 0;
  for (let part = await readPart(db, runId, after); part; part = await readPart(db, runId, after)) {
    const faultyCells = part.toRow === null ? [] : await readFaultyRows(db, runId, { after: row, to: part.toRow });
    const warnings =
      part.toRow === null
        ? NO_WARNINGS
        : await readReasons(db, runId, { level: 'warning', after: row, to: part.toRow });
    yield [...(await toWrittenRows(db, part, { readChanges, warnings })), ...faultyCells].toSorted(compareByRow);
    after = part.id;
    row = part.toRow ?? row;
  }
  // For runs from before outcomes were stored, only the errors are known.
  yield await readFaultyRows(db, runId, { after: row, to: MAX_ROW_NUMBER });
}

const MAX_ROW_NUMBER = 2 ** 31 - 1;

const compareByRow = ([one]: readonly ExportCell[], [other]: readonly ExportCell[]): number =>
  Number(one) - Number(other);

const toWrittenRows = async (
  db: Database,
  { outcomes }: ReportPart,
  { readChanges, warnings }: { readChanges: ReadChanges; warnings: RowReasons },
): Promise<ExportCell[][]> => {
  const listIds = (...kinds: ImportOutcome[2][]) =>
    outcomes.flatMap(([, id, kind]) => (kinds.includes(kind) ? [id] : []));
  const productsById = await readProducts(
    db,
    outcomes.map(([, id]) => id),
  );
  const changes = await readChanges(listIds('changed', 'archived'));
  return outcomes.map(([row, id, kind]) => {
    const product = productsById.get(id);
    const isChange = kind === 'changed' || kind === 'archived';
    const changeText = isChange ? (changes.get(id) ?? translateImport('report.unknownChanges')) : null;
    return [
      row,
      product ? formatProductNumber(id, product.made_at) : null,
      product?.name ?? translateImport('report.gone'),
      translateImport(`report.outcomes.${kind}`),
      changeText,
      row === null ? null : (warnings.get(row) ?? null),
    ];
  });
};

const readProducts = async (db: Database, ids: readonly number[]) => {
  const productRows = await db
    .select({
      id: products.id,
      name: products.name,
      made_at: sql<number>`floor(extract(epoch from ${products.created_at}))::float8`,
    })
    .from(products)
    .where(idsCondition(products.id, ids));
  return new Map(productRows.map(product => [product.id, product]));
};

interface RowRange {
  after: number;
  to: number;
}

const readFaultyRows = async (db: Database, runId: number, range: RowRange): Promise<ExportCell[][]> => {
  const outcome = translateImport('report.outcomes.faulty');
  return [...(await readReasons(db, runId, { level: 'error', ...range }))].map(([row, reasons]) => [
    row,
    null,
    null,
    outcome,
    null,
    reasons,
  ]);
};

/** What the log says about rows: errors for rows that were not written, and warnings for rows that were. */
type RowReasons = ReadonlyMap<number, string>;
const NO_WARNINGS: RowReasons = new Map();

const readReasons = async (
  db: Database,
  runId: number,
  { level, after, to }: RowRange & { level: 'error' | 'warning' },
): Promise<RowReasons> => {
  const lines = await db
    .select({ row: logRowSql, of: runLog.of, text: runLog.text })
    .from(runLog)
    .where(and(eq(runLog.run_id, runId), eq(runLog.level, level), gt(logRowSql, after), lte(logRowSql, to)))
    .orderBy(logRowSql, runLog.seq);
  const byRow = new Map<number, string>();
  for (const { row, of, text: reason } of lines) {
    // A warning concerns one of several values in a cell, so it names that value.
    const place = [of?.['column'], level === 'warning' && of?.['value']].filter(Boolean).join(', ');
    byRow.set(row, [...(byRow.has(row) ? [byRow.get(row)] : []), place ? `${place}: ${reason}` : reason].join('; '));
  }
  return byRow;
};
