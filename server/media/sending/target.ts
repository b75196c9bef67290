import { join } from 'node:path';
import type { cafes } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { defaultPace } from '../../outgoing/pace.ts';
import { createFolderTarget } from './folder.ts';
import { createReceiverTarget } from './receiver.ts';
import { DeliveryError } from './refusal.ts';
import { deriveCafeKey, hashSha256 } from './sign.ts';

export interface FileUpload {
  /** Relative to the cafe's address or folder: letters, digits and dots, with `/` between folders. */
  path: string;
  bytes: Uint8Array;
  mediaType: string;
}

export interface DeliveryTarget {
  /**
   * Resolves only once the file is stored, because the caller then records it as delivered.
   * @throws {DeliveryError}; an AbortError when aborted
   */
  put: (file: FileUpload, signal: AbortSignal) => Promise<void>;
  close: () => void;
  /**
   * Whether files can be sent, as far as it shows without a connection.
   * @param hasReceived whether files are recorded as delivered and are not to be sent anew
   * @throws {DeliveryError}
   */
  check?: (hasReceived: boolean) => Promise<void>;
}

export type Cafe = typeof cafes.$inferSelect;

export const MAX_CONCURRENT_FILES = 2;

/** @throws {DeliveryError} when the settings cannot work */
export const createTarget = ({ config, secrets, requestPace, clock }: ServerDeps, cafe: Cafe): DeliveryTarget => {
  if (cafe.kind === 'folder') {
    const isOwn = config.cafesDir === join(config.dataDir, 'cafes');
    return createFolderTarget({ path: config.cafesDir, isOwn }, cafe.folder ?? '');
  }
  if (cafe.key_salt === null) throw new DeliveryError('noKey', { scope: 'cafe' });
  return createReceiverTarget({
    address: cafe.address ?? '',
    key: deriveCafeKey(secrets.access, cafe.key_salt),
    allowed: config.cafesNetworks,
    pace: { ...defaultPace, ...requestPace },
    maxConcurrent: MAX_CONCURRENT_FILES,
    clock,
  });
};

/** Hash of a cafe's destination: files delivered to an earlier address or folder do not count for a new one. */
export const hashDestination = ({ kind, address, folder }: Cafe): string =>
  hashSha256(`${kind} ${kind === 'folder' ? folder : address}`);
