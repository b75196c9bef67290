import type { Config } from '../config.ts';
import { createFolderStore } from './folder.ts';
import { createBucketStore } from './s3.ts';

/** A file as it is read back. */
export interface StoredFile {
  body: ReadableStream;
  /** Null where the store does not report it. */
  bytes: number | null;
}

/** Where uploads are kept. Names are made by us: letters, digits and dots, with `/` between folders. */
export interface FileStore {
  /** Writes a file completely or not at all; one of the same name is replaced. */
  put: (name: string, bytes: Uint8Array, mediaType: string) => Promise<void>;
  /** Null when there is no such file. */
  read: (name: string) => Promise<StoredFile | null>;
  /** Removes files; missing ones are ignored. */
  remove: (names: readonly string[]) => Promise<void>;
  /** @throws when the store cannot be used; the message says why. */
  check: () => Promise<void>;
}

/** The folder `files` of the data directory, or the S3-compatible store that the environment names. */
export const createFileStore = ({ dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>): FileStore =>
  filesUrl ? createBucketStore(filesUrl) : createFolderStore(dataDir);
