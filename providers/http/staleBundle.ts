import type { Unsaved } from '../forms/unsaved.ts';

/** The way of an old tab to the build that is served now. */
export interface StaleBundle {
  /**
   * After a part of the application could not be loaded: loads the document anew, once for each part,
   * unless something is unsaved or nothing is served. True when the document is being left.
   */
  moveFor: (chunk: string) => Promise<boolean>;
  /** It may be moved for a part again: it has been loaded since, or somebody asks for it once more. */
  allow: (chunk: string) => void;
  /** Loads the document anew at the person's wish. */
  move: () => void;
}

interface StaleBundleOptions {
  unsaved: Pick<Unsaved, 'has' | 'letGo'>;
  /** Survives the reload and is this tab's own: `sessionStorage`. */
  storage: Storage;
  /** Leaves the document for an address, the one it has included. */
  leaveFor: (address: string) => void;
  isReachable: () => Promise<boolean>;
}

/** Milliseconds that a document is given to go: what else is missing meanwhile comes with the next one. */
const PARTING = 5000;

/** What this tab was loaded anew for. */
const MOVED_KEY = 'vitrina.moved';

/** A new document asks for the names of the new files; the wanted address is where the tab already is. */
export const createStaleBundle = ({ unsaved, storage, leaveFor, isReachable }: StaleBundleOptions): StaleBundle => {
  const movedFor = (): string[] => storage.getItem(MOVED_KEY)?.split('\n') ?? [];
  let leftAt = Number.NEGATIVE_INFINITY;
  const line = (chunk: string): string => chunk.replaceAll(/\s+/g, ' ');
  const move = (): void => {
    const { pathname, search, hash } = window.location;
    unsaved.letGo();
    leaveFor(`${pathname}${search}${hash}`);
  };
  return {
    moveFor: async chunk => {
      if (unsaved.has() || movedFor().includes(line(chunk))) return false;
      // Something may have been typed while the server was asked.
      if (!(await isReachable()) || unsaved.has()) return false;
      if (Date.now() - leftAt < PARTING) return true;
      leftAt = Date.now();
      storage.setItem(MOVED_KEY, [...movedFor(), line(chunk)].join('\n'));
      move();
      return true;
    },
    allow: chunk => {
      const [moved, now] = [movedFor(), line(chunk)];
      if (moved.includes(now)) storage.setItem(MOVED_KEY, moved.filter(other => other !== now).join('\n'));
    },
    move,
  };
};
