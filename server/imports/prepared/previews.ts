import { rm } from 'node:fs/promises';
import type { PreparedImport } from '#contract/preparing.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { perServer } from '../../jobs/perServer.ts';
import { getLanguage } from '../../translate.ts';
import type { RecognisedTable } from '../profiles/recognise.ts';
import { runInUserTurn } from '../turns.ts';
import { type PreparedPreview, type PreviewState, startPreview } from './preparedPreview.ts';
import { createRowsPath, fetchImageArchive, fetchLocalFile, type StoredPreparedImport } from './store.ts';

interface CachedPreview {
  /** Identifies everything that the result depends on, apart from the products. */
  key: string;
  revision: number;
  rowsPath: string;
  preview: PreparedPreview;
  /** The last complete preview, whose rows are shown until this one is complete. */
  before: CachedPreview | null;
}

/**
 * The maximum number of previews that a server keeps. A preview that has been dropped is recomputed on the next
 * request.
 */
const MAX_PREVIEWS = 50;

/** Kept only in memory, because a preview can be recomputed from the uploaded file. Keyed by `buildPlace`. */
const previewsByFile = perServer(() => new Map<string, CachedPreview>());

/** Returns the preview for the current choices of an upload, and starts it if necessary. */
export const getPreview = async (
  deps: ServerDeps,
  preparedImport: StoredPreparedImport,
  user: Caller,
  recognised?: RecognisedTable,
): Promise<ShownPreview> => {
  const previews = previewsByFile(deps);
  const viewer = JSON.stringify([getLanguage(), [...user.grantedSlugs].toSorted()]);
  const place = buildPlace(preparedImport, viewer);
  const key = `${preparedImport.revision} ${viewer}`;
  if (previews.get(place)?.key !== key) {
    const source = await toImportSource(deps, preparedImport, user);
    if (previews.get(place)?.key !== key) replacePreview(deps, preparedImport, source, { place, key, recognised });
  }
  return toShownPreview(previews.get(place) as CachedPreview);
};

/**
 * An upload has one preview, unless several users see it. Users may have different rights and languages, and each of
 * them would restart the others' preview.
 */
const buildPlace = ({ key, audience }: StoredPreparedImport, viewer: string): string =>
  audience === 'owner' ? key : `${key} ${viewer}`;

interface ShownPreview {
  preview: PreparedPreview;
  /** The state of the current preview, with the rows of the previous preview until the current one is complete. */
  state: () => PreviewState & Pick<PreparedImport, 'shown_revision'>;
  read: PreparedPreview['read'];
  absent: PreparedPreview['absent'];
  unknownValues: PreparedPreview['unknownValues'];
}

const toShownPreview = (current: CachedPreview): ShownPreview => {
  const { preview } = current;
  const getShownPreview = (): CachedPreview =>
    preview.state().progress < 100 && current.before ? current.before : current;
  return {
    preview,
    state: () => {
      const { proposal, progress, refusal } = preview.state();
      const { preview: shownPreview, revision } = getShownPreview();
      const before = shownPreview.state();
      return { ...before, proposal: proposal ?? before.proposal, progress, refusal, shown_revision: revision };
    },
    read: page => getShownPreview().preview.read(page),
    absent: () => getShownPreview().preview.absent(),
    unknownValues: () => getShownPreview().preview.unknownValues(),
  };
};

const replacePreview = (
  deps: ServerDeps,
  preparedImport: StoredPreparedImport,
  source: PreparedSource,
  { place, key, recognised }: { place: string; key: string; recognised: RecognisedTable | undefined },
) => {
  const previews = previewsByFile(deps);
  const rowsPath = createRowsPath(deps, preparedImport);
  const before = previews.get(place) ?? null;
  const preview = startPreview(deps, {
    source,
    rowsPath,
    recognised,
    inTurn: operation => runInUserTurn(source.user.id, operation),
  });
  deps.backgroundTasks.run('preview of a prepared import', () => preview.ended);
  const complete = before && isComplete(before) ? before : (before?.before ?? null);
  const current: CachedPreview = { key, revision: preparedImport.revision, rowsPath, preview, before: complete };
  previews.delete(place);
  previews.set(place, current);
  if (before && before !== complete) dropPreview({ ...before, before: null });
  void preview.ended.then(() => {
    if (!isComplete(current) || !current.before) return;
    dropPreview(current.before);
    current.before = null;
  });
  for (const oldestKey of [...previews.keys()].slice(0, Math.max(0, previews.size - MAX_PREVIEWS)))
    forgetPlace(deps, oldestKey);
};

const isComplete = ({ preview }: CachedPreview): boolean =>
  preview.state().progress === 100 && preview.state().refusal === null;

type PreparedSource = Awaited<ReturnType<typeof toImportSource>>;

/** Fetches the files of an upload to this server's disk. @throws {ApiFailure} 404 */
export const toImportSource = async (deps: ServerDeps, preparedImport: StoredPreparedImport, user: Caller) => ({
  path: await fetchLocalFile(deps, preparedImport),
  key: preparedImport.key,
  fileName: preparedImport.file_name,
  user,
  options: { create: false, clear: preparedImport.clear },
  mapping: preparedImport.mapping ? { ...preparedImport.mapping, clears: preparedImport.clear } : undefined,
  edits: { corrections: preparedImport.corrections, leftOut: preparedImport.left_out },
  profileId: preparedImport.profile_id,
  imageArchive: preparedImport.image_archive && {
    path: await fetchImageArchive(deps, { key: preparedImport.key, ...preparedImport.image_archive }),
    digest: preparedImport.image_archive.digest,
  },
});

const dropPreview = ({ preview, rowsPath, before }: CachedPreview): void => {
  preview.stop();
  void preview.ended.then(() => rm(rowsPath, { force: true }));
  if (before) dropPreview(before);
};

export const forgetPreview = (deps: ServerDeps, key: string): void => {
  for (const place of previewsByFile(deps).keys())
    if (place === key || place.startsWith(`${key} `)) forgetPlace(deps, place);
};

const forgetPlace = (deps: ServerDeps, place: string): void => {
  const previews = previewsByFile(deps);
  const cachedPreview = previews.get(place);
  previews.delete(place);
  if (cachedPreview) dropPreview(cachedPreview);
};

/** Called on server shutdown, so that it does not wait for previews. */
export const stopPreviews = (deps: ServerDeps): void => {
  for (const { preview } of previewsByFile(deps).values()) preview.stop();
};
