import type { Config } from '../config.ts';
import { createFolderStore } from './folder.ts';
import { createBucketStore } from './s3.ts';

/** A file as it is read back. */
export interface StoredFile {
  body: ReadableStream;
  /** Null where the store does not say. */
  bytes: number | null;
}

/** Where uploads are kept. Names are ours: letters, digits and dots, folders divided by `/`. */
export interface FileStore {
  /** Writes a file, all of it or nothing; one of the same name is replaced. */
  put: (name: string, bytes: Uint8Array, mediaType: string) => Promise<void>;
  /** Null when there is none of this name. */
  read: (name: string) => Promise<StoredFile | null>;
  /** Removes files; those that are gone already are no fault. */
  remove: (names: readonly string[]) => Promise<void>;
  /** @throws when nothing can be kept here; the message says why. */
  check: () => Promise<void>;
}

/** The folder `files` of the data directory, or the S3-compatible store that the environment names. */
export const createFileStore = ({ dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>): FileStore =>
  filesUrl ? createBucketStore(filesUrl) : createFolderStore(dataDir);
