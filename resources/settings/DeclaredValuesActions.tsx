import AddIcon from '@mui/icons-material/PlaylistAdd';
import { useState } from 'react';
import { referenceResource } from '#contract/referenceResource.ts';
import type { ReferenceName } from '#contract/references.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { OrderButton } from '../order/OrderButton.tsx';
import { AddValues } from './AddValues.tsx';

export const DeclaredValuesActions = ({ code }: { code: ReferenceName }) => {
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  // Kept outside the dialog, so that the text is not lost if the user closes the dialog by accident with Escape or a
  // click outside.
  const [text, setText] = useState('');
  return (
    <>
      <OrderButton resource={referenceResource(code)} hint="ordering.hint" />
      <Button isIconOnPhone startIcon={<AddIcon fontSize="small" />} onClick={() => setAdding(true)}>
        {t('ordering.more')}
      </Button>
      {isAdding && (
        <Dialog title={t('ordering.more')} onClose={() => setAdding(false)}>
          <AddValues code={code} text={text} setText={setText} />
        </Dialog>
      )}
    </>
  );
};
