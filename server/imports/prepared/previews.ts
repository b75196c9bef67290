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
  preview: PreparedPreview;
  /** The preview whose rows are shown until this one is complete, or has got further than that one had. */
  before: CachedPreview | null;
  /** Whether it was stopped before it was complete. The next call starts another one, which shows its rows meanwhile. */
  isStopped: boolean;
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
  const viewer = describeViewer(user);
  const place = buildPlace(preparedImport, viewer);
  const key = `${preparedImport.revision} ${viewer}`;
  /** A call may have read the upload before a change that others have seen already. */
  const isCached = () => {
    const cached = previews.get(place);
    return cached && (cached.revision > preparedImport.revision || (cached.key === key && !cached.isStopped));
  };
  if (!isCached()) {
    const source = await toImportSource(deps, preparedImport, user);
    if (!isCached()) replacePreview(deps, preparedImport, source, { place, key, recognised });
  }
  const current = previews.get(place) as CachedPreview;
  return createShownPreview(() => previews.get(place) ?? current);
};

const describeViewer = ({ grantedSlugs }: Caller): string =>
  JSON.stringify([getLanguage(), [...grantedSlugs].toSorted()]);

/**
 * Ends the reading of an upload whose choices are about to change, so that the change does not wait for the turn that the
 * reading has.
 */
export const stopPreview = (deps: ServerDeps, preparedImport: StoredPreparedImport, user: Caller): void => {
  const current = previewsByFile(deps).get(buildPlace(preparedImport, describeViewer(user)));
  if (!current || current.preview.state().progress === 100) return;
  current.isStopped = true;
  current.preview.stop();
};

/**
 * An upload has one preview, unless several users see it. Users may have different rights and languages, and each of
 * them would restart the others' preview.
 */
const buildPlace = ({ key, audience }: StoredPreparedImport, viewer: string): string =>
  audience === 'owner' ? key : `${key} ${viewer}`;

interface ShownPreview {
  preview: PreparedPreview;
  /** Resolves when the first rows are available, or when reading has failed. */
  begun: () => Promise<void>;
  /** The state of the current preview, with the rows of an earlier preview until the current one has as many. */
  state: () => PreviewState & Pick<PreparedImport, 'shown_revision'>;
  read: PreparedPreview['read'];
  absent: PreparedPreview['absent'];
  unknownValues: PreparedPreview['unknownValues'];
}

/** Asks for the latest preview each time, because a change may replace it while a call waits for its rows. */
const createShownPreview = (getLatest: () => CachedPreview): ShownPreview => ({
  preview: getLatest().preview,
  begun: async () => {
    let awaited: CachedPreview;
    do {
      awaited = getLatest();
      await awaited.preview.begun;
    } while (awaited !== getLatest());
  },
  state: () => {
    const latest = getLatest();
    const { proposal, progress, refusal } = latest.preview.state();
    const { preview, revision } = getShownPreview(latest);
    const shown = preview.state();
    return { ...shown, proposal: proposal ?? shown.proposal, progress, refusal, shown_revision: revision };
  },
  read: page => getShownPreview(getLatest()).preview.read(page),
  absent: () => getShownPreview(getLatest()).preview.absent(),
  unknownValues: () => getShownPreview(getLatest()).preview.unknownValues(),
});

const getShownPreview = (latest: CachedPreview): CachedPreview => {
  const { preview, before } = latest;
  if (!before || preview.state().progress === 100) return latest;
  return isComplete(before) || countRead(before) > countRead(latest) ? before : latest;
};

const countRead = ({ preview }: CachedPreview): number =>
  Object.values(preview.state().counts).reduce((sum, count) => sum + count, 0);

/** The preview whose rows are shown until the one that replaces `latest` has as many. */
const keepShownRows = (latest: CachedPreview): CachedPreview | null => {
  const shown = latest.preview.state().refusal === null ? getShownPreview(latest) : latest.before;
  const kept = shown && countRead(shown) > 0 ? shown : null;
  for (const dropped of [latest, latest.before])
    if (dropped && dropped !== kept) void dropPreview({ ...dropped, before: null });
  kept?.preview.stop();
  if (kept) kept.before = null;
  return kept;
};

const replacePreview = (
  deps: ServerDeps,
  preparedImport: StoredPreparedImport,
  source: PreparedSource,
  { place, key, recognised }: { place: string; key: string; recognised: RecognisedTable | undefined },
) => {
  const previews = previewsByFile(deps);
  const latest = previews.get(place);
  const before = latest ? keepShownRows(latest) : null;
  const preview = startPreview(deps, {
    source,
    rowsPath: createRowsPath(deps, preparedImport),
    recognised,
    inTurn: operation => runInUserTurn(source.user.id, operation),
  });
  deps.backgroundTasks.run('preview of a prepared import', () => preview.ended);
  const current: CachedPreview = { key, revision: preparedImport.revision, preview, before, isStopped: false };
  previews.delete(place);
  previews.set(place, current);
  void preview.ended.then(() => {
    if (!isComplete(current) || !current.before) return;
    void dropPreview(current.before);
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
  upload: { id: preparedImport.id, revision: preparedImport.revision },
  fileName: preparedImport.file_name,
  user,
  options: { create: false, clear: preparedImport.clear },
  mapping: preparedImport.mapping ? { ...preparedImport.mapping, clears: preparedImport.clear } : undefined,
  edits: { corrections: preparedImport.corrections, leftOut: preparedImport.left_out },
  profileId: preparedImport.profile_id,
  imageArchive: preparedImport.image_archive && {
    path: await fetchImageArchive(deps, preparedImport.key, preparedImport.image_archive.key),
    key: preparedImport.image_archive.key,
  },
});

const dropPreview = async ({ preview, before }: CachedPreview): Promise<void> => {
  preview.stop();
  if (before) void dropPreview(before);
  await preview.ended;
  await preview.close();
};

export const forgetPreview = (deps: ServerDeps, key: string): void => {
  for (const place of previewsByFile(deps).keys())
    if (place === key || place.startsWith(`${key} `)) forgetPlace(deps, place);
};

const forgetPlace = (deps: ServerDeps, place: string): void => {
  const previews = previewsByFile(deps);
  const cachedPreview = previews.get(place);
  previews.delete(place);
  if (cachedPreview) void dropPreview(cachedPreview);
};

/** Called on server shutdown, so that it does not wait for previews. */
export const stopPreviews = (deps: ServerDeps): void => {
  for (const cachedPreview of previewsByFile(deps).values())
    deps.backgroundTasks.run('removal of a preview', () => dropPreview(cachedPreview));
};
