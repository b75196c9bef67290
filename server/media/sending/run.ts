import pLimit from 'p-limit';
import type { SendingForecast } from '#contract/sending.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { isLeftToOthers } from '../../jobs/createTakeover.ts';
import { RunEndedError } from '../../jobs/engine.ts';
import { defaultPace } from '../../outgoing/pace.ts';
import { inSpan } from '../../tracing/span.ts';
import { translateSending } from '../../translate.ts';
import { deliver } from './deliver.ts';
import {
  findMissingMedia,
  getProductFilePath,
  type MediaFile,
  type MissingMedia,
  readMediaInBatches,
} from './media.ts';
import { DeliveryError, type DeliveryErrorKind } from './refusal.ts';
import type { NewSendingLine } from './runs.ts';
import { createSendingState, type SendingState, type SendingTask } from './sendingState.ts';
import { type Cafe, createTarget, type DeliveryTarget, hashDestination, MAX_CONCURRENT_FILES } from './target.ts';

const MAX_CONCURRENT_CAFES = 3;

/** Delivers to all cafes in parallel, so that a failing cafe does not delay the others. @throws {RunEndedError} */
export const sendAll = async (deps: ServerDeps, task: SendingTask): Promise<void> => {
  const abortController = new AbortController();
  const signal = AbortSignal.any([task.signal, abortController.signal]);
  const state = createSendingState(deps, { ...task, signal });
  try {
    const excludedCafeIds = await savePlan(state, await state.plan());
    const limitCafes = pLimit(MAX_CONCURRENT_CAFES);
    const send = (cafe: Cafe) =>
      inSpan('send to a cafe', { attributes: { 'vitrina.cafe.id': cafe.id } }, () => sendToCafe(state, cafe)).catch(
        (error: unknown) => abortController.abort(error),
      );
    // Waits for all of them even after an error, so that every acknowledged file is counted.
    await Promise.all(
      task.targets.filter(({ id }) => !excludedCafeIds.has(id)).map(cafe => limitCafes(() => send(cafe))),
    );
    signal.throwIfAborted();
  } finally {
    await state.end();
  }
};

/**
 * Saves the plan. A cafe whose settings cannot work is left out: it gets one log line, and its files are not counted.
 * @returns the ids of these cafes
 */
const savePlan = async (
  { step }: SendingState,
  plannedCafes: SendingForecast['cafes'],
): Promise<ReadonlySet<number>> => {
  const excludedIds = new Set<number>();
  for (const { id, name, files, unchanged, reason } of plannedCafes) {
    // What an earlier process has sent to the cafe in this run counts as unchanged in the plan, and what failed is tried
    // again.
    if (reason === null)
      await step(id, ({ sent }) => ({ files: sent + files, unchanged: Math.max(0, unchanged - sent), failed: 0 }));
    else {
      excludedIds.add(id);
      const text = translateSending('log.cafeLeftOut', { name, fault: reason });
      await step(id, () => ({ status: 'failed', reason }), { lines: [{ level: 'warning', text }] });
    }
  }
  return excludedIds;
};

/**
 * Errors end here, so that they do not affect other cafes.
 * @throws {RunEndedError}; after an outage its error, since another process can send to this cafe too
 */
const sendToCafe = async (state: SendingState, cafe: Cafe): Promise<void> => {
  const { deps, signal, step } = state;
  const { name } = cafe;
  signal.throwIfAborted();
  const { files = 0, sent: sentBefore = 0 } = state.cafeOf(cafe.id) ?? {};
  await step(cafe.id, () => ({ status: 'processing' }), {
    lines: [{ level: 'info', text: translateSending('log.cafe', { name, files: files - sentBefore }) }],
  });
  try {
    const target = createTarget(deps, cafe);
    try {
      await sendProducts(state, cafe, target);
    } finally {
      target.close();
    }
    const { sent = 0, unchanged = 0, failed = 0 } = state.cafeOf(cafe.id) ?? {};
    const text = translateSending('log.cafeFinished', { name, sent, unchanged, failed });
    // The products may have changed since the plan, so the planned number of files is replaced by the real one.
    await step(cafe.id, () => ({ status: failed > 0 ? 'failed' : 'finished', files: sent + failed }), {
      lines: [{ level: failed > 0 ? 'warning' : 'info', text }],
    });
  } catch (error) {
    if (error instanceof RunEndedError || signal.aborted || isLeftToOthers(deps, error)) throw error;
    const { userMessage } = error instanceof DeliveryError ? error : toCafeFailure(deps, error);
    const { sent = 0 } = state.cafeOf(cafe.id) ?? {};
    const failedCount = Math.max(1, files - sent);
    const text = translateSending('log.cafeFailed', { name, fault: userMessage, sent, failed: failedCount });
    await step(
      cafe.id,
      () => ({ status: 'failed', failed: failedCount, files: sent + failedCount, reason: userMessage }),
      {
        lines: [{ level: 'error', text }],
      },
    );
  }
};

