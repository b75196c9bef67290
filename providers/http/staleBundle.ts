import type { UnsavedForms } from '../forms/unsavedForms.ts';

export interface StaleBundle {
  /**
   * Reloads the document after a chunk has failed to load, at most once per chunk, unless there is unsaved input or the
   * server is unreachable. Resolves to true while the document unloads.
   */
  reloadFor: (chunk: string) => Promise<boolean>;
  /** Allows another reload for this chunk, because it has loaded in the meantime or the user chose to retry. */
  allowReload: (chunk: string) => void;
  reload: () => void;
}

interface StaleBundleOptions {
  unsavedForms: Pick<UnsavedForms, 'hasUnsaved' | 'allowUnload'>;
  /** Must be specific to the tab and survive a reload, like `sessionStorage`. */
  storage: Storage;
  /** Must load the document even if `address` is the current one. */
  loadDocument: (address: string) => void;
  isReachable: () => Promise<boolean>;
}

/** How long the document may take to unload, in ms. If more chunks fail in the meantime, no second reload is needed. */
const UNLOAD_TIMEOUT_MS = 5000;

/** Chunks for which this tab has already been reloaded, to prevent a reload loop. */
const RELOADED_KEY = 'vitrina.moved';

/** Only a new document has the new file names, so switching to another build means reloading the current address. */
export const createStaleBundleReloader = ({
  unsavedForms,
  storage,
  loadDocument,
  isReachable,
}: StaleBundleOptions): StaleBundle => {
  const reloadedFor = (): string[] => storage.getItem(RELOADED_KEY)?.split('\n') ?? [];
  let leftAt = Number.NEGATIVE_INFINITY;
  const line = (chunk: string): string => chunk.replaceAll(/\s+/g, ' ');
  const reload = (): void => {
    const { pathname, search, hash } = window.location;
    unsavedForms.allowUnload();
    loadDocument(`${pathname}${search}${hash}`);
  };
  return {
    reloadFor: async chunk => {
      if (unsavedForms.hasUnsaved() || reloadedFor().includes(line(chunk))) return false;
      // Unsaved input is checked again, because the user may have started typing during the request.
      if (!(await isReachable()) || unsavedForms.hasUnsaved()) return false;
      if (Date.now() - leftAt < UNLOAD_TIMEOUT_MS) return true;
      leftAt = Date.now();
      storage.setItem(RELOADED_KEY, [...reloadedFor(), line(chunk)].join('\n'));
      reload();
      return true;
    },
    allowReload: chunk => {
      const [reloadedChunks, failedChunk] = [reloadedFor(), line(chunk)];
      if (reloadedChunks.includes(failedChunk))
        storage.setItem(RELOADED_KEY, reloadedChunks.filter(other => other !== failedChunk).join('\n'));
    },
    reload,
  };
};
