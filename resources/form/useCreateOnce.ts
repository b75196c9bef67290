import { useRef } from 'react';
import { useCreate, useUpdate } from 'react-admin';
import { isSame } from '#contract/values.ts';
import { isOutcomeUnknown } from '#providers/http/creationKeys.ts';
import { withholdSecrets } from '#providers/session/oneTimeSecret.ts';
import type { Definition } from '../engine/types.ts';
import type { EditedRecord } from './useSave.ts';

type FormValues = Record<string, unknown>;

/**
 * Creates one record even if the form is submitted several times or a response is lost: the data provider repeats
 * unchanged values safely, and changed values first check the outcome of the earlier request.
 */
export const useCreateOnce = ({ name }: Definition): ((data: FormValues) => Promise<EditedRecord>) => {
  const [create] = useCreate<EditedRecord, Error>();
  const [update] = useUpdate<EditedRecord, Error>();
  const pendingRequest = useRef<FormValues | null>(null);

  const post = async (data: FormValues): Promise<EditedRecord> => {
    pendingRequest.current = data;
    try {
      return requireRecord(await create(name, { data }, { returnPromise: true }));
    } catch (error) {
      if (!isOutcomeUnknown(error)) pendingRequest.current = null;
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
    const createdRecord = isSame(pendingRequest.current, data) ? null : await before();
    if (!createdRecord) return post(data);
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
