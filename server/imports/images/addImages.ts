import type { ImportRunCounts, LogItem } from '#contract/importing.ts';
import { importImageLimits } from '#contract/limits.ts';
import type { Database } from '../../db/database.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { RunEndedError } from '../../jobs/engine.ts';
import type { NewLogLine } from '../../jobs/runs.ts';
import { getGallery } from '../../media/images/tablesByResource.ts';
import { addImagesWithin } from '../../media/images/writeImages.ts';
import type { PendingChanges } from '../../records/recordChanges.ts';
import { lockRecords } from '../../records/touched.ts';
import type { ImageArchive } from '../../table/imageArchive.ts';
import { imagesColumn } from '../../table/imagesColumn.ts';
import { importedResource } from '../../table/importable.ts';
import { translateImport } from '../../translate.ts';
import { computeProgress, type RunState } from '../batch.ts';
import type { PartWriter } from '../partWriter.ts';
import { importStore } from '../runs.ts';
import { createImageSource, type ObtainedImage } from './createImageSource.ts';
import { countPendingImages, type PendingImages, readPendingImages, removePendingImages } from './pendingImages.ts';

interface ImagesJob {
  state: RunState;
  archive: ImageArchive | null;
  writePart: PartWriter;
  signal: AbortSignal;
}

/** The number of rows whose images are obtained together and added in one transaction. */
const ROWS_PER_PART = 20;

const gallery = getGallery(importedResource);

/**
 * The step of a run that adds the images named in its rows. It comes after the values have been written, because other
 * servers may be slow. It works in parts, and each part removes its rows from the pending rows, so that the run can be
 * cancelled, or resumed by another process.
 * @throws {RunEndedError}
 */
export const addRowImages = async (
  deps: ServerDeps,
  { state: first, archive, writePart, signal }: ImagesJob,
): Promise<RunState> => {
  let state = first;
  let remainingCount = await countPendingImages(deps.db, state.id);
  if (remainingCount === 0) return state;
  const images = createImageSource(deps, { archive, signal });
  try {
    while (remainingCount > 0) {
      signal.throwIfAborted();
      const rows = await readPendingImages(deps.db, state.id, ROWS_PER_PART);
      const obtained = await Promise.all(rows.map(row => obtainImages(row, images.obtain)));
      remainingCount -= rows.length;
      const current: RunState = {
        ...state,
        imageRows: { done: state.imageRows.done + rows.length, left: remainingCount },
      };
      ({ state } = await writePart((tx, changes) => addImageBatch(tx, changes, current, obtained)));
    }
  } finally {
    images.close();
  }
  return state;
};

interface RowImages extends PendingImages {
  images: { source: string; image: ObtainedImage }[];
}

const obtainImages = async (
  row: PendingImages,
  obtain: (source: string) => Promise<ObtainedImage>,
): Promise<RowImages> => {
  const { perRow: limit } = importImageLimits;
  const takenSources = row.sources.slice(0, limit);
  const images = await Promise.all(takenSources.map(async source => ({ source, image: await obtain(source) })));
  const [excess] = row.sources.slice(limit);
  if (excess === undefined) return { ...row, images };
  const reason = translateImport('images.fault.tooMany', { limit });
  return { ...row, images: [...images, { source: excess, image: { fileName: excess, reason } }] };
};

const addImageBatch = async (tx: Database, changes: PendingChanges, state: RunState, rows: readonly RowImages[]) => {
  const ids = rows.map(({ product_id }) => product_id);
  // Locks all records at once, because locks have to be taken in one order.
  const foundIds = new Set((await lockRecords(tx, gallery.binding, ids)).map(({ id }) => id));
  const counts = { added: 0, known: 0, failed: 0 };
  const lines: NewLogLine<LogItem>[] = [];
  const column = state.columns.find(({ field }) => field === imagesColumn)?.header;
  for (const row of rows) {
    const outcomes = await addToProduct(tx, changes, row, foundIds.has(row.product_id));
    for (const { source, isNew, reason } of outcomes) {
      counts[reason === null ? (isNew ? 'added' : 'known') : 'failed'] += 1;
      if (reason !== null)
        lines.push({ level: 'warning', row: row.row, ...(column && { column }), value: source, text: reason });
    }
  }
  await removePendingImages(
    tx,
    state.id,
    rows.map(({ row }) => row),
  );
  return writeStep(tx, state, {
    counts: {
      ...state.counts,
      images: (state.counts.images ?? 0) + counts.added,
      images_failed: (state.counts.images_failed ?? 0) + counts.failed,
    },
    lines: [...lines, { level: 'info', text: translateImport('log.images', counts) }],
  });
};

interface ImageOutcome {
  source: string;
  isNew: boolean;
  /** Why the image was not added; null if the product now has it. */
  reason: string | null;
}

const addToProduct = async (
  tx: Database,
  changes: PendingChanges,
  { product_id, images }: RowImages,
  isFound: boolean,
): Promise<ImageOutcome[]> => {
  const createFailure = (source: string, reason: string): ImageOutcome => ({ source, isNew: false, reason });
  if (!isFound) return images.map(({ source }) => createFailure(source, translateImport('images.fault.productGone')));
  const toFailures = ({ source, image }: RowImages['images'][number]): ImageOutcome[] =>
    'reason' in image ? [createFailure(source, image.reason)] : [];
  const storedImages = images.flatMap(({ source, image }) => ('key' in image ? [{ source, ...image }] : []));
  if (storedImages.length === 0) return images.flatMap(toFailures);
  const { files } = await addImagesWithin(tx, changes, { gallery, recordId: product_id, files: storedImages });
  return [
    ...images.flatMap(toFailures),
    ...files.map(({ is_new: isNew, refused: reason }, index) => ({
      source: storedImages[index]?.source ?? '',
      isNew,
      reason,
    })),
  ];
};

interface ImagesStep {
  counts: ImportRunCounts;
  lines: readonly NewLogLine<LogItem>[];
}

const writeStep = async (tx: Database, state: RunState, { counts, lines }: ImagesStep) => {
  const next: RunState = { ...state, counts };
  const { id, attempt, imageRows } = next;
  const step = { counts, progress: computeProgress(next), details: { imageRows: imageRows.done }, attempt };
  if (!(await importStore.writeStep(tx, id, step))) throw new RunEndedError(`import run ${id} was ended`);
  return { state: next, items: await importStore.writeLog(tx, id, lines) };
};
