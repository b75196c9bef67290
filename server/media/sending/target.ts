import type { cafes } from '../../db/schema.ts';
import type { Deps } from '../../http/deps.ts';
import { folderTarget } from './folder.ts';
import { usualPace } from './pace.ts';
import { receiverTarget } from './receiver.ts';
import { NotDelivered } from './refusal.ts';
import { hashOf, keyOf } from './sign.ts';

export interface Parcel {
  /** Relative to the cafe's address or folder: letters, digits and dots, with `/` between folders. */
  path: string;
  bytes: Uint8Array;
  mediaType: string;
}

export interface Target {
  /**
   * Resolves only once the file is stored, because the caller then records it as delivered.
   * @throws {NotDelivered}; an AbortError when aborted
   */
  put: (parcel: Parcel, signal: AbortSignal) => Promise<void>;
  close: () => void;
}

export type Cafe = typeof cafes.$inferSelect;

export const FILES_AT_ONCE = 2;

/** @throws {NotDelivered} when the settings cannot work */
export const targetOf = ({ config, secrets, sending, clock }: Deps, cafe: Cafe): Target => {
  if (cafe.kind === 'folder') return folderTarget(config.cafesDir, cafe.folder ?? '');
  if (cafe.key_salt === null) throw new NotDelivered('noKey', { reach: 'cafe' });
  return receiverTarget({
    address: cafe.address ?? '',
    key: keyOf(secrets.access, cafe.key_salt),
    allowed: config.cafesNetworks,
    pace: { ...usualPace, ...sending },
    atOnce: FILES_AT_ONCE,
    clock,
  });
};

/** Hash of a cafe's destination: files delivered to an earlier address or folder do not count for a new one. */
export const destinationOf = ({ kind, address, folder }: Cafe): string =>
  hashOf(`${kind} ${kind === 'folder' ? folder : address}`);