/** Logs an unexpected error and turns it into a failure of this cafe only, because the others can still be served. */
const toCafeFailure = ({ log }: ServerDeps, error: unknown): DeliveryError => {
  log.error('sending media to a cafe', error);
  return new DeliveryError('trouble', { scope: 'cafe', cause: error });
};

/** @throws {DeliveryError} if the run stops sending to the cafe; {RunEndedError} */
const sendProducts = async (state: SendingState, cafe: Cafe, target: DeliveryTarget): Promise<void> => {
  const { deps, ids, anew, runId } = state;
  const giveUpController = new AbortController();
  const signal = AbortSignal.any([state.signal, giveUpController.signal]);
  const limitFiles = pLimit(MAX_CONCURRENT_FILES);
  const receiver = { cafeId: cafe.id, destination: hashDestination(cafe), anew, runId };
  const misses = { consecutiveFailures: 0 };
  for await (const media of readMediaInBatches(deps.db, deps.files, ids)) {
    signal.throwIfAborted();
    const [missingMedia] = await findMissingMedia(deps.db, [receiver], media);
    const uploads = (missingMedia?.missing ?? []).map(product =>
      limitFiles(async () => {
        signal.throwIfAborted();
        await sendProduct(state, { cafe, target, product, signal, misses });
      }).catch((error: unknown) => {
        // The first error is the cause. Errors of files sent in parallel only result from the abort.
        if (!giveUpController.signal.aborted) giveUpController.abort(error);
      }),
    );
    await Promise.all(uploads);
    if (giveUpController.signal.aborted) throw giveUpController.signal.reason;
  }
};

interface Shipment {
  cafe: Cafe;
  target: DeliveryTarget;
  product: MissingMedia;
  signal: AbortSignal;
  misses: { consecutiveFailures: number };
}

/**
 * After this many consecutive failures, the run stops sending to the cafe, because the files are unlikely to be the
 * cause.
 */
const MAX_FAILURES = 3;
/** These errors may concern a single file even if the receiver works, so they do not prove that the cafe is down. */
const singleFileErrors: ReadonlySet<DeliveryErrorKind> = new Set<DeliveryErrorKind>([
  'busy',
  'broken',
  'slowLine',
  'store',
]);

const isFileFailure = ({ scope, errorKind }: DeliveryError, misses: Shipment['misses']): boolean => {
  if (scope === 'file') return true;
  if (scope === 'cafe' || !singleFileErrors.has(errorKind)) return false;
  misses.consecutiveFailures += 1;
  return misses.consecutiveFailures < MAX_FAILURES;
};

/**
 * Sends a product's images one after another, and `product.json` last, so that it lists only images that have arrived.
 */
const sendProduct = async (state: SendingState, shipment: Shipment): Promise<void> => {
  const { cafe, product } = shipment;
  const aboutFile = product.files.find(({ path }) => path === getProductFilePath(product.id));
  const refusedPaths = new Set<string>();
  for (const file of product.files)
    if (file !== aboutFile && !(await sendFile(state, shipment, file))) refusedPaths.add(file.path);
  const aboutMedia = refusedPaths.size > 0 ? product.createAboutFile(refusedPaths) : aboutFile;
  // The list is not sent if the cafe already has it, for example because the same image has been refused before.
  if (aboutMedia && aboutMedia.hash !== product.remoteHash) {
    const text = translateSending('log.product', {
      cafe: cafe.name,
      name: product.name,
      smart_count: product.files.length,
    });
    const line: NewSendingLine = { level: 'info', text, product_id: product.id };
    await sendFile(state, shipment, aboutMedia, refusedPaths.size > 0 ? [] : [line]);
  } else if (aboutFile) await state.step(cafe.id, ({ unchanged }) => ({ unchanged: unchanged + 1 }));
};

/** @returns false when only this file failed */
const sendFile = async (
  { deps, step }: SendingState,
  { cafe, target, product, signal, misses }: Shipment,
  file: MediaFile,
  lines: readonly NewSendingLine[] = [],
): Promise<boolean> => {
  const receiver = { product_id: product.id };
  const onRetry = (error: DeliveryError, wait: number) => {
    const values = { cafe: cafe.name, fault: error.userMessage, seconds: Math.ceil(wait / 1000) };
    return step(cafe.id, () => ({}), {
      lines: [{ level: 'warning', text: translateSending('log.again', values), ...receiver }],
    });
  };
  try {
    await deliver(file, { target, pace: { ...defaultPace, ...deps.requestPace }, signal, onRetry });
  } catch (error) {
    if (!(error instanceof DeliveryError) || isLeftToOthers(deps, error) || !isFileFailure(error, misses)) throw error;
    const text = translateSending('log.file', { cafe: cafe.name, name: product.name, fault: error.userMessage });
    await step(cafe.id, ({ failed }) => ({ failed: failed + 1 }), { lines: [{ level: 'error', text, ...receiver }] });
    return false;
  }
  misses.consecutiveFailures = 0;
  await step(cafe.id, ({ sent }) => ({ sent: sent + 1 }), { lines, delivery: { cafe, file } });
  return true;
};
