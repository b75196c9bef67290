import { useRef } from 'react';
import { useCreate, useUpdate } from 'react-admin';
import { isSame } from '#contract/values.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { createIdempotencyKey } from '#providers/http/idempotencyKey.ts';
import { withholdSecrets } from '#providers/session/oneTimeSecret.ts';
import type { Definition } from '../engine/types.ts';
import type { EditedRecord } from './useSave.ts';

type FormValues = Record<string, unknown>;

/**
 * After these failures, it is unknown whether the record was created, so a repeated request must not create another
 * record.
 */
const uncertainFailures: ReadonlySet<string> = new Set(['network', 'unavailable', 'server', 'unreadable', 'unknown']);

/**
 * Creates one record even if the form is submitted several times or a response is lost: unchanged values reuse the same
 * idempotency key, and changed values first check the outcome of the earlier request.
 */
export const useCreateOnce = ({ name }: Definition): ((data: FormValues) => Promise<EditedRecord>) => {
  const [create] = useCreate<EditedRecord, Error>();
  const [update] = useUpdate<EditedRecord, Error>();
  const pendingRequest = useRef<{ key: string; data: FormValues } | null>(null);

  const post = async (request: { key: string; data: FormValues }): Promise<EditedRecord> => {
    pendingRequest.current = request;
    const { key, data } = request;
    try {
      return requireRecord(await create(name, { data, meta: { idempotencyKey: key } }, { returnPromise: true }));
    } catch (error) {
      if (!uncertainFailures.has(findApiError(error)?.kind ?? 'unknown')) pendingRequest.current = null;
      throw error;
    }
  };
  /** @throws when the outcome is still unknown */
  const before = async (): Promise<EditedRecord | null> => {
    if (!pendingRequest.current) return null;
    try {
      return await post(pendingRequest.current);
    } catch (error) {
      if (pendingRequest.current) throw error;
      return null;
    }
  };

  return async data => {
    if (!pendingRequest.current || isSame(pendingRequest.current.data, data))
      return post(pendingRequest.current ?? { key: createIdempotencyKey(), data });
    const createdRecord = await before();
    if (!createdRecord) return post({ key: createIdempotencyKey(), data });
    const { id, version } = createdRecord;
    const pendingUpdate = { id, data: { ...data, id, version }, previousData: createdRecord };
    const updatedRecord = requireRecord(
      await update(name, pendingUpdate, { returnPromise: true, mutationMode: 'pessimistic' }),
    );
    // The dialog must show the password that was set last, not a password from an earlier attempt.
    withholdSecrets(name, { ...data, id });
    return updatedRecord;
  };
};

/** The type includes void only because of react-admin's other mutation modes. */
const requireRecord = (record: EditedRecord | void): EditedRecord => {
  if (!record) throw new Error('a pessimistic write answered no record');
  return record;
};
