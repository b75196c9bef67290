import { useEffect } from 'react';
import { rejectCommonPasswords } from '#contract/newPassword.ts';
import { loadCommonPasswords } from '../session/commonPasswords.ts';

export const useCommonPasswords = (): void => {
  useEffect(() => {
    void loadCommonPasswords().then(rejectCommonPasswords);
  }, []);
};
