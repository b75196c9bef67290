import { useCallback } from 'react';
import type { Editor } from '#contract/editor.ts';
import { useT } from '#providers/locale/i18nProvider.ts';

export const useEditorName = (): ((editor: Pick<Editor, 'name' | 'acted_by'>) => string) => {
  const t = useT();
  return useCallback(
    ({ name, acted_by }) => (acted_by ? t('editing.actedAs', { name, actor: acted_by.name }) : name),
    [t],
  );
};
