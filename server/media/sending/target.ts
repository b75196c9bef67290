import type { cafes } from '../../db/schema.ts';
import type { Deps } from '../../http/deps.ts';
import { folderTarget } from './folder.ts';
import { usualPace } from './pace.ts';
import { receiverTarget } from './receiver.ts';
import { NotDelivered } from './refusal.ts';
import { hashOf, keyOf } from './sign.ts';

/** A file on its way. */
export interface Parcel {
  /** Below what the cafe gives: letters, digits, dots, `/` between folders. */
  path: string;
  bytes: Uint8Array;
  mediaType: string;
}

/** Where the files of a cafe go. */
export interface Target {
  /** Delivers a file: when it returns, it is there. @throws {NotDelivered}; an AbortError when it is given up */
  put: (parcel: Parcel, signal: AbortSignal) => Promise<void>;
  close: () => void;
}

export type Cafe = typeof cafes.$inferSelect;

/** How many files of one cafe go at once. */
export const FILES_AT_ONCE = 2;

/** What a cafe's settings come to. @throws {NotDelivered} where they cannot work */
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

/** Tells one destination of a cafe from another: what one has got the other has not. */
export const destinationOf = ({ kind, address, folder }: Cafe): string =>
  hashOf(`${kind} ${kind === 'folder' ? folder : address}`);
