import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { bumpVersions } from '../records/links.ts';
import { readRecords, type WireRecord } from '../records/readRecords.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { canEdit, getBinding, narrowBinding } from '../records/tableBinding.ts';
import { lockRecords } from '../records/touched.ts';

/**
 * The table binding of matrices, limited to matrices that the caller may see, so that no query can return any others.
 */
export const bindVisibleMatrices = (caller: Caller) => narrowBinding(getBinding('matrices'), caller);

/**
 * A matrix that the caller may see. A matrix that the caller may not see results in a 404, like a missing one, so that
 * its existence stays secret.
 * @throws {ApiFailure} 404
 */
export const readVisibleMatrix = async (db: Database, caller: Caller, id: number): Promise<WireRecord> => {
  const [matrix] = await readRecords(db, bindVisibleMatrices(caller), [id]);
  if (!matrix) throw new ApiFailure('notFound');
  return matrix;
};

/** @throws {ApiFailure} 404; 403 */
export const requireVisibleMatrix = async (db: Database, caller: Caller, id: number): Promise<WireRecord> => {
  const matrix = await readVisibleMatrix(db, caller, id);
  if (!canEdit(bindVisibleMatrices(caller), matrix, null))
    throw new ApiFailure('forbidden', { text: 'matrixNotYours' });
  return matrix;
};

/** The lock makes concurrent changes wait. @throws {ApiFailure} 404; 403 */
export const lockEditableMatrices = async (
  tx: Database,
  caller: Caller,
  ids: readonly number[],
): Promise<WireRecord[]> => requireEditable(caller, ids, await lockRecords(tx, bindVisibleMatrices(caller), ids));

export const requireEditable = (caller: Caller, ids: readonly number[], foundRecords: WireRecord[]): WireRecord[] => {
  if (foundRecords.length < new Set(ids).size) throw new ApiFailure('notFound');
  if (!foundRecords.every(matrix => canEdit(bindVisibleMatrices(caller), matrix, null)))
    throw new ApiFailure('forbidden', { text: 'matrixNotYours' });
  return foundRecords;
};

/**
 * Increments a matrix's version. Its products are in another table, but open editors and the history have to notice
 * when they change.
 */
export const bumpMatrixVersion = (tx: Database, id: number, changes: PendingChanges): Promise<void> =>
  bumpVersions(tx, 'matrices', [id], changes);
