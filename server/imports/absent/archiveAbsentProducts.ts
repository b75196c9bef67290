import { type AbsentScope, isLargeShare } from '#contract/absentProducts.ts';
import type { LogItem } from '#contract/importing.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import { batchPace } from '../../db/batchPace.ts';
import type { Database } from '../../db/database.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { RunEndedError } from '../../jobs/engine.ts';
import type { NewLogLine } from '../../jobs/runs.ts';
import { isRefused } from '../../records/decideWrites.ts';
import type { PendingChanges } from '../../records/recordChanges.ts';
import { getBinding, narrowBinding, type TableBinding } from '../../records/tableBinding.ts';
import { type WriteOutcome, writeRecords } from '../../records/writeRecords.ts';
import { importedResource } from '../../table/importable.ts';
import { translateImport } from '../../translate.ts';
import type { RunState } from '../batch.ts';
import { writeOutcomes } from '../outcomes.ts';
import type { PartWriter } from '../partWriter.ts';
import { importStore } from '../runs.ts';
import {
  countAbsent,
  type ExpectedProducts,
  presentInRunCondition,
  readAbsentIds,
  readBrands,
  scopeCondition,
  writtenInRunCondition,
} from './expectedProducts.ts';

interface ArchiveJob {
  state: RunState;
  caller: Caller;
  writePart: PartWriter;
  signal: AbortSignal;
}

/**
 * The last step of a run: archives the expected products that are absent from its file. Works in parts and commits its
 * position with each, so that the run can be cancelled, or resumed by another process.
 * @throws {RunEndedError}
 */
export const archiveAbsentProducts = async (
  deps: ServerDeps,
  { state: first, caller, writePart, signal }: ArchiveJob,
): Promise<RunState> => {
  const { absent: rule } = first.mapping;
  if (!rule || !first.archiving) return first;
  const expectedProducts = await findExpected(deps.db, first, rule.scope);
  let { state } = first.archiving.isBegun
    ? { state: first }
    : await writePart(tx => beginArchiving(tx, first, expectedProducts));
  const binding = narrowBinding(getBinding(importedResource), caller);
  const limit = batchPace[deps.databaseKind].rows;
  while (state.archiving && !state.archiving.isOver) {
    signal.throwIfAborted();
    const current = state;
    ({ state } = await writePart((tx, changes) =>
      archivePart(tx, changes, { state: current, expectedProducts, binding, limit }),
    ));
  }
  return state;
};

const findExpected = async (db: Database, state: RunState, scope: AbsentScope): Promise<ExpectedProducts> => {
  const brands = () => readBrands(db, writtenInRunCondition(state.id));
  return {
    isPresent: presentInRunCondition(state.id),
    isInScope: await scopeCondition(scope, { profileId: state.profileId, brands }),
  };
};

const beginArchiving = async (tx: Database, state: RunState, expectedProducts: ExpectedProducts) => {
  const absentCounts = await countAbsent(tx, expectedProducts);
  const isSkipped = isLargeShare(absentCounts) && !state.archiving?.isConfirmed;
  const text = absentCounts.count === 0 ? 'log.noneAbsent' : isSkipped ? 'log.mostAbsent' : 'log.absent';
  const line = { level: isSkipped ? 'warning' : 'info', text: translateImport(text, { ...absentCounts }) } as const;
  return writeStep(tx, state, {
    archiving: { isBegun: true, isOver: isSkipped || absentCounts.count === 0 },
    added: 0,
    lines: [line],
  });
};

interface PartOptions {
  state: RunState;
  expectedProducts: ExpectedProducts;
  binding: TableBinding;
  limit: number;
}

const archivePart = async (
  tx: Database,
  changes: PendingChanges,
  { state, expectedProducts, binding, limit }: PartOptions,
) => {
  const after = state.archiving?.after ?? 0;
  const ids = await readAbsentIds(tx, expectedProducts, { by: 'id', after, limit });
  const requests = ids.map(id => ({ id, patch: { status: 'archived' } }));
  const outcomes = await writeRecords(tx, binding, requests, changes);
  const archived = outcomes.flatMap(outcome => (outcome.kind === 'changed' ? [outcome.id] : []));
  const summary = { level: 'info', text: translateImport('log.archived', { count: archived.length }) } as const;
  const step = await writeStep(tx, state, {
    archiving: { after: ids.at(-1) ?? after, isOver: ids.length < limit },
    added: archived.length,
    lines: [...outcomes.flatMap(toRefusalLines), ...(archived.length > 0 ? [summary] : [])],
  });
  await writeOutcomes(
    tx,
    state.id,
    null,
    archived.map(id => [null, id, 'archived'] as const),
  );
  return step;
};

const toRefusalLines = (outcome: WriteOutcome): NewLogLine<LogItem>[] => {
  if (!isRefused(outcome)) return [];
  const { current, failure } = outcome;
  const name = String(current?.['name'] ?? '');
  return [{ level: 'warning', value: name, text: translateImport('log.notArchived', { why: failure.message }) }];
};

interface ArchiveStep {
  archiving: Partial<NonNullable<RunState['archiving']>>;
  added: number;
  lines: readonly NewLogLine<LogItem>[];
}

const writeStep = async (tx: Database, state: RunState, { archiving, added, lines }: ArchiveStep) => {
  if (!state.archiving) throw new Error(`import run ${state.id} archives nothing`);
  const next: RunState = {
    ...state,
    archiving: { ...state.archiving, ...archiving },
    counts: { ...state.counts, archived: (state.counts.archived ?? 0) + added },
  };
  const { id, counts, attempt } = next;
  const details = { archiving: next.archiving };
  if (!(await importStore.writeStep(tx, id, { counts, details, attempt })))
    throw new RunEndedError(`import run ${id} was ended`);
  return { state: next, items: await importStore.writeLog(tx, id, lines) };
};
