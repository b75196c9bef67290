import { useEffect } from 'react';
import { refuseCommonPasswords } from '#contract/newPassword.ts';
import { loadCommonPasswords } from '../session/commonPasswords.ts';

/** Has forms that set a password refuse common ones before anything is sent. */
export const useCommonPasswords = (): void => {
  useEffect(() => {
    void loadCommonPasswords().then(refuseCommonPasswords);
  }, []);
};
